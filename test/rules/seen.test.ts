/** Which messages of rules people have seen: by read marks, in any order, and by writing. */
import t, { type Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { InboundEvent } from '../../adapters/port/inbound.ts';
import { readAutomations } from '../../src/features/flows/index.ts';
import { takeMessages } from '../../src/features/inbox/index.ts';
import { kinds } from '../../src/kinds/index.ts';
import { prune } from '../../src/service/retention.ts';
import { publicRule } from '../../src/features/rules/views.ts';
import { findRule } from '../../store/comment-rules.ts';
import { readCounters } from '../../store/counters.ts';
import { HOUR, NOW } from '../comments/scene.ts';
import { ruleScene } from './scene.ts';

const MINUTE = 60_000;
const facts = { remoteId: 'acc_1', standby: false, raw: null };

/** Two rules, whose messages `mid-1` and `mid-2` Ann has from NOW and an hour later on. */
async function seeing(t: Test) {
  const world = await ruleScene(t);
  const { sql, rule, comment, tell, inTurn } = world;
  await rule('rule_1', ['link']);
  await rule('rule_2', ['recipe']);
  const send = async (
    commentId: string,
    {
      text,
      at,
      from = 'ann',
      resultId = `mid-${commentId}`,
    }: {
      text: string;
      at: number;
      from?: string;
      resultId?: string | null;
    },
  ) => {
    await comment(commentId, from, text, at);
    const [row] = await sql<{ id: string }[]>`select id from private_replies where comment_id = ${commentId}`;
    await tell(row!.id, { type: 'place.granted' }, at);
    const done = { status: 'done', resultId, failure: null, reason: null } as const;
    await tell(row!.id, { type: 'act.ended', actId: 'act', ...done }, at);
    await sql`update comments set recipient_id = ${`igsid-${from}`} where id = ${commentId}`;
  };
  await send('1', { text: 'link', at: NOW });
  await send('2', { text: 'recipe', at: NOW + HOUR });
  const account = {
    id: 'acc_1',
    workspaceId: 'ws_1',
    window: networks.instagram.messages!.window!,
    receivingSince: null,
  };
  /** @returns the events that came too early */
  const take = async (events: InboundEvent[], at = NOW + 3 * HOUR) => {
    let early: InboundEvent[] = [];
    await inTurn(at, async (tx, turn) => {
      ({ early } = await takeMessages(tx, turn, account, events, readAutomations));
    });
    return early;
  };
  const stats = async () =>
    Promise.all(
      ['rule_1', 'rule_2'].map(async (id) => {
        const row = (await findRule(sql, { id, workspaceId: 'ws_1', heldTo: null }))!;
        const { seen, answered } = publicRule(row, (await readCounters(sql, [id])).get(id)).stats;
        return [seen, answered];
      }),
    );
  return { ...world, send, takeAll: take, stats };
}

const mark = (
  messageId: string | null,
  upTo: number | null = null,
  personId = 'igsid-ann',
): InboundEvent => ({
  ...facts,
  kind: 'read',
  dedupeKey: `read ${messageId} ${upTo}`,
  at: NOW + 2 * HOUR,
  personId,
  messageId,
  upTo,
});

const wrote = (id: string, at: number, isEcho = false, personId = 'igsid-ann'): InboundEvent => ({
  ...facts,
  kind: 'message',
  dedupeKey: id,
  at,
  message: {
    id,
    personId,
    echo: isEcho ? { appId: null, metadata: null } : null,
    text: `text of ${id}`,
    attachments: [],
    tap: null,
    storyReply: null,
    storyMention: null,
    replyTo: null,
    ref: null,
    isUnsupported: false,
  },
});

void t.test('a mark counts for the message that it names and for what was sent before', async (t) => {
  const { takeAll, stats } = await seeing(t);
  t.strictSame(await takeAll([mark('mid-1')]), []);
  t.strictSame(
    await stats(),
    [
      [1, 0],
      [0, 0],
    ],
    'the later message of the other rule was not seen',
  );
  await takeAll([wrote('other', NOW + 2 * HOUR, true)]);
  t.strictSame(await takeAll([mark('other'), mark('other')]), []);
  t.strictSame(
    await stats(),
    [
      [1, 0],
      [1, 0],
    ],
    'each is counted once',
  );
});

void t.test('a mark of an older message says nothing of what was sent after it', async (t) => {
  const { takeAll, stats } = await seeing(t);
  await takeAll([wrote('old', NOW - HOUR, true), wrote('between', NOW + 30 * MINUTE, true)]);
  await takeAll([mark('old')]);
  t.strictSame(await stats(), [
    [0, 0],
    [0, 0],
  ]);
  await takeAll([mark('between')]);
  t.strictSame(await stats(), [
    [1, 0],
    [0, 0],
  ]);
  await takeAll([mark(null, NOW + HOUR + MINUTE)]);
  t.strictSame(
    await stats(),
    [
      [1, 0],
      [1, 0],
    ],
    'a network that names a time',
  );
  await takeAll([mark(null, NOW + 9 * HOUR, 'igsid-somebody')]);
});

void t.test('a mark that comes before its message waits for it', async (t) => {
  const { takeAll, stats } = await seeing(t);
  const events = [mark('later')];
  t.strictSame(await takeAll(events), events);
  t.strictSame(await stats(), [
    [0, 0],
    [0, 0],
  ]);
  t.strictSame(await takeAll([...events, wrote('later', NOW + 2 * HOUR, true)]), [], 'in one batch too');
  t.strictSame(await stats(), [
    [1, 0],
    [1, 0],
  ]);
});

void t.test('who writes has seen what came before, once', async (t) => {
  const { takeAll, stats, send, sql } = await seeing(t);
  await takeAll([mark('mid-1')]);
  await takeAll([wrote('thanks', NOW + 2 * HOUR), mark('mid-2')]);
  t.strictSame(await stats(), [
    [1, 1],
    [1, 1],
  ]);
  // the response that named the message was lost
  await send('3', { text: 'link', at: NOW + 3 * HOUR, from: 'bob', resultId: null });
  await takeAll([wrote('bobs', NOW + 4 * HOUR, true, 'igsid-bob'), mark('bobs', null, 'igsid-bob')]);
  t.strictSame(await stats(), [
    [2, 1],
    [1, 1],
  ]);
  const kept = await sql`select from private_replies where seen_at is not null`;
  t.equal(kept.length, 3, 'the activity says the same');
});

void t.test('testers are not counted, and numbers stay when activity is pruned', async (t) => {
  const { takeAll, stats, send, sql } = await seeing(t);
  await sql`insert into answering_settings (account_id, workspace_id, testers) values ('acc_1', 'ws_1', '["tess"]')`;
  await send('3', { text: 'link', at: NOW + HOUR, from: 'tess' });
  await takeAll([mark('mid-3', null, 'igsid-tess'), mark('mid-2')]);
  const [row] = await sql`select seen_at as at from private_replies where comment_id = '3'`;
  t.ok(row!['at'], 'the activity says it');
  t.strictSame(
    await stats(),
    [
      [1, 0],
      [1, 0],
    ],
    'of Ann alone',
  );
  await prune({ sql, directory: sql }, kinds, NOW + 100 * 24 * HOUR);
  t.equal((await sql`select from private_replies`).length, 0);
  t.strictSame(await stats(), [
    [1, 0],
    [1, 0],
  ]);
});
