/**
 * A small part of `npm run prove`, for every change: docs/crash-matrix.md is the whole. One post goes to all five
 * networks, so that each kill finds five deliveries under way.
 */
import t from 'tap';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Case, type Kill, nameOf, plain } from './cases.ts';
import type { Found } from './check.ts';
import { LIVE_CALLS, type Row, rows } from './rows.ts';
import { play, playTogether } from './run.ts';
import { openStage } from './stage.ts';

const networks = rows.filter(({ onUnknown }) => onUnknown === 'retry');

const kills: { [sentence: string]: Kill } = {
  'created, and no call has left': { at: 'after', label: 'started', nth: 1 },
  'one answer in hand, the others on their way': { at: 'before', label: 'outcome.published*', nth: 1 },
  'all five accepted, none has answered': { at: 'all-accepted' },
};

function fault(column: 'lost-answer' | 'no-id', row: Row): Case {
  const call = LIVE_CALLS[row.network]!;
  const kind = column === 'no-id' ? 'no_id' : 'lost_answer';
  return {
    ...plain(row),
    column,
    point: call,
    faults: [{ kind, call, times: 1 }],
    doubts: row.evident ? 0 : 1,
  };
}

const summary = ({ verdicts }: Found) =>
  verdicts.map(({ account, copies, status }) => `${account.row.name} ${copies} ${status}`).join(', ');

void t.test('killed, or lied to by a network: one copy where there is evidence, and all told', async (t) => {
  const { url } = await testDatabase(t, { migrated: false });
  const stage = await openStage(url, await temporaryFolder(t));
  t.teardown(() => stage.stop());

  for (const [sentence, kill] of Object.entries(kills)) {
    const { found, reached } = await play(
      stage,
      { ...plain(networks[0]!), column: 'random', point: sentence, kills: [kill], doubts: 1 },
      networks,
    );
    t.ok(reached, `killed: ${sentence}`);
    t.strictSame(found.breaches, [], summary(found));
  }
  const faults = networks.flatMap((row) => [fault('lost-answer', row), fault('no-id', row)]);
  const found = await playTogether(stage, faults);
  for (const [index, one] of faults.entries()) {
    t.strictSame(found[index]!.breaches, [], `${nameOf(one)}: ${summary(found[index]!)}`);
  }
});
