/** Every section of the bench runs to its end, with tiny numbers and without the peers' packages. */
import t, { type Test } from 'tap';
import type { Bench } from '../../bench/bench.ts';
import { readOptions, UsageError } from '../../bench/options.ts';
import { reportText } from '../../bench/report.ts';
import { type SectionName, sectionNames, sections } from '../../bench/sections.ts';
import { openStage } from '../../bench/stage.ts';

const stage = await openStage({ profile: false });
t.teardown(() => stage.stop());

const bench: Bench = {
  stage,
  size: 'tiny',
  rounds: 1,
  peers: false,
  log: () => undefined,
  profileInto: null,
};

/** Rows and goals of each section's table. */
const expected: { [name in SectionName]: { rows: number; goals: number } } = {
  due: { rows: 3, goals: 8 },
  deliveries: { rows: 2, goals: 0 },
  conversation: { rows: 3, goals: 3 },
  lateness: { rows: 1, goals: 1 },
  reads: { rows: 4, goals: 2 },
  creates: { rows: 4, goals: 1 },
  live: { rows: 3, goals: 2 },
};

for (const name of sectionNames)
  void t.test(`${name} is measured`, async (t: Test) => {
    const { title, measure } = sections[name];
    const report = await measure(bench);
    t.match(
      { rows: report.rows.length, goals: report.goals.length },
      expected[name],
      reportText(title, report, []),
    );
    for (const row of report.rows) {
      t.equal(row.length, report.head.length, `${row[0]} has a cell for each column`);
      t.notOk(/NaN|Infinity|undefined/.test(row.join(' ')), `${row.join(' | ')} holds numbers`);
    }
  });

void t.test('options name sections, rounds and size; mistakes are said', async (t) => {
  const all = { sections: sectionNames, profileInto: null };
  t.strictSame(readOptions([]), { ...all, size: 'full', rounds: 5, writes: true });
  t.strictSame(readOptions(['--quick']), { ...all, size: 'quick', rounds: 1, writes: false });
  t.strictSame(readOptions(['--only', 'due,reads', '--rounds', '2']), {
    ...all,
    sections: ['due', 'reads'],
    size: 'full',
    rounds: 2,
    writes: false,
  });
  t.match(readOptions(['--quick', '--write']), { writes: true });
  t.equal(readOptions(['--help']), null);
  for (const wrong of [['--only', 'dew'], ['--rounds', '0'], ['--rounds', 'many'], ['--fast']])
    t.throws(() => readOptions(wrong), UsageError, wrong.join(' '));
});
