import type { Kind } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** The kinds of actors in words. `test/web/kinds.test.ts` compares the list with the kinds of the service. */
interface KindWords {
  one: string;
  many: string;
  /** Its charts are data: each actor has the chart of its definition, and the kind has none. */
  hasDefinitions?: true;
}

export const KINDS: { [kind in Kind]: KindWords } = {
  post: { one: t('Post'), many: t('Posts') },
  series: { one: t('Series'), many: t('Series') },
  feed: { one: t('Feed'), many: t('Feeds') },
  delivery: { one: t('Delivery'), many: t('Deliveries') },
  account: { one: t('Account'), many: t('Accounts') },
  webhook_send: { one: t('Webhook send'), many: t('Webhook sends') },
  conversation: { one: t('Conversation'), many: t('Conversations') },
  message_send: { one: t('Direct message'), many: t('Direct messages') },
  comment_act: { one: t('Action on a comment'), many: t('Actions on comments') },
  import: { one: t('Import of posts'), many: t('Imports of posts') },
  media_copy: { one: t('Copy of a file'), many: t('Copies of files') },
  mail: { one: t('Mail'), many: t('Mails') },
  notification: { one: t('Notification'), many: t('Notifications') },
  notification_digest: { one: t('Daily mail of a person'), many: t('Daily mails of people') },
  push: { one: t('Push to a browser'), many: t('Pushes to browsers') },
  comment_rule: { one: t('Comment rule'), many: t('Comment rules') },
  private_reply: { one: t('Private reply'), many: t('Private replies') },
  broadcast: { one: t('Live broadcast'), many: t('Live broadcasts') },
  reply_queue: { one: t('Queue of private replies'), many: t('Queues of private replies') },
  automation: { one: t('Automation'), many: t('Automations') },
  dm_run: { one: t('Run of an automation'), many: t('Runs of automations'), hasDefinitions: true },
  receiver: { one: t('Receiving of an account'), many: t('Receiving of accounts') },
  stream: { one: t('Stream of a network'), many: t('Streams of networks') },
  metrics: { one: t('Numbers of an account'), many: t('Numbers of accounts') },
};

/** A service that is newer than this page may have other kinds. */
const wordsOf = (kind: string): KindWords | undefined => (KINDS as { [kindName: string]: KindWords })[kind];

export const kindLabel = (kind: string): string => wordsOf(kind)?.one ?? kind;
export const kindsLabel = (kind: string): string => wordsOf(kind)?.many ?? kind;

/** The kinds that have a chart of their own. */
export const CHARTED = (Object.keys(KINDS) as Kind[]).filter((kind) => !KINDS[kind].hasDefinitions);
