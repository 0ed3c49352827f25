/** Reads an account's messages and comments, as its network lists them, within what this turn and the budgets allow. */
import type { Comment, CommentsPort } from '../../../adapters/port/comments.ts';
import type { InboundEvent } from '../../../adapters/port/inbound.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Conversation, Message, MessagesPort } from '../../../adapters/port/messages.ts';
import type { AccessProblem, Missing, Page } from '../../../adapters/port/read.ts';
import type { OpenRead, ReadPlace, Receiving } from '../../../store/receiving.ts';
import { readBelow } from './read-below.ts';
import { commentEvent, messageEvent } from './read-events.ts';
import { readList } from './read-list.ts';
import { closeRead, NOTHING_READ, openRead, type ReadEnd } from './read-place.ts';

/** Conversations that changed this long before the last whole poll are read again: the network's clock and lists lag. */
const OVERLAP_MS = 3_600_000;
/** The same where each thing is paid. */
const PAID_OVERLAP_MS = 10 * 60_000;
/** Comments that the network reports are read this often, ms: a report may fail for longer than the network repeats it. */
export const COMMENTS_BACKSTOP_EVERY_MS = 24 * 3_600_000;

type Step = Omit<Parameters<MessagesPort['conversations']>[0], 'cursor'>;

export interface AccountReader {
  adapter: Manifest;
  /** Ports that spend from the day's budget, where reading is paid. */
  messages: MessagesPort | undefined;
  comments: CommentsPort | undefined;
  remoteId: string;
  receiving: Receiving;
  now: number;
  /** Makes one call, if the account's budget has a place. */
  call: <Answer>(make: (step: Step) => Promise<Answer>) => Promise<Answer | AccessProblem>;
  /** Whether this turn has a call left. */
  mayCall: () => boolean;
  /** Stores events. Those that are known already change nothing. */
  store(events: readonly InboundEvent[]): Promise<void>;
  save(changed: Partial<Receiving>): Promise<void>;
}

/** Goes on with the account's messages, then with its comments. */
export async function readAccount(reader: AccountReader): Promise<ReadEnd> {
  const { messages, comments } = reader;
  const ofMessages = messages ? await readMessages(reader, messages) : WHOLE;
  if (ofMessages.kind === 'more') return ofMessages;
  const ofComments = comments && wantsComments(reader) ? await readComments(reader, comments) : WHOLE;
  return ofMessages.kind === 'whole' ? ofComments : ofMessages;
}

const WHOLE: ReadEnd = { kind: 'whole' };

async function readMessages(reader: AccountReader, port: MessagesPort): Promise<ReadEnd> {
  const { receiving, now } = reader;
  const { since: first, polledAt = null } = receiving;
  const place = receiving.messagesRead ?? { ...NOTHING_READ, wholeAt: polledAt || null };
  const save = (messagesRead: ReadPlace) => reader.save({ messagesRead });
  const store = (items: readonly Message[]) =>
    reader.store(
      items.map((message, place) => {
        const isAnswer = ({ direction, personId }: Message) =>
          direction === 'out' && personId === message.personId;
        return messageEvent(reader.remoteId, message, items.slice(place + 1).some(isAnswer));
      }),
    );
  if (port.recent) {
    const open = openRead(place, { now, first, overlapMs: PAID_OVERLAP_MS });
    if (place.open === null && (await hasNoNews(reader, port))) {
      await save(closeRead(open, place.leftOut));
      return WHOLE;
    }
    const page = async ({ cursor, without }: OpenRead) => {
      const found = await reader.call((step) => port.recent!({ ...step, cursor, without }));
      if (cursor === null && found.kind === 'page' && found.items[0])
        await reader.save({ newestMessageId: found.items[0].id });
      return found;
    };
    const oldestFirst = (items: readonly Message[]) => store(items.toReversed());
    return readList({ page, store: oldestFirst, save, mayCall: reader.mayCall }, { ...place, open });
  }
  const open = openRead(place, { now, first, overlapMs: OVERLAP_MS });
  return readBelow<Message>(
    {
      async above({ cursor, without }) {
        const page = await reader.call((step) => port.conversations({ ...step, cursor, without }));
        if (page.kind !== 'page') return page;
        return { ...page, items: page.items.map(above) };
      },
      below: (id, cursor, { without }) =>
        reader.call((step) => port.messages({ ...step, conversation: { id }, cursor, without })),
      store,
      save,
      mayCall: reader.mayCall,
      maxPages: Infinity,
    },
    { ...place, open },
  );
}

const above = ({ id, updatedAt, person: { name, username } }: Conversation) => ({
  id,
  changedAt: updatedAt,
  name: name ?? username,
});

/**
 * Looks at the newest message alone, where each is paid: an hour without news costs one read. That a message is known is not
 * enough, since an answer of this service hides the messages before it.
 */
async function hasNoNews({ call, receiving }: AccountReader, port: MessagesPort): Promise<boolean> {
  const newest = await call((step) => port.recent!({ ...step, maxReads: 1, cursor: null }));
  if (newest.kind !== 'page') return false;
  const [message] = newest.items;
  return message === undefined ? newest.cursor === null : message.id === receiving.newestMessageId;
}

/** Comments that no webhook reports are read each time, others once a day and when somebody asked. */
function wantsComments({ adapter, receiving, now }: AccountReader): boolean {
  if (adapter.paidReads || adapter.readsCommentsEvery !== undefined) return true;
  const { commentsRead, since, commentsSoonAt = 0 } = receiving;
  const lastAt = commentsRead?.wholeAt ?? since;
  return lastAt < now - COMMENTS_BACKSTOP_EVERY_MS || commentsSoonAt > lastAt;
}

async function readComments(reader: AccountReader, port: CommentsPort): Promise<ReadEnd> {
  const { adapter, receiving, now } = reader;
  const { commentsReadAt = null, since: first } = receiving;
  const place = receiving.commentsRead ?? { ...NOTHING_READ, wholeAt: commentsReadAt };
  const overlapMs = adapter.paidReads ? PAID_OVERLAP_MS : OVERLAP_MS;
  const open = openRead(place, { now, first, overlapMs });
  const save = (commentsRead: ReadPlace) => reader.save({ commentsRead });
  const store = (items: readonly Comment[]) =>
    reader.store(items.map((comment) => commentEvent(reader.remoteId, comment)));
  const listBelow = (networkPostId: string | null, cursor: string | null, { without, since }: OpenRead) =>
    reader.call((step) => port.list({ ...step, networkPostId, cursor, without, since }));
  const { mayCall } = reader;
  if (adapter.paidReads || adapter.readsCommentsEvery !== undefined) {
    const page = (at: OpenRead) => listBelow(null, at.cursor, at);
    const oldestFirst = (items: readonly Comment[]) => store(items.toReversed());
    return readList({ page, store: oldestFirst, save, mayCall }, { ...place, open });
  }
  const above = async ({ cursor, without }: OpenRead) => {
    const page: Page<{ networkPostId: string; comments: number | null }> | Missing | AccessProblem =
      await reader.call(async (step) => (await port.posts?.({ ...step, cursor, without })) ?? NO_POSTS);
    if (page.kind !== 'page') return page;
    const commented = page.items.filter(({ comments }) => comments !== 0);
    return {
      ...page,
      items: commented.map(({ networkPostId: id }) => ({ id, changedAt: null, name: null })),
    };
  };
  return readBelow<Comment>(
    { above, below: listBelow, store, save, mayCall, maxPages: 1 },
    { ...place, open },
  );
}

const NO_POSTS: Missing = { kind: 'missing', reason: 'it lists no posts' };
