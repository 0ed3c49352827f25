/**
 * `npm run mutate` tests the tests. Each mutant of `mutants.ts` is a one-line change that breaks a promise. It is
 * applied to a copy of the tree, and one of its tests must fail. A mutant that survives means that the tests would not
 * notice that mistake: exit code 1. The tests first run on the unchanged copy, because a test that always fails proves
 * nothing.
 */
import { parseArgs } from 'node:util';
import { mutantOf } from './guard-tests.ts';
import { chooseGuards, listGuards } from './guards.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { runMutants } from './run.ts';

const HELP = `npm run mutate [-- options]

  --only <words>   comma-separated: mutants whose name or file contains one of them
  --workers <n>    copies of the tree that are tested side by side (default: 2)
  --guards         instead of the named mutants: guards found in the code, each broken in one way (test/mutate/guards.ts)
  --count <n>      how many guards (default: 60)
  --seed <text>    which ones (default: troupe)
  --list           print the mutants instead of running them
  --help           this
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
    guards: { type: 'boolean', default: false },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: 'troupe' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

if (options.help) say(HELP);
else if (options.list) for (const { name, file } of chosen()) say(`${file}: ${name}`);
else process.exitCode = await mutate(chosen());

function chosen(): Mutant[] {
  const words = options.only.split(',').filter((word) => word !== '');
  const all = options.guards
    ? chooseGuards(listGuards(), options.seed, Number(options.count)).map(mutantOf)
    : mutants;
  return all.filter(
    ({ name, file }) =>
      words.length === 0 || words.some((word) => name.includes(word) || file.includes(word)),
  );
}

async function mutate(list: Mutant[]): Promise<number> {
  if (list.length > 0)
    return runMutants(list, { workers: Number(options.workers), say, candidates: options.guards });
  say('No mutant was chosen.');
  return 1;
}
