/**
 * A lookup that never decides ends, and until then and afterwards the delivery says that the post may be live. A site whose ids
 * begin again names a post that another delivery holds, at every look.
 */
import t from 'tap';
import { type Persisted, start, type Step, step } from '../../machines/durable.ts';
import { VERIFY_AFTER_MS } from '../../machines/delivery/index.ts';
import { deliveryView } from '../../src/kinds/views/delivery.ts';
import { kinds } from '../support/own-charts.ts';
import { SAMPLE_AT } from '../support/machine-samples.ts';

const REASON = 'the network named its post 1, which another post of ours became';
type Answer = { type: string; [field: string]: unknown };
const LOST: Answer[] = [
  { type: 'outcome.taken', reason: REASON },
  { type: 'outcome.unknown', reason: REASON },
  { type: 'outcome.interrupted', reason: REASON },
];
/** What each lookup says, for ever; a refresh of the access always works. */
const UNDECIDED: Answer[] = [
  { type: 'finding.taken', reason: REASON },
  { type: 'finding.retry', reason: '503' },
  { type: 'finding.retry', reason: '429', afterMs: 60_000 },
  { type: 'finding.expired', reason: 'token over', credentialsVersion: 3 },
  { type: 'finding.cannot_tell', reason: 'not in the list' },
];
const REFRESHED = {
  type: 'refresh.refreshed',
  credentialsVersion: 4,
  obtainedAt: SAMPLE_AT,
  expiresAt: null,
};

/** All lookups with their waits, and the attempts that may follow them. */
const LONGEST_MS = VERIFY_AFTER_MS.reduce((sum, ms) => sum + ms, 0) + 5 * 60_000;

for (const onUnknown of ['hold', 'retry']) {
  for (const lost of LOST) {
    for (const undecided of UNDECIDED) {
      const title = `${lost.type}, then always ${undecided.type} (${onUnknown})`;
      void t.test(`${title}: it ends in words`, async (t) => {
        const { machine } = kinds.delivery;
        const input = { deliveryId: 'dlv_1', postId: 'post_1', accountId: 'acc_1', platform: 'wordpress' };
        let now = SAMPLE_AT;
        let current: Step = start(machine, { ...input, onUnknown, round: 1 } as never, now);
        const tell = (event: object) => {
          current = step(machine, current.snapshot as never, event as never, now);
        };
        tell(lost);
        for (let steps = 0; steps < 40; steps += 1) {
          const { snapshot, effects, timers } = current as Step & { snapshot: Persisted };
          const effect = (effects as { type: string }[]).find(({ type }) => type !== 'tell');
          t.equal(deliveryView(snapshot).maybeLive, true, JSON.stringify(snapshot.value));
          if (effect?.type === 'verify') tell(undecided);
          else if (effect?.type === 'refresh') tell(REFRESHED);
          else if (timers[0] && snapshot.value !== 'in_doubt') {
            now += timers[0].delayMs;
            tell(timers[0].event);
          } else break;
        }
        const { value } = current.snapshot;
        t.ok(
          value === 'unresolved' || (value === 'in_doubt' && onUnknown === 'retry'),
          JSON.stringify(value),
        );
        t.match(deliveryView(current.snapshot).error, /check the account|may be live already/);
        t.ok(now - SAMPLE_AT <= LONGEST_MS, `within ${LONGEST_MS / 60_000} minutes`);
        const resolved = step(machine, current.snapshot as never, { type: 'resolve.absent' } as never, now);
        t.not((resolved.snapshot as Persisted).value, value, 'a person can say what is there');
      });
    }
  }
}
