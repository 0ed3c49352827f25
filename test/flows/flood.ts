/**
 * A reel that everybody comments within a minute, over the real service and the sandbox on one simulated clock: each
 * request is acknowledged, each person gets one message, and the messages leave in order, 700 an hour, at the times that the
 * queue says. The figures of 10,000 are measured by the bench.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Test } from 'tap';
import { people } from '../comments/people.ts';
import { eventually } from '../support/eventually.ts';
import { untilReceiving } from '../support/until-receiving.ts';

const PER_HOUR = 700;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const MB = 2 ** 20;
/** More than the sandbox keeps of a message that it received. */
const KEPT_BYTES = 5_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** What is in use, in MB, of the service and of the sandbox, which are one process here. */
function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / MB;
}

/** Checks that each node carried out a good part of what the flood asked of networks. */
async function checkShares(t: Test, baseUrls: readonly string[]): Promise<void> {
  const counts = await Promise.all(
    baseUrls.map(async (baseUrl) => {
      const text = await (await fetch(`${baseUrl}/metrics`)).text();
      const lines = [...text.matchAll(/^troupe_effect_duration_seconds_count\{.*\} (\d+)$/gm)];
      return lines.reduce((sum, [, count]) => sum + Number(count), 0);
    }),
  );
  t.comment(`effects carried out by node: ${counts.join(', ')}`);
  const all = counts.reduce((sum, count) => sum + count, 0);
  for (const count of counts) t.ok(count > all / (baseUrls.length * 10), 'each node did a part');
}

/**
 * @param comments how many people comment: TROUPE_FLOOD, or what is usual for the test
 * @param onTwoNodes whether a second node does a part of the work
 */
export async function flood(t: Test, comments: number, { onTwoNodes = false } = {}): Promise<void> {
  t.setTimeout(0);
  /** On a busy machine. */
  const withinMs = MINUTE + comments * 50;
  const { running, mediaOf } = await people(t, { subscribes: true });
  const { service, sandbox, call, accounts, advance } = running;
  const { sql } = service;
  const nodes = [running, ...(onTwoNodes ? [await running.secondNode()] : [])];
  await untilReceiving({ sql }, 'instagram');
  advance(2_000); // the network counts whole seconds: what was made in this one is history
  const dmText = 'Here it is';
  const made = await call('POST', '/v1/comment-dm-rules', {
    accountId: accounts['instagram'],
    keywords: ['link'],
    dmText,
  });
  const { rule } = made.body;

  const place = { network: 'instagram' };
  const mediaId = mediaOf('instagram');
  const ids: string[] = [];
  /** Networks count whole seconds: those of one second are in no order. */
  const secondOf = new Map<string, number>();
  sandbox.sandbox.webhooks.change('instagram', { hold: true, batch: 100 });
  const nameOf = (index: number) => `fan-${index}`;
  for (let index = 0; index < comments; index += 1) {
    const act = { kind: 'comment', text: `link ${index}`, mediaId, parentId: null } as const;
    const { commentId } = sandbox.sandbox.people.act(place, { username: nameOf(index) }, act);
    ids.push(commentId!);
    secondOf.set(commentId!, Math.floor(service.context.clock() / 1_000));
    if (index % 100 === 99) advance((MINUTE * 100) / comments);
  }
  sandbox.sandbox.webhooks.change('instagram', { hold: false });
  await eventually(async () => {
    await sandbox.sandbox.webhooks.settled();
    return sandbox.sandbox.webhooks.waiting('instagram') === 0;
  }, withinMs);
  const refused = sandbox.sandbox.webhooks
    .deliveries('instagram')
    .filter(({ status }) => status !== 200).length;
  t.equal(refused, 0, 'every request is acknowledged');

  const left = async () => {
    const [row] = await sql<{ events: number; effects: number; waiting: number; dueAt: number | null }[]>`
      select (select count(*)::int from inbound where done_at is null) as events,
        (select count(*)::int from effects) as effects,
        (select count(*)::int from actors where kind in ('private_reply', 'comment_act') and status <> 'done') as waiting,
        (select (extract(epoch from min(due_at)) * 1000)::float8 from mailbox m join actors a on a.id = m.actor_id
          where a.kind in ('private_reply', 'comment_act', 'reply_queue')) as "dueAt"`;
    return row!;
  };
  /** Until all that can be done at this time is done: everybody who is left waits for a time to come. */
  const idle = () =>
    eventually(async () => {
      const { events, effects, waiting, dueAt } = await left();
      return (
        events + effects === 0 && (waiting === 0 || (dueAt ?? 0) > service.context.clock()) && { waiting }
      );
    }, withinMs);
  const messagesOf = (index: number): number =>
    sandbox.sandbox.people.view(place, nameOf(index)).messages.filter(({ text }) => text === dmText).length;
  const statsNow = async () => {
    const { rules } = (await call('GET', '/v1/comment-dm-rules')).body;
    return rules.find(({ id }) => id === rule.id).stats;
  };
  const placesNow = () =>
    sql<{ at: number }[]>`
      select (extract(epoch from s.planned_at) * 1000)::float8 as at
      from private_replies p join actors s on s.id = p.id
      where p.rule_id = ${rule.id} and s.planned_at is not null order by s.planned_at`;

  await idle();
  const heaps: number[] = [];
  let sent = 0;
  for (let hour = 0; sent < comments; hour += 1) {
    const now = Math.min(comments, (hour + 1) * PER_HOUR);
    t.match(await statsNow(), {
      triggered: comments,
      sent: now,
      queued: comments - now,
      failed: 0,
      skipped: 0,
    });
    const had = ids.map((id, index) => ({ second: secondOf.get(id)!, messages: messagesOf(index) }));
    t.ok(
      had.every(({ messages }) => messages <= 1),
      'nobody has two messages',
    );
    const [answered, waiting] = [
      had.filter(({ messages }) => messages === 1),
      had.filter(({ messages }) => messages === 0),
    ];
    t.equal(answered.length, now, `hour ${hour + 1}: the next 700 have theirs`);
    const latest = Math.max(...answered.map(({ second }) => second));
    const earliest = Math.min(...waiting.map(({ second }) => second));
    const before = waiting.filter(({ second }) => second < latest).length;
    t.ok(
      before === 0,
      `hour ${hour + 1}: those who came first were first; ${before} wait who came before one who was answered, at most ${latest - earliest} s`,
    );
    sent = now;
    heaps.push(heapUsed());
    const places = await placesNow();
    t.equal(places.length, comments - now, 'everybody else has a place');
    const [first] = places;
    if (!first) break;
    const last = places[Math.min(PER_HOUR, places.length) - 1]!;
    t.ok(last.at - first.at < HOUR / 2, 'and 700 of them come in the next hour');
    t.ok((places[PER_HOUR]?.at ?? Infinity) - first.at > HOUR - MINUTE, 'the one after them an hour later');
    // a little later each time: the network counts from when a message was sent, not from its place
    advance(Math.ceil(last.at - service.context.clock()) + (hour + 1) * MINUTE);
    await pause(5);
    await idle();
  }
  const calls = sandbox.sandbox.calls.entries(place).filter((one) => one.call === 'messages');
  t.ok(calls.length > 0);
  t.strictSame(
    calls.filter(({ status }) => status !== 200),
    [],
    'the network refused none',
  );
  if (onTwoNodes)
    await checkShares(
      t,
      nodes.map(({ baseUrl }) => baseUrl),
    );
  const byHour = heaps.map((heap) => heap.toFixed(1)).join(' ');
  t.comment(`heap by hour, MB: ${byHour}`);
  // Each hour starts with the same work. The sandbox keeps every message and call, about 2.5 kB for each.
  const [, second] = heaps;
  if (second !== undefined && heaps.length > 2)
    t.ok(
      heaps.at(-1)! - second <= ((comments - 2 * PER_HOUR) * KEPT_BYTES) / MB + 3,
      `memory is flat but for what the sandbox keeps: ${byHour} MB by hour`,
    );
}
