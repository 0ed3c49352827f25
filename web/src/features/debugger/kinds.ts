import type { Kind } from './shapes.ts';

/** The kinds of actors in words. `test/web/kinds.test.ts` compares the list with the kinds of the service. */
interface KindWords {
  one: string;
  many: string;
  /** Its charts are data: each actor has the chart of its definition, and the kind has none. */
  hasDefinitions?: true;
}

export const KINDS: { [kind in Kind]: KindWords } = {
  post: { one: 'Post', many: 'Posts' },
  delivery: { one: 'Delivery', many: 'Deliveries' },
  account: { one: 'Account', many: 'Accounts' },
  webhook_send: { one: 'Webhook send', many: 'Webhook sends' },
  conversation: { one: 'Conversation', many: 'Conversations' },
  message_send: { one: 'Direct message', many: 'Direct messages' },
  comment_act: { one: 'Action on a comment', many: 'Actions on comments' },
  media_copy: { one: 'Copy of a file', many: 'Copies of files' },
  mail: { one: 'Mail', many: 'Mails' },
  notification: { one: 'Notification', many: 'Notifications' },
  notification_digest: { one: 'Daily mail of a person', many: 'Daily mails of people' },
  push: { one: 'Push to a browser', many: 'Pushes to browsers' },
  comment_rule: { one: 'Comment rule', many: 'Comment rules' },
  private_reply: { one: 'Private reply', many: 'Private replies' },
  broadcast: { one: 'Live broadcast', many: 'Live broadcasts' },
  reply_queue: { one: 'Queue of private replies', many: 'Queues of private replies' },
  automation: { one: 'Automation', many: 'Automations' },
  dm_run: { one: 'Run of an automation', many: 'Runs of automations', hasDefinitions: true },
  receiver: { one: 'Receiving of an account', many: 'Receiving of accounts' },
  stream: { one: 'Stream of a network', many: 'Streams of networks' },
  metrics: { one: 'Numbers of an account', many: 'Numbers of accounts' },
};

/** A service that is newer than this page may have other kinds. */
const wordsOf = (kind: string): KindWords | undefined => (KINDS as { [known: string]: KindWords })[kind];

export const kindLabel = (kind: string): string => wordsOf(kind)?.one ?? kind;
export const kindsLabel = (kind: string): string => wordsOf(kind)?.many ?? kind;

/** The kinds that have a chart of their own. */
export const CHARTED = (Object.keys(KINDS) as Kind[]).filter((kind) => !KINDS[kind].hasDefinitions);
