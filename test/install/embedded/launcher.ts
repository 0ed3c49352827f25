/**
 * A service in miniature, to be killed: opens the data folder, starts Postgres, says so in a line of JSON and
 * stays. Like the service it outlives the first Ctrl-C, since it has something to drain.
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
// It stays until it is killed, or the test that started it is: then its input ends.
process.stdin.resume().once('end', () => process.exit(0));
