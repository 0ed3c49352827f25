/**
 * What happened at a network arrives in any order, repeated, by webhooks and by polls, in one body or in many: always the
 * same thread, the same comments and the same conversation.
 */
import * as fc from 'fast-check';
import t from 'tap';
import type { InboundEvent, InboundMessage } from '../../adapters/port/inbound.ts';
import { networks } from '../../adapters/networks.ts';
import { InboundProcessor } from '../../src/features/receiving/index.ts';
import { answersWith } from '../../src/features/rules/index.ts';
import { receiversWith } from '../../src/service/receiving.ts';
import { listComments } from '../../store/comments.ts';
import { listConversations } from '../../store/conversations.ts';
import { listMessages } from '../../store/direct-messages.ts';
import { insertInbound } from '../../store/inbound.ts';
import { seedOf } from '../support/property.ts';
import { silent, type Stage, stage } from '../support/stage.ts';

const START = Date.parse('2026-05-04T06:00:00Z');
const MINUTE = 60_000;
const PERSON = '991';
const facts = { remoteId: '', standby: false, raw: null };

function message(id: string, at: number, more: Partial<InboundMessage> = {}): InboundEvent {
  const nothing = { tap: null, storyReply: null, storyMention: null, replyTo: null, ref: null };
  const said = { personId: PERSON, echo: null, text: `text of ${id}`, attachments: [], isUnsupported: false };
  return { ...facts, kind: 'message', dedupeKey: id, at, message: { id, ...nothing, ...said, ...more } };
}

function comment(id: string, at: number, more: object = {}): InboundEvent {
  const post = { networkPostId: 'media_1', originalPostId: null, postKind: 'post' as const, parentId: null };
  const from = { id: 'p1', username: 'ann', name: null };
  const said = { text: `text of ${id}`, from, isOwn: false, rating: null };
  return { ...facts, kind: 'comment', dedupeKey: id, at, comment: { id, ...post, ...said, ...more } };
}

const about = (messageId: string, at: number, dedupeKey: string) => ({
  ...facts,
  at,
  dedupeKey,
  messageId,
  personId: PERSON,
});
const edit = (id: string, at: number, edits: number): InboundEvent => ({
  ...about(id, at, `edit ${id} ${edits}`),
  kind: 'message_edited',
  text: `edit ${edits} of ${id}`,
  edits,
});
const reaction = (id: string, at: number, emoji: string | null): InboundEvent => ({
  ...about(id, at, `reaction ${id} ${at}`),
  kind: 'reaction',
  byAccount: false,
  action: emoji === null ? 'unreact' : 'react',
  emoji,
});
const change = (commentId: string, at: number, to: 'edited' | 'hidden' | 'unhidden', text: string | null) =>
  ({
    ...facts,
    kind: 'comment_changed',
    commentId,
    at,
    dedupeKey: `${commentId} ${at}`,
    change: to,
    text,
  }) as const;
/** As a poll finds it: the network's list names whole seconds. */
const polled = (event: InboundEvent): InboundEvent => ({
  ...event,
  dedupeKey: `poll ${event.dedupeKey}`,
  at: Math.floor(event.at / 1000) * 1000,
});

const echo = { appId: null, metadata: null };
/** In the network's own order; the owner answers in the app much later than the person wrote. */
const history: InboundEvent[] = [
  message('m1', START),
  edit('m1', START + 1 * MINUTE, 1),
  edit('m1', START + 2 * MINUTE, 2),
  message('m2', START + 3 * MINUTE),
  { ...about('m2', START + 4 * MINUTE, 'gone m2'), kind: 'message_deleted' },
  message('e1', START + 20 * MINUTE, { echo }),
  reaction('e1', START + 21 * MINUTE, '❤️'),
  reaction('e1', START + 22 * MINUTE, null),
  message('m3', START + 30 * MINUTE),
  reaction('m3', START + 31 * MINUTE, '👍'),
  comment('c1', START),
  change('c1', START + 1 * MINUTE, 'edited', 'corrected'),
  change('c1', START + 2 * MINUTE, 'hidden', null),
  comment('c2', START + 3 * MINUTE),
  change('c2', START + 4 * MINUTE, 'hidden', null),
  change('c2', START + 5 * MINUTE, 'unhidden', null),
];
/** What polls may bring beside them, before an edit or deletion or after it. */
const polls = [
  message('m1', START),
  message('m2', START + 3 * MINUTE),
  message('e1', START + 20 * MINUTE, { echo }),
  message('m3', START + 30 * MINUTE),
].map(polled);
const all = [...history, ...polls];

interface Arrival {
  /** Indexes into `all`: each event of the history at least once. */
  order: number[];
  /** How many arrive together. */
  batch: number;
}
const arrivals: fc.Arbitrary<Arrival> = fc.record({
  order: fc.array(fc.nat({ max: all.length - 1 }), { maxLength: 12 }).chain((repeats) => {
    const everything = [...history.keys(), ...repeats];
    return fc.shuffledSubarray(everything, { minLength: everything.length });
  }),
  batch: fc.integer({ min: 1, max: 9 }),
});

/** Whether there are events to process now; those that wait for their message have another time. */
async function hasDue({ sql, clock }: Stage): Promise<boolean> {
  const due = await sql`
    select from inbound
    where done_at is null and (retry_at is null or retry_at <= to_timestamp(${clock()}::float8 / 1000)) limit 1`;
  return due.length > 0;
}

/** Stores the events as webhooks and polls do, and has them given to what they are about. */
async function arrive(world: Stage, remoteId: string, { order, batch }: Arrival): Promise<void> {
  const processor = new InboundProcessor({
    node: world.node,
    receivers: receiversWith(networks, {
      onArrived: answersWith(() => 'http://localhost'),
      onCommented: () => undefined,
    }),
    clock: world.clock,
    log: silent,
  });
  const settle = async () => {
    processor.wake();
    while (await hasDue(world)) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  for (let from = 0; from < order.length; from += batch) {
    const rows = order.slice(from, from + batch).map((index) => {
      const event = all[index]!;
      return {
        platform: 'instagram',
        remoteId,
        key: event.dedupeKey,
        simulated: false,
        event: { ...event, remoteId },
      };
    });
    await insertInbound(world.sql, rows, { now: world.clock(), sandboxOrigin: null });
    await settle();
    world.clock.advance(10);
  }
  world.clock.advance(6_000); // what came before its message is tried again
  await settle();
  await processor.stop();
}

void t.test(
  'any order, any repeats, webhooks and polls: one thread, one conversation, one of each comment',
  async (t) => {
    const world = await stage(t);
    const { sql, workspaceId } = world;
    await fc.assert(
      fc.asyncProperty(arrivals, async (given) => {
        const accountId = await world.addAccount('instagram');
        await arrive(world, accountId, given);
        const waiting = await sql`select key from inbound where done_at is null`;
        t.equal(waiting.length, 0, 'all is processed');
        const told = JSON.stringify(given);
        const [conversation, ...others] = await listConversations(sql, {
          workspaceId,
          heldTo: null,
          accountId,
          limit: 10,
        });
        t.equal(others.length, 0, 'one conversation');
        const { done, windowEndsAt, pausedUntil, unread } = conversation!;
        t.match(
          { done, windowEndsAt, pausedUntil },
          {
            done: false,
            windowEndsAt: new Date(START + 31 * MINUTE + 24 * 60 * MINUTE).toISOString(),
            pausedUntil: new Date(START + 20 * MINUTE + 12 * 60 * MINUTE).toISOString(),
          },
          told,
        );
        t.ok(unread <= 3, `${unread} unread`);
        const thread = await listMessages(sql, { conversationId: conversation!.id, limit: 10 });
        t.strictSame(
          thread.map(({ text, by, deleted, details }) => [text, by, deleted, details?.reaction ?? null]),
          [
            ['text of m3', 'contact', false, '👍'],
            ['text of e1', 'team', false, null],
            ['', 'contact', true, null],
            ['edit 2 of m1', 'contact', false, null],
          ],
          told,
        );
        const list = {
          heldTo: null,
          workspaceId,
          platform: null,
          accountId,
          done: null,
          answered: null,
          rated: null,
          before: null,
          limit: 10,
        };
        const comments = await listComments(sql, list);
        t.strictSame(
          comments
            .map(({ id, text, hidden }) => ({ id, text, hidden }))
            .sort((a, b) => (a.id < b.id ? -1 : 1)),
          [
            { id: 'c1', text: 'corrected', hidden: true },
            { id: 'c2', text: 'text of c2', hidden: false },
          ],
          told,
        );
      }),
      { seed: seedOf(t), numRuns: 40 },
    );
  },
);
