/** What must be true when something was done with what people write: each breach is a sentence, none is allowed. */
import type { Case } from '../cases.ts';
import { checkReplay, checkRest, checkSecrets, type Found, readJournal } from '../check.ts';
import { request } from './deeds.ts';
import { judgeFlow } from './flow.ts';
import { isOfFlow } from './rows.ts';
import { judgeRule } from './rule.ts';
import { commentSeen, storedCopies, type Judged, messagesSeen, readReceiving, type Scene } from './scene.ts';

export interface FoundAnswer extends Found {
  /** What came of it, in words. */
  outcome: string;
}

export async function checkAnswer(scene: Scene, one: Case): Promise<FoundAnswer> {
  const { stage, tenant } = scene;
  const { copies, status, breaches } = await judge(scene, one);
  const journal = await readJournal(stage, tenant);
  if (breaches.length > 0)
    breaches.push(
      `its steps: ${journal.map(({ event }) => `${event.type} ${event.reason ?? ''}`).join(', ')}`,
    );
  await checkRest(stage, tenant, breaches);
  await checkReplay(stage, tenant, breaches);
  await checkSecrets(stage, tenant, breaches);
  const { account } = tenant;
  const toldUnknown = status === 'unknown';
  const verdict = { account, copies, status, error: null, toldUnknown, duplicates: Math.max(0, copies - 1) };
  const webhooks = { received: 0, cutOff: 0, repeated: 0 };
  const count = copies === 1 ? 'once' : copies === 0 ? 'not' : `${copies} times`;
  const outcome = `${count}, ${toldUnknown ? 'told as unknown' : status}`;
  return { verdict, webhooks, steps: journal.length, breaches, outcome };
}

async function judge(scene: Scene, one: Case): Promise<Judged> {
  const { deed } = scene.row;
  if (isOfFlow(deed)) return judgeFlow(scene, one);
  switch (deed) {
    case 'event':
    case 'read':
      return judgeEvents(scene);
    case 'file':
      return judgeFile(scene);
    case 'subscribe':
      return judgeSubscription(scene);
    case 'message':
    case 'reply':
    case 'hide':
    case 'delete':
    case 'private_reply':
      return judgeAnswer(scene, one);
    case 'rule':
    case 'public_reply':
    case 'sweep':
    case 'live':
    case 'rule_pause':
    case 'rule_delete':
    case 'queue_pause':
    case 'queue_delete':
    case 'queue_grant':
    case 'queue_hold':
      return judgeRule(scene, one);
    default:
      return deed satisfies never;
  }
}

/** Each event is stored once, told once and unread once. */
async function judgeEvents({ stage, tenant, row }: Scene): Promise<Judged> {
  const breaches: string[] = [];
  const { id } = tenant;
  const [found] = await stage.sql<{ [name: string]: number }[]>`
    select (select count(*)::int from direct_messages where workspace_id = ${id}) as messages,
      (select count(*)::int from comments where workspace_id = ${id}) as comments,
      (select coalesce(sum((snapshot #>> '{context,unread}')::int), 0)::int from actors
        where workspace_id = ${id} and kind = 'conversation') as unread,
      (select coalesce(sum(regexp_count(events, '"message.created"')), 0)::int
        from feed where workspace_id = ${id}) as "toldMessages",
      (select coalesce(sum(regexp_count(events, '"comment.created"')), 0)::int
        from feed where workspace_id = ${id}) as "toldComments",
      (select arrivals::int from feed_heads where workspace_id = ${id}) as arrivals`;
  const messages = row.network === 'threads' ? 0 : 1;
  const expected = {
    messages,
    comments: 1,
    unread: messages,
    toldMessages: messages,
    toldComments: 1,
    arrivals: messages + 1,
  };
  for (const [name, count] of Object.entries(expected))
    if (found![name] !== count) breaches.push(`${name}: ${found![name]}, not ${count}`);
  return { copies: found!['comments']!, status: 'stored', breaches };
}

/** Nothing of the copy is left, and the actor that made it has gone with the message. */
async function judgeFile(scene: Scene): Promise<Judged> {
  const { stage, tenant } = scene;
  const breaches: string[] = [];
  const rows = await stage.sql<{ state: string }[]>`
    select snapshot ->> 'value' as state from actors where workspace_id = ${tenant.id} and kind = 'media_copy'`;
  const states = rows.map(({ state }) => state).join();
  if (states !== 'removed') breaches.push(`its actors: ${states}`);
  const left = (await storedCopies(scene)).length;
  if (left > 0) breaches.push(`${left} copies are left`);
  return { copies: 1, status: 'deleted', breaches };
}

async function judgeSubscription(scene: Scene): Promise<Judged> {
  const { stage, tenant, row } = scene;
  const { accounts } = (await stage.control('GET', `webhooks?network=${row.network}`)) as {
    accounts: { account: string }[];
  };
  const copies = accounts.filter(({ account }) => account === tenant.account.remoteId).length;
  const problem = (await readReceiving(scene))?.problem;
  const breaches = copies === 1 ? [] : ['the network sends nothing'];
  if (problem !== null) breaches.push(`shown as not receiving: ${problem}`);
  return { copies, status: 'subscribed', breaches };
}

/** The states that the actors of its request ended in, the oldest first. One that failed frees the key for the next. */
async function endsOf({ stage, tenant }: Scene): Promise<string[]> {
  const found = await stage.sql<{ state: string }[]>`
    select snapshot ->> 'value' as state from actors
    where workspace_id = ${tenant.id} and kind in ('message_send', 'comment_act') order by id`;
  return found.map(({ state }) => (state === 'sent' ? 'done' : state));
}

const STATUS_OF: { [state: string]: number } = { done: 200, unknown: 504, failed: 503 };

async function judgeAnswer(scene: Scene, one: Case): Promise<Judged> {
  const { row, answers } = scene;
  const breaches: string[] = [];
  const isLate = one.kills[0]?.at === 'very-late';
  const ends = await endsOf(scene);
  // of a deletion the first: asked again, it finds that the comment is gone
  const state = (row.deed === 'delete' ? ends[0] : ends.at(-1)) ?? 'none';
  const earlier = ends.slice(0, -1);
  const copies = await copiesOf(scene);
  const mayFail =
    one.doubts > 0 && (row.deed === 'message' || (row.deed === 'reply' && row.onUnknown === 'hold'));
  // what failed, since lookups did not find it, and was asked for again: the network may work on it hours later
  const isFree = (end: string) => mayFail && (end === 'failed' || isLate);
  // DELETE takes no key: a client that got no response asks again
  if (row.deed !== 'delete' && (ends.length === 0 || earlier.length > 1 || !earlier.every(isFree)))
    breaches.push(`requests under one key: ${ends.join(', ')}`);
  if (copies > 1 + one.lateCopies) breaches.push(`done ${copies} times`);
  switch (state) {
    case 'done':
      if (copies === 0) breaches.push('said to be done, and the network does not have it');
      break;
    case 'unknown':
      if (one.doubts === 0) breaches.push('told as unknown, though it can be found out');
      if (row.deed !== 'message' && row.onUnknown === 'retry')
        breaches.push('told as unknown, and not done again');
      if (copies > 0 && !isLate) breaches.push('told as unknown, and the network has it');
      break;
    case 'failed':
      if (!mayFail) breaches.push(`came to rest as failed: ${JSON.stringify(answers)}`);
      if (copies > 0 && !isLate) breaches.push('said to have failed, and the network has it');
      break;
    default:
      breaches.push(`came to rest as ${state}: ${JSON.stringify(answers)}`);
  }
  for (const { status, body } of answers) {
    const isGone = row.deed === 'delete' && status === 404 && one.kills.length > 0;
    // what was unknown then may have been found since
    const wasUnknown = status === 504 && one.doubts + one.kills.length > 0;
    const hadFailed = status === STATUS_OF['failed'] && mayFail && (earlier.length > 0 || isLate);
    if (status !== STATUS_OF[state] && !isGone && !wasUnknown && !hadFailed)
      breaches.push(`answered ${status}, and it is ${state}: ${JSON.stringify(body)}`);
  }
  if (row.deed !== 'delete') await repeat(scene, { state, copies, breaches });
  return { copies, status: state, breaches };
}

/** The same request again, when all has ended: it gets the response, and does nothing. After a failure it sends the message. */
async function repeat(
  scene: Scene,
  { state, copies, breaches }: { state: string; copies: number; breaches: string[] },
): Promise<void> {
  const answer = await request(scene);
  const isFree = state === 'failed';
  if (answer?.status !== (isFree ? STATUS_OF['done'] : STATUS_OF[state]))
    breaches.push(`repeated when it is ${state}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
  const now = await copiesOf(scene);
  if (now !== copies + (isFree ? 1 : 0))
    breaches.push(`a repeat under the same key made ${now} of ${copies}`);
}

/** How often the network has it. */
async function copiesOf(scene: Scene): Promise<number> {
  const { row, text } = scene;
  if (row.deed === 'message' || row.deed === 'private_reply')
    return (await messagesSeen(scene)).filter((message) => message.text === text).length;
  const comment = await commentSeen(scene);
  if (row.deed === 'hide') return comment?.hidden === true ? 1 : 0;
  if (row.deed === 'delete') return comment === undefined || comment.deleted ? 1 : 0;
  return (comment?.replies ?? []).filter((reply) => reply.text === text).length;
}
