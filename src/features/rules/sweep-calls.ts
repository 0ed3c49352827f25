/** Calls that read posts and comments for rules. They have a separate budget, which all nodes share. */
import type { AccountAccess } from '../../../adapters/port/account.ts';
import type { AccessProblem, Missing } from '../../../adapters/port/read.ts';
import type { Budgets } from '../accounts/index.ts';
import { type CommentsContext, readAs, type Step } from '../comments/index.ts';
import type { Recorder } from '../../engine/recorder.ts';
import type { Node } from '../../engine/node.ts';

export interface CallDeps extends Pick<
  CommentsContext,
  'sql' | 'sealer' | 'adapters' | 'guard' | 'refresher' | 'clock' | 'log'
> {
  budgets: Pick<Budgets, 'reserve' | 'blocked'>;
}

export interface SweepDeps extends CallDeps {
  node: Pick<Node, 'command'>;
  /** The address in front of `/l/`, without a trailing slash. */
  linkBase: () => string;
}

/** Calls of a network account in an hour. Networks count every call; most of what they allow is left to people and posts. */
const SWEEP_CALLS = { name: 'comment_sweep', max: 240, windowMs: 3_600_000 };
/** For one call with the replies that it follows, ms. */
const CALL_MS = 60_000;
/** The shortest wait before a busy network is called again, ms. */
const BUSY_MS = 5 * 60_000;
/** The same where a person has to act, ms. */
const REFUSED_MS = 15 * 60_000;
/** The same for what is not there, ms. */
const MISSING_MS = 3_600_000;

/** The budget is used up, or the network said to wait. `hasPlace`: the call is paid for when the time has come. */
interface Later {
  kind: 'later';
  afterMs: number;
  hasPlace: boolean;
}

interface CallWithin {
  accountId: string;
  /** The call is paid already. */
  hasPlace: boolean;
  /** The budget that pays it. Default: that of the sweeps. */
  calls?: { name: string; max: number; windowMs: number };
  /** Ends the call early. Absent means only the time limit does. */
  signal?: AbortSignal;
  /** Records the requests for the debugger. Absent means they are not recorded. */
  recorder?: Recorder;
}

/** Makes a call as an account, when the budget has a place. */
export async function callWithin<Answer>(
  deps: CallDeps,
  { accountId, hasPlace, calls = SWEEP_CALLS, signal: ended, recorder }: CallWithin,
  read: (step: Step) => Promise<Answer | AccessProblem>,
): Promise<Answer | Later | AccessProblem> {
  let requests = 0;
  const paidBy: AccountAccess[] = [];
  const fetch: typeof globalThis.fetch = (...request) => {
    requests += 1;
    return deps.guard.fetch(...request);
  };
  // accept any place in the budget, however late
  const reserve = async (account: AccountAccess) =>
    (await deps.budgets.reserve({ account, ...calls, now: deps.clock() })) ?? 0;
  const late = AbortSignal.timeout(CALL_MS);
  const signal = ended ? AbortSignal.any([ended, late]) : late;
  const fetchWith = (credentials: unknown) =>
    recorder?.watch({ fetch, clock: deps.clock, credentials }) ?? fetch;
  const reading = { accountId, signal, fetchWith };
  const answer = await readAs<Answer | Later>(deps, reading, async (step) => {
    const { account } = step;
    const blocked = await deps.budgets.blocked({ account, now: deps.clock() });
    if (blocked) return { kind: 'later', afterMs: blocked.afterMs, hasPlace };
    const afterMs = hasPlace || paidBy.length > 0 ? 0 : await reserve(account);
    if (afterMs > 0) return { kind: 'later', afterMs, hasPlace: true };
    paidBy.push(account);
    return read(step);
  });
  // a call may follow pages of replies, or repeat without what the network refused: each request counts
  for (const account of paidBy.slice(0, 1))
    for (let extra = 1; extra < requests; extra += 1) await reserve(account);
  return answer;
}

/** Why no page was read; null means it waits for a budget and then continues, or there is nothing to read. */
export function problemOf(problem: Later | Missing | AccessProblem): string | null {
  return problem.kind === 'later' || problem.kind === 'missing' ? null : problem.reason;
}

/** When something is tried again that brought no page, ms from now. */
export function waitAfter(problem: Later | Missing | AccessProblem): number {
  switch (problem.kind) {
    case 'later':
      return problem.afterMs;
    case 'retry':
      return Math.max(BUSY_MS, problem.afterMs ?? 0);
    case 'missing':
      return MISSING_MS;
    case 'expired':
    case 'reauthorize':
    case 'missing_scope':
      return REFUSED_MS;
    default:
      return problem satisfies never;
  }
}
