/** A mutation run whose only test never ends. SIGUSR2 makes it fail with an error that nobody catches. */
import { runMutants } from '../run.ts';

process.on('SIGUSR2', () => {
  throw new Error('nobody catches this');
});
const mutant = {
  name: 'the project has another name',
  file: 'package.json',
  find: '"name": "troupe"',
  replace: '"name": "troop"',
  tests: ['test/mutate/endless/endless.ts'],
};
process.exitCode = await runMutants([mutant], {
  workers: 1,
  say: (line) => process.stdout.write(`${line}\n`),
  startPostgres: async () => ({ url: 'postgres://unused', stop: async () => {} }),
});
