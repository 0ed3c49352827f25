/** One seed from its scenario to its check. */
import { checkPromises, type OutageReport } from './promises.ts';
import { play } from './play.ts';
import { scenarioOf, type OutageKind, type Scenario } from './scenario.ts';
import type { OutageWorld } from './world.ts';

/**
 * Plays a seed, and removes the rule and the automation that it made.
 * @throws Error with the seed and the moves, when a promise is broken
 */
export async function simulateOutage(
  world: OutageWorld,
  seed: number,
  kind?: OutageKind,
): Promise<OutageReport & { kind: OutageKind; trace: string[] }> {
  const scenario = scenarioOf(seed, kind);
  const trace: string[] = [];
  const report = await playAndCheck(world, scenario, trace).catch(asError);
  if (!(report instanceof Error)) return { ...report, kind: scenario.kind, trace };
  const { minutes, speed, batch, isReversed, isShort } = scenario;
  const about = JSON.stringify({ minutes, speed, batch, isReversed, isShort });
  const moves = trace.map((line) => `\n  ${line}`).join('');
  throw new Error(
    `seed ${seed}, ${scenario.kind} ${about}: ${report.stack ?? report.message}${moves}
repeat it: npm run simulate -- --outages --seed ${seed}`,
  );
}

async function playAndCheck(world: OutageWorld, scenario: Scenario, trace: string[]): Promise<OutageReport> {
  const played = await play(world, scenario, trace);
  const report = await checkPromises(world, played);
  await world.running.call('DELETE', `/v1/comment-dm-rules/${played.ruleId}`);
  await world.running.call('DELETE', `/v1/dm-automations/${played.automationId}`);
  return report;
}

const asError = (fault: unknown): Error => (fault instanceof Error ? fault : new Error(String(fault)));
