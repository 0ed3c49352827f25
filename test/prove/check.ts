/**
 * What must be true when a case has ended. Each breach is a sentence; none is allowed. What is only counted (a
 * duplicate that the account's setting allows, an interrupted webhook) is an outcome.
 */
import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry } from '../../simulators/simulator.ts';
import { type Persisted, start, step } from '../../machines/durable.ts';
import { loadDefinitions, machineOf } from '../../src/engine/definitions.ts';
import type { Kind } from '../../src/engine/kind.ts';
import { comparable } from '../../src/engine/routine.ts';
import { standingAt } from '../../src/features/introspection/replay.ts';
import { withDefaults } from '../../src/engine/stored-snapshot.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Db } from '../../store/connect.ts';
import type { Row } from './rows.ts';
import { ENDLESS_TIMERS, type ConnectedAccount, type Stage, type Tenant } from './stage.ts';

export interface Expectation {
  /**
   * How often the outcome may have been unknown because of the network: kills during a call, responses that prove
   * nothing. 0: never.
   */
  doubts: number;
  /** Copies of a call that the network executed after a lookup had not found it. */
  lateCopies: number;
  lateComments: number;
  commentMayFail: boolean;
  /** The shortest wait after a temporary failure, ms. */
  leastWaitMs: number;
  /** It must have failed temporarily. Absent: it must be live. */
  end?: 'failed';
}

/** The result of one account's delivery. */
export interface Verdict {
  account: ConnectedAccount;
  copies: number;
  status: string;
  error: string | null;
  /** It is not known whether it is live, and the error says so. */
  toldUnknown: boolean;
  /** Copies beyond the first: each after a lookup without a result, on an account whose setting is to retry. */
  duplicates: number;
}

export interface Found {
  /** null when there is no delivery to check: then the breaches say so. */
  verdict: Verdict | null;
  webhooks: { received: number; cutOff: number; repeated: number };
  steps: number;
  breaches: string[];
}

interface Delivery {
  accountId: string;
  status: string;
  error: string | null;
  networkPostId: string | null;
  firstComment: { status: string; networkCommentId: string | null; error: string | null } | null;
}
interface Post {
  id: string;
  status: string;
  error: string | null;
  deliveries: Delivery[];
}
export interface JournalRow {
  actorId: string;
  seq: number;
  at: Date;
  event: { type: string; input?: unknown; reason?: string; afterMs?: number };
  /** From where the step started; null: of kinds of which the journal has every step. */
  before: Pick<Persisted, 'value' | 'context'> | null;
}

/** What a delivery waits after a temporary failure where the network names no time, ms. */
const RETRY_MS = 5 * 60_000;
/** A connection that broke by itself (adapters/lib/http.ts), as they do on a busy machine: not the fault that was asked for. */
const BROKE = /connection broke|no connection|no answer in time/;

/** @param events that the endpoints must have received, in order; null: the one event that fits the post's state */
export async function check(
  stage: Stage,
  tenant: Tenant,
  expect: Expectation,
  events: string[] | null = null,
): Promise<Found> {
  const breaches: string[] = [];
  const answer = await stage.call(tenant, 'GET', '/v1/posts');
  const posts = (answer?.body as { posts?: Post[] } | undefined)?.posts ?? [];
  if (posts.length !== 1) breaches.push(`${posts.length} posts where one was asked for`);
  const [post] = posts;
  if (!post) {
    const webhooks = { received: 0, cutOff: 0, repeated: 0 };
    return { verdict: null, webhooks, steps: 0, breaches };
  }

  const { account } = tenant;
  const journal = await readJournal(stage, tenant);
  const delivery = post.deliveries.find(({ accountId }) => accountId === account.id);
  const verdict = delivery ? await judge(stage, account, delivery, journal, expect, breaches) : null;
  if (verdict === null) breaches.push('no delivery');
  else {
    const { status } = verdict;
    if (post.status !== (status === 'published' ? 'published' : 'failed'))
      breaches.push(`the post is ${post.status}, its delivery ${status}`);
    const isNamed = (post.error ?? '').includes(account.id);
    if (status === 'failed' && !isNamed) breaches.push("the post's error does not name the account");
    if (status === 'published' && isNamed) breaches.push("the post's error names the account, which is live");
  }
  const told = events ?? [`post.${post.status}`];
  const webhooks = await checkWebhooks(stage, tenant, post, told, breaches);
  await checkRest(stage, tenant, breaches);
  await checkReplay(stage, tenant, breaches);
  await checkSecrets(stage, tenant, breaches);
  return { verdict, webhooks, steps: journal.length, breaches };
}

async function judge(
  stage: Stage,
  account: ConnectedAccount,
  delivery: Delivery,
  journal: JournalRow[],
  expect: Expectation,
  breaches: string[],
): Promise<Verdict> {
  const { row } = account;
  const all = await stage.ledger(account);
  const entries = row.comment ? all.filter((entry) => aboveOf(entry) === null) : all;
  if (row.comment) breaches.push(...commentFaults(row, delivery, all, expect));
  const { copies, faults } = copiesIn(entries, row.parts ?? 1);
  for (const fault of faults) breaches.push(`${row.name}: ${fault}`);
  const { status, error, networkPostId } = delivery;
  const toldUnknown = status === 'failed' && (error ?? '').startsWith('outcome unknown');
  const breach = (sentence: string) => breaches.push(`${row.name}: ${sentence}`);

  const [actor] = await stage.sql<{ id: string }[]>`
    select id from actors where kind = 'delivery' and snapshot #>> '{context,accountId}' = ${account.id}`;
  const blindLooks = journal.filter(
    ({ actorId, event }) => actorId === actor?.id && event.type === 'finding.cannot_tell',
  ).length;
  if (blindLooks > expect.doubts)
    breach(`nobody could tell ${blindLooks} times, where ${expect.doubts} calls were left in doubt`);
  if (row.evidence !== null && blindLooks > 0)
    breach('its network offers evidence, and yet nobody could tell');

  const steps = journal.filter(({ actorId }) => actorId === actor?.id);
  for (const [index, { event, at }] of steps.entries()) {
    const waitedMs = (steps[index + 1]?.at.getTime() ?? Infinity) - at.getTime();
    if (event.type !== 'outcome.retry' || BROKE.test(event.reason ?? '')) continue;
    // a network whose response itself names a shorter wait is asked again after that
    const named = expect.leastWaitMs <= RETRY_MS ? (event.afterMs ?? RETRY_MS) : expect.leastWaitMs;
    const leastMs = Math.min(expect.leastWaitMs, named);
    if (waitedMs < leastMs)
      breach(`tried again after ${waitedMs / 1000} s, not ${leastMs / 1000} s: ${event.reason ?? ''}`);
  }

  const duplicates = Math.max(0, copies - 1);
  const unknown = row.onUnknown === 'retry' && !row.refusesTwice ? blindLooks : 0;
  const allowed = unknown + expect.lateCopies;
  if (duplicates > allowed) breach(`${copies} copies, at most ${1 + allowed} can be explained`);
  switch (status) {
    case 'published':
      if (copies === 0) breach('published, and the network has nothing');
      else if (networkPostId !== null && !entries.some(({ id }) => id === networkPostId))
        breach(`published as ${networkPostId}, which the network does not know`);
      break;
    case 'failed':
      if (error === null || error === '') breach('failed without a sentence');
      if (!toldUnknown && copies > 0) breach(`failed (${error}), and yet the network has ${copies}`);
      if (toldUnknown && expect.doubts === 0 && expect.end !== 'failed')
        breach(`told as unknown, though every answer came: ${error}`);
      break;
    default:
      breach(`came to rest as ${status}`);
  }
  if (expect.end === 'failed') {
    if (status !== 'failed') breach(`${status}, where every call failed`);
  } else if (status !== 'published' && !(row.onUnknown === 'hold' && toldUnknown)) {
    breach(`${status} (${error}), where it had to be live`);
  }
  return { account, copies, status, error, toldUnknown, duplicates };
}

/**
 * How many copies of the post a network has. A thread is there once when it has each part once, each below the one before.
 * @returns faults: what is wrong with a thread, one sentence each
 */
/** What an entry of the ledger stands below; null if it is a post of its own. */
const aboveOf = ({ details }: LedgerEntry) =>
  details['replyTo'] ?? details['reply_to'] ?? details['commentOn'] ?? null;

/** What is wrong with the first comment: it is there once where the post is live, and its status is what is there. */
function commentFaults(
  row: Row,
  { status, networkPostId, firstComment }: Delivery,
  entries: LedgerEntry[],
  { lateComments, commentMayFail }: Expectation,
): string[] {
  const comments = entries.filter((entry) => aboveOf(entry) !== null);
  const said = `the first comment is ${firstComment?.status ?? 'none'} (${firstComment?.error ?? ''})`;
  const faults: string[] = [];
  if (comments.length > 1 + lateComments) faults.push(`${comments.length} first comments`);
  if (
    comments.some(
      (entry) => aboveOf(entry) !== networkPostId && status === 'published' && networkPostId !== null,
    )
  )
    faults.push('a first comment below another post');
  const isThere = comments.length > 0;
  switch (status === 'published' ? (firstComment?.status ?? 'none') : 'not live') {
    case 'sent':
      if (!comments.some(({ id }) => id === firstComment?.networkCommentId))
        faults.push(`${said}, and is not there`);
      break;
    case 'failed':
      if (isThere || !commentMayFail) faults.push(`${said}; the network has ${comments.length}`);
      break;
    case 'unknown':
      if (row.comment !== 'not shown') faults.push(`${said}, though a list shows it`);
      break;
    case 'not live':
      if (isThere && firstComment?.status === 'pending')
        faults.push(`${said}; the network has ${comments.length}`);
      break;
    default:
      faults.push(said);
  }
  return faults.map((fault) => `${row.name}: ${fault}`);
}

function copiesIn(entries: LedgerEntry[], parts: number): { copies: number; faults: string[] } {
  if (parts === 1 || entries.length === 0) return { copies: entries.length, faults: [] };
  const texts = Map.groupBy(entries, ({ text }) => text);
  const faults: string[] = [];
  if (texts.size !== parts) faults.push(`${texts.size} of ${parts} parts at the network`);
  const above = entries.map(({ details }) => details['replyTo'] ?? details['reply_to'] ?? null);
  const wanted = [null, ...entries.slice(0, -1).map(({ id }) => id)];
  if (!isDeepStrictEqual(above, wanted)) faults.push(`its parts stand below ${JSON.stringify(above)}`);
  return { copies: Math.max(...[...texts.values()].map(({ length }) => length)), faults };
}

/** Once means once, unless the service died during the call: then the log says so. Retries have the same id. */
async function checkWebhooks(
  stage: Stage,
  tenant: Tenant,
  post: Post,
  told: string[],
  breaches: string[],
): Promise<Found['webhooks']> {
  const sum = { received: 0, cutOff: 0, repeated: 0 };
  for (const name of ['once', 'again'] as const) {
    const received = stage.received(tenant.endpoints[name]);
    if (received.some(({ postId }) => postId !== post.id)) breaches.push(`${name}: told of another post`);
    const log = await stage.sql<{ event: string; eventId: string; cutOff: boolean; value: string }[]>`
      select s.event, s.event_id as "eventId", a.snapshot ->> 'value' as value,
        exists (select from webhook_tries t where t.send_id = s.id
          and t.error = 'the service stopped during this try; it counts as sent') as "cutOff"
      from webhook_sends s join webhook_endpoints e on e.id = s.endpoint_id join actors a on a.id = s.id
      where e.workspace_id = ${tenant.id} and e.url like ${`%/${name}`} order by s.created_at, s.id`;
    if (
      !isDeepStrictEqual(
        log.map(({ event }) => event),
        told,
      )
    )
      breaches.push(
        `${name}: ${log.map(({ event }) => event).join(', ') || 'nothing'} sent, not ${told.join(', ')}`,
      );
    for (const { event, eventId, cutOff, value } of log) {
      const times = received.filter(({ webhookId }) => webhookId === eventId).length;
      if (cutOff) sum.cutOff += 1;
      sum.received += Math.min(1, times);
      sum.repeated += Math.max(0, times - 1);
      if (times === 0 && (name === 'again' || !cutOff)) breaches.push(`${name}: ${event} never came`);
      if (times > 1 && (name === 'once' || !cutOff)) breaches.push(`${name}: ${event} came ${times} times`);
      if (value !== 'delivered' && !(name === 'once' && cutOff))
        breaches.push(`${name}: ${event} is ${value}`);
    }
    const strangers = received.filter(({ webhookId }) => !log.some(({ eventId }) => eventId === webhookId));
    if (strangers.length > 0) breaches.push(`${name}: ${strangers.length} calls that no log knows`);
  }
  return sum;
}

/**
 * Two posts with the same text, the second after an outage: each is published as a post of its own or says why not.
 * @param ids of the posts, in the order of their creation
 */
export async function checkTwins(
  stage: Stage,
  tenant: Tenant,
  ids: string[],
  doubts: number,
): Promise<Found> {
  const breaches: string[] = [];
  const { account } = tenant;
  const { row } = account;
  const posts = await Promise.all(
    ids.map(async (id) => (await stage.call(tenant, 'GET', `/v1/posts/${id}`))?.body as { post: Post }),
  );
  const deliveries = posts.flatMap(({ post }) => post.deliveries);
  const [first, second] = deliveries;
  const entries = await stage.ledger(account);
  const journal = await readJournal(stage, tenant);
  const blind = journal.filter(({ event }) => event.type === 'finding.cannot_tell').length;
  if (deliveries.length !== 2 || !first || !second)
    breaches.push(`${deliveries.length} deliveries of two posts`);
  else {
    const live = deliveries.filter(({ status }) => status === 'published');
    if (first.status !== 'published') breaches.push(`the first is ${first.status}: ${first.error}`);
    const named = live.map(({ networkPostId }) => networkPostId).filter((id) => id !== null);
    if (new Set(named).size < named.length) breaches.push(`both are published as ${named[0]}`);
    if (named.some((id) => !entries.some((entry) => entry.id === id)))
      breaches.push(`published as ${named.join(', ')}, which the network does not know`);
    if (entries.length < live.length)
      breaches.push(`${live.length} are published, and the network has ${entries.length}`);
    if (entries.length > 2 + blind) breaches.push(`${entries.length} copies of two posts`);
    if (blind > doubts)
      breaches.push(`nobody could tell ${blind} times, where ${doubts} calls were in doubt`);
    const mayFail = row.refusesTwins === true || row.onUnknown === 'hold';
    if (second.status !== 'published' && !mayFail)
      breaches.push(`the second is ${second.status} (${second.error}), where it had to be live`);
    if (second.status === 'failed' && (second.error ?? '') === '') breaches.push('failed without a sentence');
  }
  await checkRest(stage, tenant, breaches);
  await checkReplay(stage, tenant, breaches);
  await checkSecrets(stage, tenant, breaches);
  const { status = 'missing', error = null } = second ?? {};
  const duplicates = Math.max(0, entries.length - 2);
  const toldUnknown = status === 'failed' && (error ?? '').startsWith('outcome unknown');
  const verdict = { account, copies: entries.length, status, error, toldUnknown, duplicates };
  const webhooks = { received: 0, cutOff: 0, repeated: 0 };
  return { verdict, webhooks, steps: journal.length, breaches };
}

export async function checkRest({ sql }: Stage, tenant: Tenant, breaches: string[]): Promise<void> {
  const [left] = await sql<{ mail: number; effects: string[]; attention: number }[]>`
    select (select count(*)::int from mailbox where workspace_id = ${tenant.id}
        and (timer is null or timer not like all (${ENDLESS_TIMERS}::text[]))) as mail,
      -- accounts, their numbers and notifications go on for ever: one of their effects may have started just now
      array(select e.type from effects e join actors a on a.id = e.actor_id
        where e.workspace_id = ${tenant.id} and a.kind not in ('account', 'metrics', 'receiver', 'notification')) as effects,
      (select count(*)::int from actors where workspace_id = ${tenant.id} and status = 'needs_attention') as attention`;
  if (left!.mail > 0) breaches.push(`${left!.mail} messages left in mailboxes`);
  if (left!.effects.length > 0) breaches.push(`effects left in the outbox: ${left!.effects.join(', ')}`);
  if (left!.attention > 0) breaches.push(`${left!.attention} actors stand still`);
}

export async function readJournal({ sql }: { sql: Db }, tenant: Tenant): Promise<JournalRow[]> {
  return sql<JournalRow[]>`
    select coalesce(s.actor, p.family) as "actorId", s.seq, p.at, s.event, s.before
    from journal_pages p
    cross join lateral json_to_recordset(p.steps::json) s(actor text, seq integer, event json, before json)
    where p.workspace_id = ${tenant.id} order by 1, s.seq`;
}

/** Every actor's journal has no gaps, and a replay from (event, at) gives exactly the stored snapshot. */
export async function checkReplay(stage: Stage, tenant: Tenant, breaches: string[]): Promise<void> {
  // of one moment: the numbers of an account go on being read
  const { actors, journal } = await stage.sql.begin('isolation level repeatable read', async (sql) => ({
    actors: await sql<
      {
        id: string;
        kind: keyof typeof kinds;
        definitionId: string | null;
        version: number;
        seq: number;
        snapshot: Persisted;
      }[]
    >`
      select id, kind, definition_id as "definitionId", version, seq, snapshot
      from actors where workspace_id = ${tenant.id}`,
    journal: await readJournal({ sql }, tenant),
  }));
  await loadDefinitions(stage.sql, kinds, actors);
  const strangers = journal.filter(({ actorId }) => !actors.some(({ id }) => id === actorId));
  if (strangers.length > 0) breaches.push(`${strangers.length} journal rows of no actor`);
  for (const { id, kind, definitionId, version, seq, snapshot: stored } of actors) {
    const snapshot = withDefaults(kinds, { kind, version }, stored);
    const steps = journal.filter(({ actorId }) => actorId === id);
    const { routine }: Kind = kinds[kind];
    // the journal leaves out steps that found nothing new; the next one says where it started from
    const isWhole = steps.every(
      (row, index) =>
        row.seq === index + 1 || (row.before !== null && row.seq > (steps[index - 1]?.seq ?? 0)),
    );
    const isLast = steps.at(-1)?.seq === seq;
    if (!isWhole || !(isLast || routine)) {
      breaches.push(
        `${kind} ${id}: its journal has holes (${steps.map((row) => row.seq).join(' ')} of ${seq})`,
      );
      continue;
    }
    const machine = machineOf(kinds[kind], definitionId);
    if (!machine) {
      breaches.push(`${kind} ${id}: its chart is gone`);
      continue;
    }
    let now: Persisted | null = null;
    for (const { event, at, before } of steps) {
      if (before) now = standingAt(before);
      now =
        now === null
          ? start(machine, event.input as never, at.getTime()).snapshot
          : step(machine, now as never, event as never, at.getTime()).snapshot;
    }
    const [replayed, kept] = [JSON.parse(JSON.stringify(now)) as Persisted, snapshot].map((one) =>
      comparable(routine, one, isLast),
    );
    if (!isDeepStrictEqual(replayed, kept))
      breaches.push(`${kind} ${id}: its journal replays to another snapshot: ${difference(replayed, kept)}`);
  }
}

/** The first place where two values differ. */
function difference(one: unknown, other: unknown, path = ''): string {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null;
  if (!isObject(one) || !isObject(other))
    return `${path} ${JSON.stringify(one)}, stored ${JSON.stringify(other)}`;
  const [ours, theirs] = [one, other] as { [name: string]: unknown }[];
  const name = Object.keys({ ...ours, ...theirs }).find(
    (key) => !isDeepStrictEqual(ours![key], theirs![key]),
  );
  return name === undefined ? path : difference(ours![name], theirs![name], `${path}/${name}`);
}

export async function checkSecrets(
  { sql, secretsOf }: Stage,
  tenant: Tenant,
  breaches: string[],
): Promise<void> {
  const secrets = [...tenant.secrets, ...(await secretsOf(tenant))]; // a refresh returned new ones
  const rows = await sql<{ table: string; text: string }[]>`
    select 'journal' as table, j::text as text from journal j where workspace_id = ${tenant.id}
    union all select 'actors', a::text from actors a where workspace_id = ${tenant.id}
    union all select 'exchanges', x::text from exchanges x where workspace_id = ${tenant.id}
    union all select 'feed', f::text from feed f where workspace_id = ${tenant.id}
    union all select 'webhook_sends', s::text from webhook_sends s where workspace_id = ${tenant.id}`;
  for (const { table, text } of rows) {
    if (secrets.some((secret) => text.includes(secret))) breaches.push(`a secret stands in ${table}`);
  }
}
