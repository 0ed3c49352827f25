/**
 * A lookup that never decides ends, and until then and afterwards the delivery says that the post may be live. A site whose ids
 * begin again names a post that another delivery holds, at every look.
 */
import t from 'tap';
import { type Persisted, start, type Step, step } from '../../machines/durable.ts';
import { MAX_CONTINUED, MAX_LIMITED_LOOKS, VERIFY_AFTER_MS } from '../../machines/delivery/index.ts';
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
  { type: 'finding.limited', reason: 'the budget is used up', afterMs: 60_000 },
];
const REFRESHED = {
  type: 'refresh.refreshed',
  credentialsVersion: 4,
  obtainedAt: SAMPLE_AT,
  expiresAt: null,
};

/** All lookups with their waits, and the attempts that may follow them. */
const LONGEST_MS = VERIFY_AFTER_MS.reduce((sum, ms) => sum + ms, 0) + 5 * 60_000;
/** The same where the account's budget is used up at every look. */
const LIMITED_MS = MAX_LIMITED_LOOKS * 60_000;

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
        for (let steps = 0; steps < 4 * MAX_LIMITED_LOOKS; steps += 1) {
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
        const longestMs = undecided.type === 'finding.limited' ? LIMITED_MS : LONGEST_MS;
        t.ok(now - SAMPLE_AT <= longestMs, `within ${longestMs / 60_000} minutes`);
        const resolved = step(machine, current.snapshot as never, { type: 'resolve.absent' } as never, now);
        t.not((resolved.snapshot as Persisted).value, value, 'a person can say what is there');
      });
    }
  }
}

for (const lost of LOST)
  void t.test(`${lost.type} of each step, each of which took effect: it ends in words`, async (t) => {
    const { machine } = kinds.delivery;
    const input = { deliveryId: 'dlv_1', postId: 'post_1', accountId: 'acc_1', platform: 'bluesky' };
    let current: Step = start(machine, { ...input, onUnknown: 'retry', round: 1 } as never, SAMPLE_AT);
    const tell = (event: object) => {
      current = step(machine, current.snapshot as never, event as never, SAMPLE_AT);
    };
    let calls = 0;
    for (; current.snapshot.value === 'sending' && calls < 4 * MAX_CONTINUED; calls += 1) {
      tell(lost);
      tell({ type: 'finding.progress', checkpoint: { part: calls } });
    }
    t.equal(current.snapshot.value, 'unresolved', `after ${calls} calls`);
    const { maybeLive, error } = deliveryView(current.snapshot);
    t.match({ maybeLive, error }, { maybeLive: true, error: /check the account/ });
  });
