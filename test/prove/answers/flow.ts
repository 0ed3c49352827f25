/** Automations of direct messages in the matrix: people who go through one, and somebody who changes or stops it meanwhile. */
import type { MessageView } from '../../../simulators/people.ts';
import { countersIn, countLog, sumRuns } from '../../automations/counters.ts';
import type { Case } from '../cases.ts';
import { type Answer, until } from '../stage.ts';
import type { FlowDeed } from './rows.ts';
import { act, type Judged, messagesSeen, type Scene } from './scene.ts';
import type { BodyOf, Read } from '../../support/typed-calls.ts';

type Run = Read<'listDmRuns'>['runs'][number];

const KEYWORD = 'price';
/** What a person writes to begin. */
const ASK = 'What is the PRICE?';
const WAIT_MINUTES = 30;
const LABEL = 'Yes';
const SHOP = 'https://example.org/shop';
const NOTE = 'wants a person';
/** An app that opens links for people. */
const AGENT = 'Mozilla/5.0 (iPhone) AppleWebKit Instagram 300.0';
/** The words of an automation that is paused, in the runs that it ends. */
const PAUSED = 'the automation was paused';

/** Which deeds begin when people are inside already: in the wait of the automation, at its choices, or at its link. */
const INSIDE: ReadonlySet<FlowDeed> = new Set(['flow_click', 'flow_publish', 'flow_edit', 'flow_release']);

interface GivenStep {
  id: string;
  type: string;
  [field: string]: unknown;
}

/** The text of a step's message, which no other message has. */
const textOf = ({ tenant }: Scene, stepId: string) => `Said by ${stepId} (${tenant.name})`;

const message = (scene: Scene, id: string, more: object = {}): GivenStep => ({
  id,
  type: 'message',
  text: textOf(scene, id),
  ...more,
});
const wait: GivenStep = { id: 'wait', type: 'wait', minutes: WAIT_MINUTES };

function stepsOf(scene: Scene): GivenStep[] {
  const deed = scene.row.deed as FlowDeed;
  const say = (id: string, more?: object) => message(scene, id, more);
  switch (deed) {
    case 'flow':
      return [say('one')];
    case 'flow_messages':
      return [say('one'), say('two'), say('three')];
    case 'flow_pause':
      return [say('one'), say('two')];
    case 'flow_wait':
    case 'flow_release':
      return [say('one'), wait, say('two')];
    case 'flow_handoff':
      return [say('one'), { id: 'hand', type: 'handoff', note: NOTE }];
    case 'flow_click':
      return [
        say('one', { button: { title: 'Open', url: SHOP } }),
        {
          id: 'clicked',
          type: 'condition',
          check: 'clicked',
          withinMinutes: WAIT_MINUTES,
          yes: [say('yes')],
          no: [say('no')],
        },
      ];
    case 'flow_publish':
    case 'flow_edit':
      return [say('one', { choices: [{ label: LABEL, steps: [say('two')] }] })];
    default:
      return deed satisfies never;
  }
}

/** The steps of the second version. */
const newSteps = (scene: Scene): GivenStep[] => [message(scene, 'new')];

/** Who else is in it: when it is paused; and who begins when there is a second version. */
function peopleOf({ username, row }: Pick<Scene, 'username' | 'row'>): string[] {
  const other = row.deed === 'flow_release' || hasVersions(row.deed as FlowDeed);
  return other ? [username, `${username}_too`] : [username];
}
const hasVersions = (deed: FlowDeed) => deed === 'flow_publish' || deed === 'flow_edit';

const pathOf = ({ automationId }: Scene) => `/v1/dm-automations/${automationId}` as const;

/** A request that is made while nothing is killed. @throws Error unless it succeeds */
async function ask<const Method extends string, const Path extends string>(
  { stage, tenant }: Scene,
  method: Method,
  path: Path,
  body?: object,
): Promise<BodyOf<Method, Path>> {
  const answer = await stage.call(tenant, method, path, body);
  if (answer?.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}

async function say(scene: Scene, username: string): Promise<void> {
  const { person } = (await act(scene, { say: ASK }, username)) as { person: { id: string } };
  scene.people.set(username, person.id);
}

/** Makes the automation, and lets people begin it where they are to be inside. */
export async function setFlow(scene: Scene): Promise<void> {
  const { stage, tenant, row } = scene;
  const deed = row.deed as FlowDeed;
  const events = ['started', 'handoff', 'finished', 'failed'].map((name) => `dm_automation.${name}`);
  const { webhook } = await ask(scene, 'POST', '/v1/webhooks', {
    url: `${stage.receiverUrl}/${tenant.name}/flow`,
    events: [...events, 'message.received'],
    retries: true,
  });
  tenant.secrets.push(webhook.secret);
  const { automation } = await ask(scene, 'POST', '/v1/dm-automations', {
    accountId: tenant.account.id,
    trigger: { type: 'keyword', keywords: [KEYWORD] },
    steps: stepsOf(scene),
    reentry: 'always', // who is told twice would begin twice
    cooldownHours: 0,
  });
  scene.automationId = automation.id;
  if (deed === 'flow_publish') await ask(scene, 'PUT', `${pathOf(scene)}/draft`, { steps: newSteps(scene) });
  if (!INSIDE.has(deed)) return;
  const first = hasVersions(deed) ? [scene.username] : peopleOf(scene);
  for (const username of first) await say(scene, username);
  const lastId = deed === 'flow_release' ? 'wait' : deed === 'flow_click' ? 'clicked' : 'one';
  await until('the people to be inside', async () => {
    const runs = await runsOf(scene);
    if (runs.length < first.length || runs.some(({ steps }) => steps.at(-1)?.stepId !== lastId)) return false;
    const seen = await Promise.all(first.map((username) => messagesSeen(scene, username)));
    // its network has told everything of it, too
    const [left] = await stage.sql<{ count: number }[]>`
      select ((select count(*) from effects where workspace_id = ${tenant.id})
        + (select count(*) from inbound where workspace_id = ${tenant.id} and done_at is null)
        + (select count(*) from actors where workspace_id = ${tenant.id} and kind = 'message_send'
            and shown = 'sending'))::int as count`;
    return left!.count === 0 && seen.every((messages) => messages.length === 1);
  });
}

async function runsOf(scene: Scene): Promise<Run[]> {
  return (await ask(scene, 'GET', `${pathOf(scene)}/runs?limit=100`)).runs;
}

/**
 * What people and the team do. Time stands still (`scene.holdsTime`) while an act is still to come that time could overtake.
 * @param answered asks until there is an answer that is final
 */
export async function doFlowDeed(scene: Scene, answered: () => Promise<Answer>): Promise<void> {
  const deed = scene.row.deed as FlowDeed;
  const { answers, username } = scene;
  scene.holdsTime = INSIDE.has(deed) || deed === 'flow_pause';
  try {
    switch (deed) {
      case 'flow':
      case 'flow_messages':
      case 'flow_wait':
        await say(scene, username);
        return;
      case 'flow_handoff':
        await say(scene, username);
        await until('the flag', async () => (await conversationsOf(scene))[0]?.note === NOTE);
        answers.push(await answered());
        return;
      case 'flow_click':
        // somebody opens the link again
        for (let times = 0; times < 2; times += 1) await openLink(scene);
        return;
      case 'flow_publish':
      case 'flow_edit':
        answers.push(await answered());
        await act(scene, { tap: LABEL });
        await until('the tap', async () => (await conversationsOf(scene))[0]?.isIn === false);
        scene.holdsTime = false;
        await until('the end of the first run', async () => (await conversationsOf(scene))[0]?.ended === 1);
        await say(scene, peopleOf(scene)[1]!);
        return;
      case 'flow_pause':
        await say(scene, username);
        await until('the message to be on its way', async () => (await sendsOf(scene)).length > 0);
        answers.push(await answered());
        return;
      case 'flow_release':
        answers.push(await answered());
        return;
      default:
        deed satisfies never;
    }
  } finally {
    scene.holdsTime = false;
  }
}

/** The request of a deed. @returns null when no response came */
export async function requestOfFlow(scene: Scene): Promise<Answer | null> {
  const { stage, tenant, row } = scene;
  const deed = row.deed as FlowDeed;
  const path = pathOf(scene);
  switch (deed) {
    case 'flow_handoff': {
      const [conversation] = await conversationsOf(scene);
      return stage.call(tenant, 'POST', `/v1/inbox/${conversation!.id}/done`, {}, tenant.id);
    }
    case 'flow_publish':
      return stage.call(tenant, 'POST', `${path}/publish`, {}, tenant.id);
    case 'flow_edit':
      return stage.call(tenant, 'PATCH', path, { steps: newSteps(scene) });
    case 'flow_pause':
    case 'flow_release':
      return stage.call(tenant, 'PATCH', path, { active: false });
    case 'flow':
    case 'flow_messages':
    case 'flow_wait':
    case 'flow_click':
      throw new Error(`nobody asks for ${deed}`);
    default:
      return deed satisfies never;
  }
}

/** The person opens the link of the message, until it leads somewhere. */
async function openLink(scene: Scene): Promise<void> {
  const { stage } = scene;
  const [first] = await messagesSeen(scene);
  const url = first?.buttons[0]?.url;
  if (!url) throw new Error(`no link: ${JSON.stringify(first)}`);
  await until('the page behind the link', async () => {
    if (stage.killed()) return false;
    scene.clicks += 1;
    try {
      const answer = await fetch(url, { redirect: 'manual', headers: { 'user-agent': AGENT } });
      const location = answer.headers.get('location');
      if (location !== null && location !== SHOP) throw new RangeError(`it leads to ${location}`);
      return answer.status === 302;
    } catch (error) {
      if (error instanceof RangeError) throw error;
      return false; // it was killed
    }
  });
}

interface FoundConversation {
  id: string;
  /** Of the flag; null: it has none. */
  note: string | null;
  /** Whether somebody is in the first step of the automation, or before it. */
  isIn: boolean;
  /** Runs that have ended. */
  ended: number;
}

/** As the database has them, whether the service is up or not; in the order of their people. */
async function conversationsOf({ stage, tenant }: Scene): Promise<FoundConversation[]> {
  return stage.sql<FoundConversation[]>`
    select c.id, a.snapshot #>> '{context,flagged,note}' as note,
      exists (select from actors r where r.parent_id = c.id and r.kind = 'dm_run'
        and json_array_length(r.snapshot #> '{context,log}') < 2) as "isIn",
      (select count(*)::int from actors r where r.parent_id = c.id and r.kind = 'dm_run' and r.status = 'done') as ended
    from conversations c join actors a on a.id = c.id
    where c.workspace_id = ${tenant.id} order by c.id`;
}

interface FoundSend {
  runId: string;
  stepId: string;
  state: string;
}

async function sendsOf({ stage, tenant }: Scene): Promise<FoundSend[]> {
  return stage.sql<FoundSend[]>`
    select m.details #>> '{step,runId}' as "runId", m.details #>> '{step,stepId}' as "stepId", a.shown as state
    from direct_messages m join actors a on a.id = m.id
    where m.workspace_id = ${tenant.id} and m.details #>> '{step,runId}' is not null order by m.id`;
}

/** Calls that had begun when the service was killed: what became of them has to be found out, and cannot always be. */
export async function countCallsCutOff({ stage, tenant }: Scene): Promise<number> {
  const [row] = await stage.sql<{ count: number }[]>`
    select count(*)::int as count from effects
    where workspace_id = ${tenant.id} and type = 'sendMessage' and started_at is not null`;
  return row!.count;
}

/** How the run of a person has to end. */
interface Wanted {
  username: string;
  version: number;
  /** Any of these. */
  reasons: string[];
  /** The steps that are passed, in their order, and how each is left; null: as far as it comes. */
  log: string[] | null;
}

function wantedOf(scene: Scene): Wanted[] {
  const deed = scene.row.deed as FlowDeed;
  const [username = '', other = ''] = peopleOf(scene);
  const completed = (...log: string[]): Wanted => ({ username, version: 1, reasons: ['completed'], log });
  switch (deed) {
    case 'flow':
      return [completed('one')];
    case 'flow_messages':
      return [completed('one', 'two', 'three')];
    case 'flow_wait':
      return [completed('one', 'wait', 'two')];
    case 'flow_handoff':
      return [{ ...completed('one', 'hand'), reasons: ['handoff'] }];
    case 'flow_click':
      return [completed('one', 'clicked yes', 'yes')];
    case 'flow_publish':
    case 'flow_edit':
      return [completed(`one ${LABEL}`, 'two'), { ...completed('new'), username: other, version: 2 }];
    case 'flow_pause':
      return [{ ...completed(), reasons: ['stopped', 'completed'], log: null }];
    case 'flow_release':
      return [username, other].map((name) => ({
        ...completed('one', 'wait'),
        username: name,
        reasons: ['stopped'],
      }));
    default:
      return deed satisfies never;
  }
}

/**
 * Each person went once through the version that they began with, was sent each message once, or it is told as unknown; the
 * counters are those of the log; endpoints heard of it; a request under its key, and a change that is asked for again, did no more.
 */
export async function judgeFlow(scene: Scene, one: Case): Promise<Judged> {
  const isLate = one.kills[0]?.at === 'very-late';
  const breaches: string[] = [];
  const { answers, row } = scene;
  for (const { status, body } of answers)
    if (status !== 200) breaches.push(`answered ${status}: ${JSON.stringify(body)}`);
  if (answers.length > 0) {
    const again = await requestOfFlow(scene);
    if (again?.status !== 200) breaches.push(`asked again: ${again?.status} ${JSON.stringify(again?.body)}`);
  }
  const runs = await runsOf(scene);
  const wanted = wantedOf(scene);
  const sends = await sendsOf(scene);
  if (runs.length !== wanted.length)
    breaches.push(`${runs.length} runs: ${runs.map(({ contact }) => contact.username).join()}`);
  const found = { copies: Infinity, unknown: 0, again: 0, reason: 'none' };
  for (const want of wanted) {
    const run = runs.find(({ contact }) => contact.id === scene.people.get(want.username));
    if (!run) {
      breaches.push(`no run of ${want.username}`);
      continue;
    }
    checkRun(want, run, breaches);
    const seen = await messagesSeen(scene, want.username);
    const own = sends.filter(({ runId }) => runId === run.id);
    const { copies, unknown, again } = checkMessages(scene, { run, seen, own, isLate }, breaches);
    found.copies = Math.min(found.copies, copies);
    found.unknown += unknown;
    found.again += again;
    if (want === wanted[0]) found.reason = run.reason;
  }
  const doubts = scene.callsCutOff + (one.fault ? one.doubts : 0);
  if (found.unknown > doubts)
    breaches.push(`${found.unknown} told as unknown, and ${doubts} calls were cut off`);
  if (found.again > one.lateCopies) breaches.push(`${found.again} messages were sent more than once`);
  await checkNumbers(scene, runs, breaches);
  await checkPlace(scene, runs, breaches);
  await checkTold(scene, runs, breaches);
  // what comes after people were released counts: nothing
  const copies = row.deed === 'flow_release' || !Number.isFinite(found.copies) ? 0 : found.copies;
  return { copies, status: found.unknown > 0 ? 'unknown' : found.reason, breaches };
}

function checkRun(want: Wanted, run: Run, breaches: string[]): void {
  const { version, reason, error } = run;
  const log = run.steps.map(({ stepId, detail }) => (detail ? `${stepId} ${detail}` : stepId));
  if (version !== want.version || !want.reasons.includes(reason))
    breaches.push(`${want.username} ended ${reason} (${error}) on version ${version}`);
  if (reason === 'stopped' && error !== PAUSED) breaches.push(`stopped: ${error}`);
  if (want.log !== null && log.join() !== want.log.join())
    breaches.push(`${want.username} went ${log.join(' → ')}, not ${want.log.join(' → ')}`);
}

/**
 * @returns copies of the message of which there are fewest, how many are shown as unknown, and how many copies are too many:
 *   the network worked on a call hours later, after two lookups had not found its message
 */
function checkMessages(
  scene: Scene,
  {
    run,
    seen,
    own,
    isLate,
  }: { run: Run; seen: readonly MessageView[]; own: readonly FoundSend[]; isLate: boolean },
  breaches: string[],
): { copies: number; unknown: number; again: number } {
  const steps: string[] = run.steps.filter(({ type }) => type === 'message').map(({ stepId }) => stepId);
  const counts = new Map<string, number>();
  let unknown = 0;
  let again = 0;
  for (const stepId of steps) {
    const there = seen.filter(({ text }) => text === textOf(scene, stepId)).length;
    const states = own.filter((send) => send.stepId === stepId).map(({ state }) => state);
    const told = `${stepId} of ${run.contact.username} is told as ${states.join() || 'nothing'}`;
    if (there > 1) again += there - 1;
    const [state = 'failed'] = states;
    const isLast = stepId === steps.at(-1);
    if (states.length > 1 || (states.length === 0 && !(run.reason === 'stopped' && isLast)))
      breaches.push(told);
    if (state === 'sent' && there === 0) breaches.push(`${told}, and the person does not have it`);
    if (state === 'failed' && there > 0) breaches.push(`${told}, and the person has it`);
    if (state === 'failed' && run.reason !== 'stopped') breaches.push(told);
    if (state === 'unknown' && there > 0 && !isLate) breaches.push(`${told}, and the network has it`);
    if (state === 'sending') breaches.push(told);
    if (state === 'unknown') unknown += 1;
    counts.set(stepId, there);
  }
  const texts = steps.map((stepId) => textOf(scene, stepId));
  const order = seen.map(({ text }) => text).filter((text, at, all) => all.indexOf(text) === at);
  const strange = order.filter((text) => !texts.includes(text));
  if (strange.length > 0) breaches.push(`${run.contact.username} has "${strange.join('", "')}"`);
  // what the network works on hours later comes last
  if (!isLate && order.join() !== texts.filter((text) => order.includes(text)).join())
    breaches.push(`the messages came in this order: ${order.join(', ')}`);
  // what is under way when it is paused may come to its end
  const least = scene.row.deed === 'flow_pause' ? counts.get('one') : Math.min(...counts.values());
  return { copies: least ?? 0, unknown, again };
}

/** The stats and the counters are those of the runs; each click is counted, and one of them is the first. */
async function checkNumbers(scene: Scene, runs: readonly Run[], breaches: string[]): Promise<void> {
  const { stage, row } = scene;
  const { automation } = await ask(scene, 'GET', pathOf(scene));
  const { clicks, ...stats } = automation.stats;
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  if (!same(stats, sumRuns(runs)))
    breaches.push(`its stats: ${JSON.stringify(stats)}, its runs: ${JSON.stringify(sumRuns(runs))}`);
  const counted = countersIn(await ask(scene, 'GET', `${pathOf(scene)}/stats`));
  const logged = await countLog(stage.sql, runs);
  if (!same(counted, logged))
    breaches.push(`its counters: ${JSON.stringify(counted)}, its log: ${JSON.stringify(logged)}`);
  const version = hasVersions(row.deed as FlowDeed) ? 2 : 1;
  if (automation.version !== version) breaches.push(`its version is ${automation.version}`);
  const isActive = row.deed !== 'flow_pause' && row.deed !== 'flow_release';
  if (automation.active !== isActive) breaches.push(`its active is ${automation.active}`);
  if (row.deed !== 'flow_click') {
    if (clicks !== 0) breaches.push(`${clicks} clicks`);
    return;
  }
  const [first] = await stage.sql<{ unique: number }[]>`
    select coalesce(sum(count) filter (where name = 'uniqueClicks'), 0)::int as unique
    from counters where owner_id = ${scene.automationId}`;
  if (clicks < 2 || clicks > scene.clicks) breaches.push(`${clicks} clicks of ${scene.clicks} are counted`);
  if (first!.unique !== 1) breaches.push(`${first!.unique} first clicks are counted`);
}

/** Nobody waits for the team when it is done, and nobody is in the automation. */
async function checkPlace(scene: Scene, runs: readonly Run[], breaches: string[]): Promise<void> {
  const conversations = await conversationsOf(scene);
  if (conversations.some(({ note }) => note !== null)) breaches.push('the flag is still there');
  if (runs.some(({ endedAt }) => endedAt === null)) breaches.push('somebody is still in it');
  if (scene.row.deed !== 'flow_handoff') return;
  const { conversations: shown } = await ask(scene, 'GET', '/v1/inbox');
  if (!shown[0]?.done) breaches.push('the conversation is not done');
}

/** Endpoints hear once of each start, end and hand-over, and of each message of a person. */
async function checkTold(scene: Scene, runs: readonly Run[], breaches: string[]): Promise<void> {
  const { stage, tenant } = scene;
  const log = await stage.sql<{ event: string; eventId: string }[]>`
    select event, event_id as "eventId" from webhook_sends
    where workspace_id = ${tenant.id} and event !~ '^post'`;
  const [written] = await stage.sql<{ count: number }[]>`
    select count(*)::int as count from direct_messages where workspace_id = ${tenant.id} and direction = 'in'`;
  const wanted = [
    ...runs.flatMap(({ reason }) => [
      'dm_automation.started',
      'dm_automation.finished',
      ...(reason === 'handoff' ? ['dm_automation.handoff'] : []),
    ]),
    ...Array.from({ length: written!.count }, () => 'message.received'),
  ];
  const inOrder = (list: string[]) => list.toSorted().join(', ');
  if (inOrder(log.map(({ event }) => event)) !== inOrder(wanted))
    breaches.push(`told ${inOrder(log.map(({ event }) => event))}, not ${inOrder(wanted)}`);
  const received = new Set(stage.received(`/${tenant.name}/flow`).map(({ webhookId }) => webhookId));
  if (log.some(({ eventId }) => !received.has(eventId)) || received.size > log.length)
    breaches.push(`${received.size} events received, ${log.length} sent`);
}
