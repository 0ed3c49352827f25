/**
 * Messages of one conversation in any order, repeated, by webhooks and by polls, in one batch or in many: always the same
 * thread and the same conversation.
 */
import * as fc from 'fast-check';
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { InboundEvent, InboundMessage } from '../../adapters/port/inbound.ts';
import { readAutomations } from '../../src/features/flows/index.ts';
import { takeMessages } from '../../src/features/inbox/index.ts';
import { eventually } from '../support/eventually.ts';
import { seedOf } from '../support/property.ts';
import { type Stage, stage } from '../support/stage.ts';
import type { Sql, Tx } from '../../store/connect.ts';
import { pruneMessages, saveInboxSettings } from '../../store/message-retention.ts';
import { listConversations } from '../../store/conversations.ts';
import { listMessages, nameMessage } from '../../store/direct-messages.ts';

const START = Date.parse('2026-05-04T06:00:00Z');
const PERSON = '991';

function message(id: string, at: number, more: Partial<InboundMessage> = {}): InboundEvent {
  return {
    kind: 'message',
    remoteId: 'remote',
    dedupeKey: id,
    at,
    standby: false,
    raw: null,
    message: {
      id,
      personId: PERSON,
      echo: null,
      text: `text of ${id}`,
      attachments: [],
      tap: null,
      storyReply: null,
      storyMention: null,
      replyTo: null,
      ref: null,
      isUnsupported: false,
      ...more,
    },
  };
}

/** What happened at the network, in its own order: the person writes, the owner answers in the app much later. */
const history: InboundEvent[] = [
  message('m1', START),
  message('m2', START + 60_000),
  message('e1', START + 600_000, { echo: { appId: null, metadata: null } }),
  message('m3', START + 700_000),
];

interface Delivery {
  /** Indexes of the history, in the order of arrival; every event comes at least once. */
  order: number[];
  /** After how many events a commit ends. */
  batch: number;
}

const deliveries: fc.Arbitrary<Delivery> = fc.record({
  order: fc
    .tuple(
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 6 }),
    )
    .map(([all, repeats]) => [...all, ...repeats]),
  batch: fc.integer({ min: 1, max: 5 }),
});

async function deliver(world: Stage, accountId: string, { order, batch }: Delivery): Promise<void> {
  const account = {
    id: accountId,
    workspaceId: world.workspaceId,
    window: networks.instagram.messages!.window!,
    receivingSince: null,
  };
  for (let from = 0; from < order.length; from += batch) {
    const events = order.slice(from, from + batch).map((index) => history[index]!);
    await world.node.command(async (tx, turn) => ({
      result: null,
      feed: (await takeMessages(tx, turn, account, events, readAutomations)).feed,
    }));
  }
}

void t.test('any order and any repeats give the same thread and the same conversation', async (t) => {
  const world = await stage(t);
  const { sql, workspaceId } = world;
  const seed = seedOf(t);
  await fc.assert(
    fc.asyncProperty(deliveries, async (given) => {
      const accountId = await world.addAccount('instagram');
      await deliver(world, accountId, given);
      const [conversation, ...others] = await listConversations(sql, {
        workspaceId,
        heldTo: null,
        accountId,
        limit: 10,
      });
      t.equal(others.length, 0, 'one conversation');
      const { unread, done, windowEndsAt, pausedUntil } = conversation!;
      t.strictSame(
        { done, windowEndsAt, pausedUntil },
        {
          done: false,
          windowEndsAt: new Date(START + 700_000 + 24 * 3_600_000).toISOString(),
          pausedUntil: new Date(START + 600_000 + 12 * 3_600_000).toISOString(),
        },
      );
      t.ok(unread <= 3, `${unread} unread`);
      const thread = await listMessages(sql, { conversationId: conversation!.id, limit: 10 });
      t.strictSame(
        thread.map(({ text, by }) => [text, by]),
        [
          ['text of m3', 'contact'],
          ['text of e1', 'team'],
          ['text of m2', 'contact'],
          ['text of m1', 'contact'],
        ],
        JSON.stringify(given),
      );
      t.equal(conversation!.lastMessage?.text, 'text of m3');
    }),
    { seed, numRuns: 25 },
  );
});

void t.test('an answer within seconds, and the same text to three people, is of another tool', async (t) => {
  const world = await stage(t);
  const { sql, workspaceId } = world;
  const accountId = await world.addAccount('instagram');
  const account = {
    id: accountId,
    workspaceId,
    window: networks.instagram.messages!.window!,
    receivingSince: null,
  };
  const take = (...events: InboundEvent[]) =>
    world.node.command(async (tx, turn) => ({
      result: null,
      feed: (await takeMessages(tx, turn, account, events, readAutomations)).feed,
    }));
  const echo = { appId: null, metadata: null };
  await take(message('a1', START, { personId: 'a' }), message('a2', START + 9_000, { personId: 'a', echo }));
  for (const [index, personId] of ['b', 'c', 'd'].entries()) {
    const at = START + index * 60_000;
    await take(message(`${personId}1`, at, { personId }));
    await take(message(`${personId}2`, at + 30_000, { personId, echo, text: 'Big sale!' }));
  }
  const rows = await sql<{ networkId: string; by: string }[]>`
    select network_id as "networkId", by from direct_messages where direction = 'out' order by network_id`;
  t.strictSame(
    rows.map(({ networkId, by }) => [networkId, by]),
    [
      ['a2', 'other_tool'],
      ['b2', 'team'],
      ['c2', 'team'],
      ['d2', 'other_tool'],
    ],
  );
  const paused = (await listConversations(sql, { workspaceId, heldTo: null, limit: 10 })).filter(
    (one) => one.pausedUntil !== null,
  );
  t.strictSame(paused.map(({ personId }) => personId).sort(), ['b', 'c'], 'another tool pauses nothing');
});

void t.test('an edit changes the text, and a deleted message does not come back', async (t) => {
  const world = await stage(t);
  const accountId = await world.addAccount('instagram');
  const account = {
    id: accountId,
    workspaceId: world.workspaceId,
    window: networks.instagram.messages!.window!,
    receivingSince: null,
  };
  const facts = { remoteId: 'remote', at: START, standby: false, raw: null };
  const take = (...events: InboundEvent[]) =>
    world.node.command(async (tx, turn) => ({
      result: null,
      feed: (await takeMessages(tx, turn, account, events, readAutomations)).feed,
    }));
  await take(message('m1', START), message('m2', START + 1));
  await take(
    {
      ...facts,
      kind: 'message_edited',
      dedupeKey: 'e',
      messageId: 'm1',
      personId: PERSON,
      text: 'new',
      edits: 1,
    },
    { ...facts, kind: 'message_deleted', dedupeKey: 'd', messageId: 'm2', personId: PERSON },
  );
  await take(message('m2', START + 1));
  const rows = await world.sql<{ text: string; deleted: boolean }[]>`
    select text, deleted from direct_messages order by network_id`;
  t.strictSame(
    rows.map(({ text, deleted }) => [text, deleted]),
    [
      ['new', false],
      ['', true],
    ],
    'a message that was taken back does not come back with a repeat',
  );
});

void t.test(
  'a deletion that commits while a repeat is being stored does not bring messages back',
  async (t) => {
    const world = await stage(t);
    const { sql, workspaceId } = world;
    const accountId = await world.addAccount('instagram');
    const account = {
      id: accountId,
      workspaceId,
      window: networks.instagram.messages!.window!,
      receivingSince: null,
    };
    const take = (...events: InboundEvent[]) =>
      world.node.command(async (tx, turn) => ({
        result: null,
        feed: (await takeMessages(tx, turn, account, events, readAutomations)).feed,
      }));
    await take(message('m1', START));
    await saveInboxSettings(sql, workspaceId, { keepMessagesDays: 1, copyFiles: false });
    let repeat: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`lock table direct_messages in access exclusive mode`;
      repeat = take(message('m1', START));
      await eventually(
        async () =>
          (await sql`select from pg_locks where not granted and relation = 'direct_messages'::regclass`)
            .length,
      );
      const inside = Object.assign((...args: Parameters<typeof tx>) => tx(...args), {
        begin: (work: (same: typeof tx) => Promise<unknown>) => work(tx),
      });
      t.equal(await pruneMessages(inside as unknown as Sql, { now: START + 3 * 86_400_000, limit: 10 }), 1);
    });
    await repeat;
    t.equal((await sql`select from direct_messages`).length, 0);
  },
);

void t.test('the echo of our own message is ours, whenever the response to its call names it', async (t) => {
  const world = await stage(t);
  const { sql, workspaceId } = world;
  const accountId = await world.addAccount('instagram');
  const window = networks.instagram.messages!.window!;
  const account = { id: accountId, workspaceId, window, receivingSince: null };
  for (const [index, read] of [/as "networkId", conversation_id/, /"hasButton"/].entries()) {
    const [id, networkId] = [`msg_own_${index}`, `own ${index}`];
    const take = (event: InboundEvent, wrap: (tx: Tx) => Tx = (tx) => tx) =>
      world.node.command(async (tx, turn) => ({
        result: null,
        feed: (await takeMessages(wrap(tx), turn, account, [event], readAutomations)).feed,
      }));
    await take(message(`m${index}`, START));
    await sql`
      insert into actors select (jsonb_populate_record(a, ${JSON.stringify({ id, kind: 'message_send', shown: 'sending' })}::text::jsonb)).*
      from actors a where kind = 'conversation' limit 1`;
    await sql`
      insert into direct_messages (id, workspace_id, conversation_id, account_id, direction, by, text, attachments, network_at, seq)
      select ${id}, workspace_id, id, account_id, 'out', 'automation', 'Hello', '[]', now(), 1 from conversations`;
    /** The response is stored just after this statement of the turn. */
    const named = (tx: Tx) =>
      new Proxy(tx, {
        apply: (target, self, args: [TemplateStringsArray, ...unknown[]]) => {
          const statement = Reflect.apply(target as never, self, args) as Promise<unknown>;
          if (!read.test(args[0].join(''))) return statement;
          return statement.then(async (rows) => {
            await nameMessage(sql, id, networkId);
            return rows;
          });
        },
      });
    await take(
      message(networkId, START + 600_000, { text: 'Hello', echo: { appId: null, metadata: id } }),
      named,
    );
    const rows = await sql`select by from direct_messages where direction = 'out' and by <> 'automation'`;
    t.strictSame([...rows], [], `named after ${read}`);
  }
  const [conversation] = await listConversations(sql, { workspaceId, heldTo: null, limit: 1 });
  t.equal(conversation!.pausedUntil, null, 'it is no answer by hand');
});
