/** The command line of the bench. */
import t from 'tap';
import { readOptions, UsageError } from '../../bench/options.ts';
import { sectionNames } from '../../bench/sections.ts';

const all = { sections: sectionNames, profileInto: null };

void t.test('a run without options measures everything and writes it down', async (t) => {
  t.strictSame(readOptions([]), { ...all, size: 'full', rounds: 5, writes: true });
});

void t.test('a quick run, or one of some sections, writes only when it is asked to', async (t) => {
  t.strictSame(readOptions(['--quick']), { ...all, size: 'quick', rounds: 1, writes: false });
  t.strictSame(readOptions(['--only', 'due,reads', '--rounds', '2']), {
    ...all,
    sections: ['due', 'reads'],
    size: 'full',
    rounds: 2,
    writes: false,
  });
  t.match(readOptions(['--quick', '--write']), { writes: true });
});

void t.test('mistakes are said, and --help is no run', async (t) => {
  t.equal(readOptions(['--help']), null);
  for (const wrong of [['--only', 'dew'], ['--rounds', '0'], ['--rounds', 'many'], ['--fast']])
    t.throws(() => readOptions(wrong), UsageError, wrong.join(' '));
});
