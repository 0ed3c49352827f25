/** Judges recorded calls of all networks, and counts. */
import type { Call } from './calls.ts';
import { fits, type Exception } from './exceptions.ts';
import type { KnownCalls } from '../../simulators/known.ts';
import type { Judge, Violation } from './judges/judge.ts';
import { smallSchemaFaults } from './small.ts';

export interface NetworkReport {
  network: string;
  /** Calls of the adapter, and responses of the simulator, that the description covers. */
  requests: number;
  responses: number;
  /** Distinct operations among them. */
  operations: number;
  /** Calls and responses that it does not cover. */
  outside: number;
  /** Distinct, without those that are excepted. */
  violations: (Violation & { times: number })[];
  /** Distinct ones that are excepted. */
  excepted: number;
}

export interface Report {
  networks: NetworkReport[];
  /** Exceptions that matched nothing. */
  stale: Exception[];
}

/** A network that is judged. */
export interface Judged {
  /** Makes a judge: one for the calls, and one for the simulator's own parameters. */
  judge(): Judge;
  /** The parameters that its simulator knows. */
  known: KnownCalls | undefined;
  /** The calls are those of all suites, so that each call that the simulator knows is among them. */
  whole?: boolean;
}

export async function judgeAll(
  calls: Call[],
  judged: { [network: string]: Judged },
  exceptions: Exception[],
): Promise<Report> {
  const used = new Set<Exception>();
  const networks: NetworkReport[] = [];
  for (const [network, one] of Object.entries(judged)) {
    const own = calls.filter((call) => call.network === network);
    networks.push(await judgeNetwork(network, one, own, exceptions, used));
  }
  const stale = exceptions.filter((one) => judged[one.network] && !used.has(one));
  return { networks, stale };
}

async function judgeNetwork(
  network: string,
  { judge: makeJudge, known, whole = false }: Judged,
  calls: Call[],
  exceptions: Exception[],
  used: Set<Exception>,
): Promise<NetworkReport> {
  const judge = makeJudge();
  const found: Violation[] = known ? await smallSchemaFaults(known, calls, makeJudge, whole) : [];
  const operations = new Set<string>();
  const counts = { adapter: 0, simulator: 0, outside: 0 };
  for (const call of calls) {
    const { operation, violations } = judge.judge(call);
    if (operation === null) counts.outside += 1;
    else {
      counts[call.by] += 1;
      operations.add(operation);
    }
    found.push(...violations);
  }
  found.push(...((await judge.finish?.()) ?? []));
  const distinct = [...Map.groupBy(found, (one) => JSON.stringify(one)).values()].map((same) => ({
    ...same[0]!,
    times: same.length,
  }));
  const violations = distinct.filter((violation) => {
    const fitting = exceptions.filter((exception) => fits(exception, network, violation));
    for (const exception of fitting) used.add(exception);
    return fitting.length === 0;
  });
  return {
    network,
    requests: counts.adapter,
    responses: counts.simulator,
    operations: operations.size,
    outside: counts.outside,
    violations,
    excepted: distinct.length - violations.length,
  };
}

/** The counts as lines of equal columns, and each violation below. */
export function reportText({ networks, stale }: Report): string {
  const head = ['network', 'calls', 'responses', 'operations', 'outside', 'violations', 'exceptions'];
  const rows = networks.map((one) => [
    one.network,
    one.requests,
    one.responses,
    one.operations,
    one.outside,
    one.violations.length,
    one.excepted,
  ]);
  const table = [head, ...rows].map((row) =>
    row.map((cell, index) => (index === 0 ? String(cell).padEnd(16) : String(cell).padStart(11))).join(''),
  );
  const faults = networks.flatMap(({ network, violations }) =>
    violations.map((one) => `${network}, ${one.in} (${one.times}): ${one.operation}\n    ${one.what}`),
  );
  const unused = stale.map(
    (one) => `an exception that fits nothing: ${one.network} ${one.operation}: ${one.what}`,
  );
  return [...table, '', ...faults, ...unused].join('\n');
}
