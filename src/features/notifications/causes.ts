/** Whom each cause of a notification concerns, and what is said of it. */
import type { NotificationCause } from '../../../machines/notification.ts';
import type { HeldTo, Role } from '../../api/principal.ts';
import { APPROVERS, roleAllows } from '../../api/roles.ts';
import { reaches } from '../../api/held.ts';

const MAY_ACT: { [cause in NotificationCause]: (role: Role) => boolean } = {
  account_needs_reconnect: (role) => roleAllows(role, 'manage'),
  post_failed: (role) => roleAllows(role, 'publish'),
  post_may_be_live: (role) => roleAllows(role, 'publish'),
  post_awaits_approval: (role) => APPROVERS.includes(role),
  series_paused: (role) => roleAllows(role, 'publish'),
  feed_failed: (role) => roleAllows(role, 'publish'),
  conversation_handed_over: (role) => roleAllows(role, 'answer'),
  call_awaits_confirmation: (role) => roleAllows(role, 'manage'),
};

export const CAUSES = Object.keys(MAY_ACT) as NotificationCause[];

/** The causes that somebody with this role may act on. */
export const causesFor = (role: Role): NotificationCause[] => CAUSES.filter((cause) => MAY_ACT[cause](role));

/** Whether a notification concerns a member. One about no single account concerns those who reach all of them. */
export const concerns = (
  { cause, accountId }: { cause: NotificationCause; accountId: string | null },
  { role, heldTo }: { role: Role; heldTo: HeldTo },
): boolean => MAY_ACT[cause](role) && (accountId === null ? heldTo === null : reaches(heldTo, accountId));

interface Words {
  /** Of the mail. */
  subject: string;
  /** What happened, and what follows from it. */
  sentence: string;
}

type Write = (about: { account: string; count: number }) => Words;

const postsOf = (count: number): string => (count === 1 ? 'A post' : `${count} posts`);

const WORDS: { [cause in NotificationCause]: Write } = {
  account_needs_reconnect: ({ account }) => ({
    subject: `Connect ${account} again`,
    sentence: `The network refuses the access to ${account}. Posts for it wait until somebody connects it again.`,
  }),
  post_failed: ({ account, count }) => ({
    subject: `${postsOf(count)} failed on ${account}`,
    sentence: `${postsOf(count)} failed on ${account}. Home shows why, and what is sent again.`,
  }),
  post_may_be_live: ({ account, count }) => ({
    subject: `${postsOf(count)} may be live on ${account}`,
    sentence: `A response of the network was lost, and nobody knows whether it has the post. Check ${account}: nothing is sent again until you say what is there.`,
  }),
  post_awaits_approval: ({ count }) => ({
    subject: `${postsOf(count)} ${count === 1 ? 'waits' : 'wait'} for an approval`,
    sentence: 'It goes out after somebody approves it.',
  }),
  series_paused: ({ count }) => ({
    subject: count === 1 ? 'A series of posts is paused' : `${count} series of posts are paused`,
    sentence:
      'The plan of the workspace does not include its posts, or a network would refuse them. It makes no posts until somebody resumes it.',
  }),
  feed_failed: ({ count }) => ({
    subject: count === 1 ? 'A feed needs somebody' : `${count} feeds need somebody`,
    sentence:
      'It could not be read for a day, or the plan of the workspace does not include its posts. New items become no posts meanwhile.',
  }),
  conversation_handed_over: ({ account, count }) => ({
    subject:
      count === 1
        ? `Somebody waits for an answer on ${account}`
        : `${count} conversations on ${account} were handed over`,
    sentence: `An automation handed over to the team on ${account}. Automations send nothing more to these people until the conversation is marked as done.`,
  }),
  call_awaits_confirmation: ({ count }) => ({
    subject: count === 1 ? 'A call of an agent waits for you' : `${count} calls of agents wait for a person`,
    sentence:
      'An agent wants to publish, send or delete something, and waits until somebody allows or refuses it. A call ends after 24 hours.',
  }),
};

/** Headings of what is open, in a mail about all of it. */
export const GROUPS: { [cause in NotificationCause]: string } = {
  account_needs_reconnect: 'Accounts to connect again',
  post_failed: 'Posts that failed',
  post_may_be_live: 'Posts that may be live',
  post_awaits_approval: 'Posts that wait for an approval',
  series_paused: 'Series that are paused',
  feed_failed: 'Feeds that cannot be read, or are paused',
  conversation_handed_over: 'Conversations that wait for an answer',
  call_awaits_confirmation: 'Calls of agents that wait for a person',
};

/** Where a person does something about it, below the address of the workspace. */
export const PAGES: { [cause in NotificationCause]: string } = {
  account_needs_reconnect: '/accounts',
  post_failed: '/posts?status=failed',
  post_may_be_live: '/',
  post_awaits_approval: '/posts?status=awaiting_approval',
  series_paused: '/series',
  feed_failed: '/feeds',
  conversation_handed_over: '/inbox?show=flagged',
  call_awaits_confirmation: '/agents',
};

/** @param about.account such as `Café Luna on Bluesky` */
export const wordsOf = (cause: NotificationCause, about: { account: string; count: number }): Words =>
  WORDS[cause](about);
