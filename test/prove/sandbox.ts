/**
 * The sandbox of `simulators/server.ts` with the stage's clock. It reports when a call is being held (by the faults
 * `held` and `slow`), which is the moment to kill the service. It continues a held call on request, or after its time.
 */
import '../../src/install/node-version.ts';
import { networks } from '../../simulators/networks.ts';
import { serveSandbox } from '../../simulators/server.ts';
import { fileClock } from './clock.ts';

export type SandboxSaid = { kind: 'ready'; url: string } | { kind: 'holding' };

const say = (said: SandboxSaid) => process.send?.(said);
const held = new Set<() => void>();

const [clockFile = ''] = process.argv.slice(2);
const { url } = await serveSandbox({
  port: 0,
  networks,
  now: fileClock(clockFile),
  delay: async (ms) => {
    if (ms === 0) return; // a fault that only counts calls
    await new Promise<void>((resolve) => {
      const release = () => {
        clearTimeout(timer);
        held.delete(release);
        resolve();
      };
      const timer = setTimeout(release, ms);
      held.add(release);
      say({ kind: 'holding' });
    });
  },
});
process.on('message', () => {
  for (const release of held) release();
});
process.once('disconnect', () => process.exit(0));
say({ kind: 'ready', url });
