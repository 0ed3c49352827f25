/**
 * Kills in the middle of connecting an account: between the first request and the page that says it is done, when the
 * network's code is used up and nobody else knows yet. A person of each network is on a link of their own, and one kill
 * meets them all. Then each does what a person does: reloads, and if that does not help, opens the link again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { networks } from '../../adapters/networks.ts';
import { newPerson, type Person, type Seen } from '../accounts/connect/person.ts';
import { type Call, HELD_MS } from './cases.ts';
import { type Row, rows } from './rows.ts';
import { sideBySide, watchFor } from './run.ts';
import { ENDLESS_TIMERS, type Stage, until, type Workspace } from './stage.ts';
import type { Moment } from './postgres-proxy.ts';

export const connectColumns = {
  'connect-left': 'killed while the network was asked; it never works on it',
  'connect-accepted':
    'killed after the network did the work of a call (the code of the sign-in is used), before its answer',
  'connect-taken': 'killed when the way back was noted as used, before the network was asked',
  'connect-uncommitted': 'killed with the account in hand, before its commit left',
  'connect-committed': 'killed after that commit was confirmed, before the page',
} as const;
export type ConnectColumn = keyof typeof connectColumns;

interface ConnectCase {
  name: string;
  row: Row;
  column: ConnectColumn;
  point: string;
  held: Call | null;
}
export interface ConnectTask {
  kind: 'connect';
  cases: ConnectCase[];
}

/** Calls of connecting, by row. */
export interface ConnectCourses {
  [row: string]: Call[];
}

export interface ConnectResult {
  row: string;
  column: ConnectColumn;
  name: string;
  outcome: string;
  breaches: string[];
  kills: number;
  reached: boolean;
}

/** A person at a link, one request short of being connected. */
interface Walk {
  row: Row;
  workspace: Workspace;
  link: { id: string; url: string };
  person: Person;
  /** The last request of their browser: a reload repeats it. */
  last: () => Promise<Seen>;
}

/** Cases whose commits are held together: fewer than the service has connections. */
const MAX_COMMITS_HELD = 4;
const GATHERED_AFTER_MS = 60_000;
const LOOK_MS = 15;
const REFUSED = 400;

const networkRows = rows.filter(({ name, network }) => name === network);
const isSignIn = ({ network }: Row) => networks[network].connect.kind === 'oauth';

/** Why there is nothing to play; null when there is something. */
export function whyNotConnect(row: Row, column: string): string | null {
  if (row.name !== row.network) return `as ${row.network}`;
  if (column === 'connect-taken' && !isSignIn(row)) return 'a form: nobody comes back';
  return null;
}

/** Counts the calls of connecting if they are not known yet, and creates its tasks. */
export async function connectTasks(
  stage: Stage,
  isChosen: (one: { name: string; column: string; point: string }) => boolean,
  courses: ConnectCourses,
): Promise<ConnectTask[]> {
  const wanted = networkRows.filter(({ name }) =>
    Object.keys(connectColumns).some((column) => isChosen({ name, column, point: 'any' })),
  );
  if (wanted.length === 0) return [];
  const unknown = wanted.filter(({ name }) => courses[name] === undefined);
  const counted = unknown.length === 0 ? [] : await countCalls(stage, unknown);
  for (const [index, { name }] of unknown.entries()) courses[name] = counted[index]!;
  const cases: ConnectCase[] = [];
  for (const row of wanted) {
    const add = (column: ConnectColumn, point: string, held: Call | null) => {
      const name = `${row.name},${column},${point}`;
      if (isChosen({ name: row.name, column, point })) cases.push({ name, row, column, point, held });
    };
    for (const held of courses[row.name]!) {
      add('connect-left', `${held.call}.${held.nth}`, held);
      add('connect-accepted', `${held.call}.${held.nth}`, held);
    }
    if (isSignIn(row)) add('connect-taken', 'any', null);
    add('connect-uncommitted', 'any', null);
    add('connect-committed', 'any', null);
  }
  const tasks: ConnectTask[] = [];
  for (const one of cases) {
    const most = one.held ? cases.length : MAX_COMMITS_HELD;
    const open = tasks.find(
      ({ cases: [lead, ...more] }) =>
        lead!.column === one.column &&
        more.length + 1 < most &&
        [lead!, ...more].every(({ row }) => row !== one.row),
    );
    if (open) open.cases.push(one);
    else tasks.push({ kind: 'connect', cases: [one] });
  }
  return tasks;
}

/** The requests to each network between the person's last request and the page that says it is done. */
async function countCalls(stage: Stage, wanted: readonly Row[]): Promise<Call[][]> {
  await stage.revive();
  return sideBySide(wanted, async (row) => {
    const walk = await begin(stage, row, await stage.workspace());
    const since = stage.now();
    const seen = await complete(walk);
    if (seen.status !== 303) throw new Error(`${row.name} is not connected: ${seen.status} ${wordsOf(seen)}`);
    const calls = await stage.callsSince(row.network, since);
    return calls.map(({ call }, index) => ({
      call,
      nth: calls.slice(0, index + 1).filter((other) => other.call === call).length,
      anonymous: true,
    }));
  });
}

export async function playConnecting(stage: Stage, { cases }: ConnectTask): Promise<ConnectResult[]> {
  await stage.revive();
  const { column } = cases[0]!;
  const walks = await sideBySide(cases, async ({ row }) => begin(stage, row, await stage.workspace()));
  const met = await killWhile(stage, cases, walks);
  const states = await sideBySide(walks, (walk) => stateOf(stage, walk));
  await stage.revive();
  return sideBySide(cases, async ({ row, name }, index): Promise<ConnectResult> => {
    const breaches = [...states[index]!.breaches];
    const isThere = states[index]!.accounts > 0;
    if (column === 'connect-committed' && met && !isThere)
      breaches.push('committed, and yet there is no account');
    if (column !== 'connect-committed' && met && isThere) breaches.push('an account before its commit');
    const outcome = await goOn(stage, walks[index]!, isThere, breaches);
    const kills = index === 0 ? 1 : 0;
    return { row: row.name, column, name, outcome, breaches, kills, reached: met };
  });
}

/** Lets all persons continue at once, holds them at their point, and kills. @returns whether all were there */
async function killWhile(
  stage: Stage,
  cases: readonly ConnectCase[],
  walks: readonly Walk[],
): Promise<boolean> {
  const { column } = cases[0]!;
  let held = 0;
  let release = () => {};
  const killed = new Promise<void>((resolve) => (release = resolve));
  stage.onHolding = () => (held += 1);
  stage.proxy.onCommit = (moment, { label }) => {
    if (!isPoint(column, moment, label)) return undefined;
    held += 1;
    return killed;
  };
  for (const { row, held: call } of cases) {
    if (!call) continue;
    const of = { network: row.network, call: call.call };
    if (call.nth > 1) await stage.fault({ kind: 'slow', ...of, delayMs: 0, times: call.nth - 1 });
    const kind = column === 'connect-accepted' ? 'slow' : 'held';
    await stage.fault({ kind, ...of, delayMs: HELD_MS, times: 1 });
  }
  let ended = 0;
  const going = walks.map((walk) =>
    complete(walk)
      .catch(() => null) // killed meanwhile
      .finally(() => (ended += 1)),
  );
  const watch = watchFor(GATHERED_AFTER_MS);
  while (held < cases.length && ended < cases.length && !watch(held + ended)) await pause(LOOK_MS);
  const all = held === cases.length && ended === 0;
  stage.kill();
  release();
  stage.proxy.onCommit = () => undefined;
  stage.onHolding = () => undefined;
  await Promise.all(going);
  await stage.control('DELETE', 'faults'); // points that were not reached
  return all;
}

/** The commit that stores an account starts its actor. */
function isPoint(column: ConnectColumn, moment: Moment, label: string): boolean {
  switch (column) {
    case 'connect-taken':
      return moment === 'after' && label === 'sign_in.taken';
    case 'connect-uncommitted':
      return moment === 'before' && label === 'started';
    case 'connect-committed':
      return moment === 'after' && label === 'started';
    case 'connect-left':
    case 'connect-accepted':
      return false; // a call holds it
    default:
      return column satisfies never;
  }
}

/** No account is half connected: it has its actor and is listed with its link, or it does not exist. */
async function stateOf({ sql }: Stage, { workspace, link }: Walk) {
  const [found] = await sql<{ accounts: number; attended: number; noted: number; shown: boolean }[]>`
    select (select count(*)::int from accounts where workspace_id = ${workspace.id}) as accounts,
      (select count(*)::int from accounts a join actors x on x.id = a.id
        where a.workspace_id = ${workspace.id}) as attended,
      (select count(*)::int from connect_link_accounts where link_id = ${link.id}) as noted,
      (select connected_at is not null from connect_links where id = ${link.id}) as shown`;
  const { accounts, attended, noted, shown } = found!;
  const isWhole = accounts === attended && accounts === noted && shown === accounts > 0;
  const breaches = isWhole
    ? []
    : [
        `half connected: ${accounts} accounts, ${attended} with an actor, ${noted} at the link, shown: ${shown}`,
      ];
  return { accounts, breaches };
}

/**
 * The person reloads, starts again if that did not help, and posts with the connected account. @returns what happened
 */
async function goOn(stage: Stage, walk: Walk, isThere: boolean, breaches: string[]): Promise<string> {
  const { workspace, link, row } = walk;
  const again = await complete(walk);
  let outcome = isThere ? 'was connected' : 'connected by the reload';
  if (again.status >= REFUSED && !/again|all networks|back to/i.test(wordsOf(again)))
    breaches.push(`the page does not say what to do: ${again.status} ${wordsOf(again)}`);
  let state = await stateOf(stage, walk);
  if (state.accounts === 0) {
    outcome = 'told to begin again, then connected';
    if (again.status < REFUSED)
      breaches.push(`the reload leads on (${again.status}), and nothing is connected`);
    const page = await walk.person.get(link.url);
    if (page.status !== 200) breaches.push(`the link cannot be used again: ${page.status} ${wordsOf(page)}`);
    const seen = await complete(await begin(stage, row, workspace, walk));
    if (seen.status !== 303) breaches.push(`not connected when begun again: ${seen.status} ${wordsOf(seen)}`);
    state = await stateOf(stage, walk);
  }
  breaches.push(...state.breaches);
  if (state.accounts !== 1) breaches.push(`${state.accounts} accounts, where one was connected`);
  else await postWith(stage, walk, breaches);
  return outcome;
}

/** A connected account must be able to post. */
async function postWith(stage: Stage, { workspace, row }: Walk, breaches: string[]): Promise<void> {
  const [account] = await stage.sql<{ id: string; remoteId: string }[]>`
    select id, remote_id as "remoteId" from accounts where workspace_id = ${workspace.id}`;
  const { id, remoteId } = account!;
  const body = {
    content: `Connected (${workspace.id})`,
    accountIds: [id],
    media: row.media.map((file) => `${stage.sandboxUrl}/samples/${file}`),
    ...row.options?.(workspace.name),
    publishNow: true,
  };
  const answer = await stage.call(workspace, 'POST', '/v1/posts', body, workspace.id);
  const postId = (answer?.body as { post?: { id: string } } | undefined)?.post?.id;
  if (postId === undefined) {
    breaches.push(`it cannot be posted with: ${JSON.stringify(answer)}`);
    return;
  }
  const posts = await until('the post of what was connected', async () => {
    const [due] = await stage.sql<{ waitMs: number | null }[]>`
      select (extract(epoch from min(due_at)) * 1000)::float8 - ${stage.now()} as "waitMs"
      from mailbox where workspace_id = ${workspace.id} and timer not like all (${ENDLESS_TIMERS}::text[])`;
    if ((due?.waitMs ?? 0) > 0) stage.advance(due!.waitMs!);
    const seen = await stage.call(workspace, 'GET', '/v1/posts');
    const [post] =
      (seen?.body as { posts?: { status: string; error: string | null }[] } | undefined)?.posts ?? [];
    return post && post.status !== 'publishing' ? post : null;
  });
  const copies = (await stage.ledger({ row, remoteId })).length;
  if (posts.status !== 'published' || copies !== 1)
    breaches.push(`posting with it: ${posts.status}, ${copies} copies (${posts.error})`);
}

/**
 * Goes on to the moment before the request that connects. @param before link and browser to continue with, when
 * starting again
 */
async function begin(stage: Stage, row: Row, workspace: Workspace, before?: Walk): Promise<Walk> {
  const { network } = row;
  const link = before?.link ?? (await linkFor(stage, workspace, network));
  const person = before?.person ?? newPerson({ baseUrl: stage.publicUrl });
  const address = `${link.url}/${network}`;
  const walk: Walk = { row, workspace, link, person, last: () => person.get(link.url) };
  const fields = await fieldsOf(stage, row, workspace, person, address);
  if (!isSignIn(row)) {
    walk.last = () => person.send(address, fields);
    return walk;
  }
  const sent = await person.send(address, fields);
  if (sent.status !== 303) throw new Error(`${network} does not send away: ${sent.status} ${wordsOf(sent)}`);
  const consent = new URL(sent.location);
  consent.searchParams.set('login', workspace.name);
  const back = (await person.get(consent.href)).location;
  walk.last = () => person.get(back);
  return walk;
}

/** The request that connects; if it offers several accounts, the choice of the first. */
async function complete(walk: Walk): Promise<Seen> {
  const { person } = walk;
  const seen = await walk.last();
  if (seen.status !== 303 || !/\/pick\/[^/]+$/.test(seen.location)) return seen;
  const page = await person.get(seen.location);
  const account = /name="account"\s+value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  walk.last = () => person.send(seen.location, { account });
  return walk.last();
}

async function linkFor(stage: Stage, workspace: Workspace, network: string): Promise<Walk['link']> {
  const answer = await stage.call(workspace, 'POST', '/v1/connect-links', { platforms: [network] });
  const { connectLink } = (answer?.body ?? {}) as { connectLink?: Walk['link'] };
  if (!connectLink) throw new Error(`no link: ${JSON.stringify(answer)}`);
  return connectLink;
}

/** What a person types, or does at the network, before pressing the button. */
async function fieldsOf(
  stage: Stage,
  { network }: Row,
  { name }: Workspace,
  person: Person,
  address: string,
): Promise<{ [name: string]: string }> {
  const base = `${stage.sandboxUrl}/${network}`;
  if (network === 'mastodon') return { server: base };
  if (network === 'wordpress') return { site: base };
  if (networks[network].connect.kind === 'oauth') return {};
  const made = (await stage.control('POST', 'accounts', { network, name })) as {
    username: string;
    endpoints: { [name: string]: string };
    credentials: { [name: string]: string };
  };
  const { username, endpoints, credentials } = made;
  const { keyId, secret, webhookId, webhookToken } = credentials;
  const typed: { [network: string]: () => { [field: string]: string } } = {
    bluesky: () => ({ handle: username, appPassword: credentials['appPassword']!, server: '' }),
    devto: () => ({ apiKey: credentials['apiKey']! }),
    hashnode: () => ({ token: credentials['token']! }),
    ghost: () => ({ site: `${endpoints['admin']}/ghost/`, adminApiKey: `${keyId}:${secret}` }),
    discord: () => ({ webhookUrl: `${endpoints['api']}/webhooks/${webhookId}/${webhookToken}` }),
    telegram: () => ({}),
  };
  if (network === 'telegram') {
    // the operator's bot: a code is posted in the channel, and the button says that it was
    const code = /\/connect ([A-Z2-9]{4}-[A-Z2-9]{4})/.exec((await person.get(address)).text)?.[1] ?? '';
    const said = new URLSearchParams({ channel: username, text: `/connect ${code}` });
    await fetch(`${base}/people`, { method: 'POST', body: said });
  }
  const fields = typed[network]?.();
  if (!fields) throw new Error(`nobody knows what to type for ${network}`);
  return fields;
}

/** What a page says, without its markup. */
function wordsOf({ text }: Seen): string {
  const [, body = text] = /<main[^>]*>([\s\S]*)<\/main>/.exec(text) ?? [];
  return body
    .replaceAll(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}
