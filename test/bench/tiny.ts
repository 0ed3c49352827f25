/** Measures sections of the bench with tiny numbers, one round, and without the peers' packages. */
import t from 'tap';
import { reportText } from '../../bench/report.ts';
import { type SectionName, sections } from '../../bench/sections.ts';
import { openStage } from '../../bench/stage.ts';

/** @param expected rows and goals of each section's table */
export async function measureTiny(expected: {
  [name in SectionName]?: { rows: number; goals: number };
}): Promise<void> {
  const stage = await openStage({ profile: false });
  t.teardown(() => stage.stop());
  for (const [name, wanted] of Object.entries(expected))
    void t.test(`${name} is measured`, async (t) => {
      const { title, measure } = sections[name as SectionName];
      const report = await measure({
        stage,
        size: 'tiny',
        rounds: 1,
        peers: false,
        log: () => undefined,
        profileInto: null,
      });
      const counted = { rows: report.rows.length, goals: report.goals.length };
      t.strictSame(counted, wanted, reportText(title, report, []));
      for (const row of report.rows) {
        t.equal(row.length, report.head.length, `${row[0]} has a cell for each column`);
        t.notOk(/NaN|Infinity|undefined/.test(row.join(' ')), `${row.join(' | ')} holds numbers`);
      }
    });
}
