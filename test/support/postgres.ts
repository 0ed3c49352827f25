/** The Postgres that tests run on: new, in memory or in the system's folder for temporary files, deleted afterwards. */
import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres, stopEmbeddedPostgres } from '../../src/install/embedded/postgres.ts';
import { abandonedTestFolders, folderInMemory, makeTestFolder } from './temporary-folder.ts';

/** Nothing has to survive a power cut. */
const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off', // would start at moments of its own and visit databases that are about to be copied
  // Databases are copied as files (database.ts), and nothing is ever restored or replicated from the log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_init_zero: 'off',
  max_wal_size: '256MB', // it may be in memory
  max_connections: '300',
  logging_collector: 'off', // everything in start.log, and one process less
};

/**
 * Starts a Postgres for tests.
 *
 * @returns url: address of its maintenance database; folder: where it lives; stop: ends it and deletes
 *   everything it wrote
 */
export async function startTestPostgres(): Promise<{ url: string; folder: string; stop(): Promise<void> }> {
  await sweepLeftovers();
  const folder = await makeTestFolder((await folderInMemory()) ?? undefined);
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings: fast });
  return {
    url: server.url,
    folder,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Stops and deletes what killed runs left behind. */
async function sweepLeftovers(): Promise<void> {
  for (const folder of await abandonedTestFolders()) {
    // Another run may be cleaning up too; what cannot be deleted is left for the next run.
    await stopEmbeddedPostgres(folder, () => {})
      .then(() => rm(folder, { recursive: true, force: true }))
      .catch((error: unknown) => console.error(`# ${folder} of a killed test run stays: ${String(error)}`));
  }
}
