/** Accounts that a program without actors of what they receive has stored get theirs: when a service starts, and from time to time. */
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { Log } from '../base/log.ts';
import type { Node } from '../engine/node.ts';
import { startReceivers } from '../features/receiving/index.ts';

/** An older node may have connected an account while this one ran. */
const EVERY_MS = 10 * 60_000;

/** @returns what stops it */
export async function keepStarted(deps: {
  node: Node;
  adapters: { [platform: string]: Manifest };
  log: Log;
}): Promise<() => void> {
  const look = () =>
    startReceivers(deps).catch((fault: unknown) =>
      deps.log.warn({ fault: String(fault) }, 'accounts that receive were not started; tried again later'),
    );
  await look();
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
