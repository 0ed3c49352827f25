/**
 * A minimal service that tests kill: opens the data folder, starts Postgres, prints a line of JSON and keeps running.
 * Like the service it survives the first Ctrl-C, because it would have to drain.
 */
import { openDataDir } from '../../../src/install/embedded/data-dir.ts';
import { startEmbeddedPostgres } from '../../../src/install/embedded/postgres.ts';

const [folder = '', what = 'postgres'] = process.argv.slice(2);
process.on('SIGINT', () => console.log(JSON.stringify({ interrupted: true })));
const dataDir = await openDataDir(folder);
if (what === 'postgres') {
  const { url, pid } = await startEmbeddedPostgres({ dataDir: dataDir.path, log: () => {} });
  console.log(JSON.stringify({ url, pid }));
} else {
  console.log(JSON.stringify({ opened: dataDir.path }));
}
// It runs until it is killed, or until the test that started it ends: then its input ends.
process.stdin.resume().once('end', () => process.exit(0));
