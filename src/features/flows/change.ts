/** How automations change: their checks, their versions, and the release of people who are in them. */
import { randomInt } from 'node:crypto';
import type { AutomationEvent } from '../../../machines/automation.ts';
import type { Step } from '../../../machines/flow/steps.ts';
import type { Db, Tx } from '../../../store/connect.ts';
import { readCounters } from '../../../store/counters.ts';
import { insertDefinition } from '../../../store/definitions.ts';
import {
  type AutomationRow,
  findAutomation,
  isRefTaken,
  lockAutomation,
  updateAutomation,
} from '../../../store/dm-automations.ts';
import { listActiveRuns } from '../../../store/dm-runs.ts';
import { listTests } from '../../../store/dm-tests.ts';
import { insertVersion } from '../../../store/dm-versions.ts';
import type { Call } from '../../api/operation.ts';
import type { Membership } from '../../api/principal.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import { lockInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import { dmRun, STEPS_VERSION } from '../../kinds/dm-run.ts';
import { distinctKeywords } from '../../base/matching/index.ts';
import { checkSteps, type Refusal } from './check.ts';
import type { FlowsContext } from './context.ts';
import { runTests, type Verdict } from './saved-tests.ts';
import { publicAutomation, stepsOf } from './views.ts';
import type { Tested } from './talk-test.ts';
import { checkTrigger, type Trigger } from './trigger.ts';
import { within } from '../../api/held.ts';

/** Automations with what they did, in the same order. */
export async function automationViews(db: Db, rows: readonly AutomationRow[]) {
  const counters = await readCounters(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => publicAutomation(row, counters.get(row.id)));
}

/** @throws Problem 404 when the workspace has no such automation */
export async function automationIn(
  db: Db,
  { id, workspace }: { id: string; workspace: Membership },
): Promise<AutomationRow> {
  const row = await findAutomation(db, { id, ...within(workspace) });
  if (!row) throw notFound('automation', id);
  return row;
}

interface Changes {
  name?: string | undefined;
  trigger?: Trigger | undefined;
  steps?: Step[] | undefined;
  reentry?: 'once' | 'always' | undefined;
  cooldownHours?: number | undefined;
  requireTests?: boolean | undefined;
  active?: boolean | undefined;
  /** What the runs of people say who are in it when it is paused. */
  pauseReason?: string | undefined;
  /** The newest version as the caller read it. */
  version?: number | undefined;
}

/** The caller of a change of an automation, and its options. */
interface Changed {
  id: string;
  workspace: Membership;
  /** The user. */
  by: string;
  changes: Changes;
  /** The version whose steps and trigger these are; null if they are no older version's. */
  restores?: number | null;
  agreed?: Call['agreed'];
}

/**
 * Changes the row and its actor. Other steps, or another trigger, make a version.
 * @returns a warning for each saved test that fails with them
 * @throws Problem 404; 409 when the version is not the newest, the ref is another automation's, or a test fails that must pass
 */
export async function change(
  tx: Tx,
  turn: Turn,
  { id, workspace, by, changes, restores = null, agreed }: Changed,
): Promise<TestWarning[]> {
  const newest = await lockNewest(tx, { id, workspace, version: changes.version });
  await agreed?.(tx);
  const before = await automationIn(tx, { id, workspace });
  const steps = changes.steps ?? stepsOf(before.definition);
  const stored = before.trigger as Trigger;
  // a generated ref stays if the trigger is sent without one
  const trigger =
    changes.trigger?.type === 'ref' && changes.trigger.ref === undefined && stored.type === 'ref'
      ? { ...changes.trigger, ref: stored.ref! }
      : (changes.trigger ?? stored);
  const named = withRef(trigger);
  const isOther =
    JSON.stringify(steps) !== JSON.stringify(stepsOf(before.definition)) ||
    JSON.stringify(named) !== JSON.stringify(stored);
  const version = isOther ? newest + 1 : newest;
  const { name = before.name, reentry = before.reentry, cooldownHours = before.cooldownHours } = changes;
  const { active = before.active, requireTests = before.requireTests } = changes;
  const ref = named.ref ?? null;
  await insistOnFreeRef(tx, { accountId: before.accountId, ref, besides: id });
  const failing = isOther ? await failingTests(tx, id, { trigger: named, steps }) : [];
  if (requireTests && failing.length > 0) throw testsFailed(failing);
  if (isOther)
    await storeVersion(tx, { id, workspace, version, steps, trigger: named, by, restores }, turn.now);
  await updateAutomation(tx, {
    id,
    name,
    trigger: named,
    ref,
    reentry,
    cooldownHours,
    requireTests,
    active,
    version,
  });
  const actor = await lockInto(tx, turn, id);
  if (!actor) throw notFound('automation', id);
  const tell = (event: AutomationEvent) => turn.deliver(actor, event);
  tell({ type: 'edit', version });
  const { pauseReason: reason } = changes;
  if (active !== before.active)
    tell(active ? { type: 'resume' } : { type: 'pause', ...(reason !== undefined && { reason }) });
  return failing.map(warningOf);
}

/** The saved tests that fail with these terms. */
async function failingTests(db: Db, automationId: string, terms: Tested): Promise<Verdict[]> {
  return runTests(await listTests(db, automationId), terms).filter(({ passes }) => !passes);
}

interface TestWarning {
  code: 'test_failed';
  path: string;
  message: string;
  diff: string[];
}

const warningOf = ({ name, message, diff }: Verdict): TestWarning => ({
  code: 'test_failed',
  path: '/steps',
  message: `the test "${name}" fails: ${message}`,
  diff,
});

const testsFailed = (failing: readonly Verdict[]) =>
  new Problem(
    'tests_failed',
    `${failing.length === 1 ? 'a test fails' : `${failing.length} tests fail`}: ${failing
      .map(({ name, message }) => `"${name}" (${message})`)
      .join(', ')}`,
    { param: '/steps' },
  );

/**
 * Locks the row of an automation until the commit.
 * @param find.version the newest one as the caller read it; undefined: whichever it is
 * @returns the newest version
 * @throws Problem 404; 409 when `version` is an older one
 */
export async function lockNewest(
  tx: Tx,
  find: { id: string; workspace: Membership; version: number | undefined },
): Promise<number> {
  const { id, workspace, version } = find;
  const newest = await lockAutomation(tx, { id, ...within(workspace) });
  if (newest === undefined) throw notFound('automation', id);
  if (version !== undefined && version !== newest)
    throw new Problem(
      'version_outdated',
      `version must be ${newest}, the newest: read the automation and send your change again`,
      { param: '/version', values: { version: newest } },
    );
  return newest;
}

/** Stores a version of an automation: its steps are a definition. @param now epoch ms */
export async function storeVersion(
  tx: Tx,
  made: {
    id: string;
    workspace: Membership;
    version: number;
    steps: Step[];
    trigger: Trigger;
    by: string;
    restores: number | null;
  },
  now: number,
): Promise<void> {
  const { id: automationId, workspace, version, steps, trigger, by: madeBy, restores } = made;
  const { id: workspaceId } = workspace;
  const definition = { workspaceId, kind: dmRun.name, version: STEPS_VERSION, json: { steps } };
  const definitionId = await insertDefinition(tx, definition, now);
  await insertVersion(
    tx,
    { automationId, workspaceId, version, definitionId, trigger, madeBy, restores },
    now,
  );
}

/** Runs that are stopped in one commit. */
const STOPPED_AT_ONCE = 200;

/**
 * Ends the runs of an automation. A process that dies before the last one leaves the rest to the next call.
 * @param stop.before only runs that began earlier, epoch ms; absent or null means all
 */
export async function stopRuns(
  { sql, node }: Pick<FlowsContext, 'sql' | 'node'>,
  { automationId, reason, before = null }: { automationId: string; reason: string; before?: number | null },
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: string[] = await listActiveRuns(sql, { automationId, after, before, limit: STOPPED_AT_ONCE });
    after = ids.at(-1);
    if (ids.length === 0) return;
    await node.command(async (tx, turn: Turn) => {
      for (const id of ids) {
        const run = await lockInto(tx, turn, id);
        if (run) turn.deliver(run, { type: 'stop', reason } as { type: string });
      }
      return { result: null };
    });
  }
}

const refuse = ({ path, message }: Refusal): never => {
  throw invalid(path, `${path.slice(1).replaceAll('/', '.')}: ${message}`);
};

/** @throws Problem 400 with the path of what is refused */
export function checkedTrigger(input: Trigger, platform: string): Trigger {
  const [refusal] = checkTrigger(input, { platform });
  if (refusal) refuse(refusal);
  const { keywords } = input;
  const trigger = keywords === undefined ? input : { ...input, keywords: distinctKeywords(keywords) };
  return input.type === 'keyword' ? { match: 'contains', ...trigger } : trigger;
}

/** What the limits of steps depend on. */
export interface Limits {
  platform: string;
  /** Opens the first message of a run; null if nothing does. */
  disclosure: string | null;
}

/** @throws Problem 400 with the path of what is refused */
export function checkedSteps(input: unknown, { platform, disclosure }: Limits): Step[] {
  const { steps, refusals } = checkSteps(input, { makeId: newStepId, platform, disclosure });
  return steps ?? refuse(refusals[0]!);
}

/** @throws Problem 409 when another automation of the account has the code */
export async function insistOnFreeRef(
  tx: Tx,
  target: { accountId: string; ref: string | null; besides: string | null },
): Promise<void> {
  const { accountId, ref, besides } = target;
  if (ref !== null && (await isRefTaken(tx, { accountId, ref, besides })))
    throw new Problem('ref_taken', `another automation of this account has the ref "${ref}"`, {
      values: { ref },
      param: '/trigger/ref',
    });
}

const LETTERS = '0123456789abcdefghijkmnpqrstuvwxyz';
const random = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const newRef = () => random(10);
/** The same trigger; one of a ref link has a code. */
export const withRef = (trigger: Trigger): Trigger =>
  trigger.type === 'ref' && trigger.ref === undefined ? { ...trigger, ref: newRef() } : trigger;
/** The id of a step that has none. */
export const newStepId = () => `s_${random(8)}`;
