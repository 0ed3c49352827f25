/** Which conversations the inbox lists. */
export interface InboxFilter {
  show: 'open' | 'unread' | 'flagged' | 'snoozed' | 'done';
  accountId: string | null;
  platform: string | null;
  /** `me`, `none`, the id of a member, or null for all. */
  assignee: string | null;
  /** null for all. */
  label: string | null;
  /** Words of names and messages; empty: no search. */
  q: string;
}
