/**
 * Older versions of a kind that sends did not keep whether a call without a response may have arrived. Every stored snapshot of
 * theirs that was made after a call is upgraded to one that says so.
 */
import t from 'tap';
import type { Persisted } from '../../machines/durable.ts';
import { upgrade } from '../../src/engine/upgrade.ts';
import { stateName } from '../../src/engine/state-name.ts';
import { deliveryView } from '../../src/kinds/views/delivery.ts';
import { readHistory } from '../support/charts.ts';
import { SAMPLE_AT } from '../support/machine-samples.ts';
import { kinds, type KindName } from '../support/own-charts.ts';

type Context = { [field: string]: unknown };
interface Judged {
  /** The first version that keeps what may have arrived. */
  since: number;
  /** Whether an old snapshot was made after a call whose result that version did not keep. */
  mayHaveArrived: (state: string, context: Context) => boolean;
  /** Whether an upgraded snapshot says that something may have arrived. */
  says: (snapshot: Persisted) => boolean;
}

const inDoubt = ({ context }: Persisted) => (context as Context)['doubt'] !== null;
const KINDS: { [kind in KindName]?: Judged } = {
  delivery: {
    since: 3,
    mayHaveArrived: (state, { attempt, unresolved, askedAgain }) =>
      Number(attempt) > 1 || unresolved === true || askedAgain === true || state === 'retrying',
    says: inDoubt,
  },
  message_send: {
    since: 3,
    mayHaveArrived: (state, { attempt }) =>
      Number(attempt) > 1 || ['looking', 'lookingAgain', 'unknown', 'retrying', 'waiting'].includes(state),
    says: inDoubt,
  },
};
/** Kinds with upgrades that send nothing, or whose first version kept what may have arrived. */
const NOTHING_TO_ADD: readonly KindName[] = [
  'account',
  'comment_rule',
  'comment_act',
  'conversation',
  'post',
  'private_reply',
  'receiver',
];

void t.test('every kind with upgrades is judged here', async (t) => {
  const upgraded = Object.values(kinds)
    .filter(({ upgrades }) => Object.keys(upgrades).length > 0)
    .map(({ name }) => name as string);
  t.strictSame(upgraded.sort(), [...Object.keys(KINDS), ...NOTHING_TO_ADD].sort());
});

for (const [kind, { since, mayHaveArrived, says }] of Object.entries(KINDS) as [KindName, Judged][]) {
  for (let old = 1; old < since; old += 1) {
    void t.test(`what ${kind} ${old} could not record is taken as if it may have arrived`, async (t) => {
      let judged = 0;
      for (const { snapshot } of readHistory(kind, old)!.rows) {
        if (snapshot.status !== 'active') continue;
        const { attempt = 1, ...context } = snapshot.context as Context;
        for (const later of [attempt, Number(attempt) + 1]) {
          const before = { ...snapshot, context: { ...context, attempt: later } } as unknown as Persisted;
          const state = stateName(before.value);
          if (state === 'sent' || !mayHaveArrived(state, before.context as Context)) continue;
          judged += 1;
          const { settled } = upgrade(kinds[kind], old, before, SAMPLE_AT);
          t.ok(says(settled.snapshot), `${state}, attempt ${String(later)}`);
        }
      }
      t.ok(judged > 3, 'there are such snapshots');
    });
  }
}

void t.test(
  'an upgraded delivery that could be live says maybeLive until its outcome is known',
  async (t) => {
    for (const old of [1, 2])
      for (const { snapshot } of readHistory('delivery', old)!.rows) {
        const state = stateName(snapshot.value);
        if (snapshot.status !== 'active') continue;
        const { settled } = upgrade(
          kinds.delivery,
          old,
          { ...snapshot, context: { ...(snapshot.context as object), attempt: 2 } as never },
          SAMPLE_AT,
        );
        t.equal(deliveryView(settled.snapshot).maybeLive, true, `${old}: ${state}`);
        if (state === 'failed' || state === 'cancelled')
          t.match(
            settled.snapshot,
            { value: 'unresolved', context: { error: /^outcome unknown, check the account/ } },
            state,
          );
      }
  },
);
