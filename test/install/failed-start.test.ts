/** A start that fails leaves the database as it was: nodes of the version before cannot use a migrated one. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { rowsToPlay } from '../support/long.ts';
import { createSealer } from '../../src/base/seal.ts';
import type { Sql } from '../../store/connect.ts';
import { migrate, migrationsFolder, readMigrations } from '../../store/migrate.ts';
import { KEYS, REGION, startFakeS3 } from '../media/fake-s3.ts';
import { testDatabase } from '../support/database.ts';
import { loading } from '../support/loading.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Env = { [name: string]: string };

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const KEY = randomBytes(32);
/** Nobody has this address: it is for documentation (RFC 5737). */
const NOT_OURS = '192.0.2.1';

/** A database at the migration before the last, whose secrets are sealed with `KEY`. */
async function olderDatabase(t: Test): Promise<{ sql: Sql; url: string }> {
  const database = await testDatabase(t, { migrated: false });
  const folder = await temporaryFolder(t);
  const migrations = await readMigrations(migrationsFolder);
  for (const { file } of migrations.slice(0, -1))
    await copyFile(join(migrationsFolder, file), join(folder, file));
  await migrate(database.sql, { folder });
  const check = createSealer([KEY]).seal('check', 'installation');
  await database.sql`insert into installation (name, value) values ('secret_key_check', ${check})`;
  return database;
}

const versionOf = (sql: Sql) => sql<{ number: number; applied_at: Date }[]>`
  select number, applied_at from troupe_directory.schema_migrations
  union all select number, applied_at from troupe_cell_1.schema_migrations order by number, applied_at`;

/** Starts the service. @returns its exit code and what it printed; null and that when it is ready, after which it is ended */
async function start(env: Env): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, LOG_LEVEL: 'error', TROUPE_DEMO_PEOPLE: 'off', ...env, ...loading },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let isReady = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (!isReady && said.includes('Troupe is ready')) isReady = child.kill('SIGTERM');
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: isReady ? null : code, said };
}

async function takenPort(t: Test): Promise<number> {
  const server: Server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

async function fileIn(t: Test): Promise<string> {
  const file = join(await temporaryFolder(t), 'a-file');
  await writeFile(file, '');
  return file;
}

const bucket = (endpoint: string): Env => ({
  TROUPE_S3_ENDPOINT: endpoint,
  TROUPE_S3_REGION: REGION,
  TROUPE_S3_BUCKET: 'pictures',
  TROUPE_S3_ACCESS_KEY_ID: KEYS.accessKeyId,
  TROUPE_S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
});

/** What differs from settings that are right, and what the sentence names. '' unsets a variable. */
const FAULTS: { [title: string]: { set: (t: Test, url: string) => Promise<Env>; names: RegExp } } = {
  'a setting is not a number': { set: async () => ({ PORT: 'eighty' }), names: /PORT/ },
  'the database does not respond': {
    set: async () => ({ DATABASE_URL: 'postgres://troupe@127.0.0.1:9/troupe' }),
    names: /DATABASE_URL.*ECONNREFUSED/,
  },
  'the database does not know the name': {
    set: async (_, url) => ({ DATABASE_URL: `${url}_gone` }),
    names: /DATABASE_URL.*does not exist/,
  },
  'the port is taken': {
    set: async (t) => ({ PORT: String(await takenPort(t)) }),
    names: /cannot listen .*another program has it; set PORT/,
  },
  'the address is not of this machine': {
    set: async () => ({ HOST: NOT_OURS }),
    names: /HOST is not an address/,
  },
  'the secret key is another': {
    set: async () => ({ TROUPE_SECRET_KEYS: randomBytes(32).toString('base64') }),
    names: /sealed with another key; set TROUPE_SECRET_KEYS/,
  },
  'there is no secret key': {
    set: async () => ({ TROUPE_SECRET_KEYS: '' }),
    names: /no key for them: set TROUPE_SECRET_KEYS/,
  },
  'the file of the secret key is damaged': {
    set: async (t) => {
      const folder = await temporaryFolder(t);
      await writeFile(join(folder, 'secret.key'), 'c2hvcnQ=');
      return { TROUPE_SECRET_KEYS: '', TROUPE_DATA: folder };
    },
    names: /secret\.key does not hold a key of 32 bytes .*TROUPE_SECRET_KEYS/,
  },
  'the file of the secret key cannot be read': {
    set: async (t) => {
      const folder = await temporaryFolder(t);
      await mkdir(join(folder, 'secret.key'));
      return { TROUPE_SECRET_KEYS: '', TROUPE_DATA: folder };
    },
    names: /secret\.key cannot be read .*TROUPE_SECRET_KEYS/,
  },
  'the data folder is a file': { set: async (t) => ({ TROUPE_DATA: await fileIn(t) }), names: /TROUPE_DATA/ },
  'the data folder cannot be created': {
    set: async (t) => ({ TROUPE_DATA: join(await fileIn(t), 'data') }),
    names: /TROUPE_DATA/,
  },
  'the data folder takes no files': {
    set: async () => ({ TROUPE_DATA: '/proc', TROUPE_SANDBOX: 'on' }),
    names: /TROUPE_DATA/,
  },
  'the media folder is a file': {
    set: async (t) => ({ TROUPE_MEDIA_DIR: await fileIn(t) }),
    names: /TROUPE_MEDIA_DIR/,
  },
  'the folder for what arrives is a file': {
    set: async (t) => {
      const folder = await temporaryFolder(t);
      await writeFile(join(folder, 'incoming'), '');
      return { TROUPE_MEDIA_DIR: folder };
    },
    names: /TROUPE_MEDIA_DIR/,
  },
  'the bucket does not exist': {
    set: async (t) => ({ ...bucket((await startFakeS3(t)).endpoint), TROUPE_S3_BUCKET: 'gone' }),
    names: /TROUPE_S3_BUCKET/,
  },
  'the key of the bucket is wrong': {
    set: async (t) => ({
      ...bucket((await startFakeS3(t)).endpoint),
      TROUPE_S3_SECRET_ACCESS_KEY: 'hunter2hunter2',
    }),
    names: /TROUPE_S3_SECRET_ACCESS_KEY/,
  },
  'the key of the bucket may only read': {
    set: async (t) => {
      const s3 = await startFakeS3(t);
      s3.readOnly = true;
      return bucket(s3.endpoint);
    },
    names: /"pictures": they need .*s3:PutObject/,
  },
  'the port of the sandbox is taken': {
    set: async (t) => ({ TROUPE_SANDBOX: 'on', TROUPE_SANDBOX_PORT: String(await takenPort(t)) }),
    names: /TROUPE_SANDBOX_PORT/,
  },
  'the address of the sandbox is not of this machine': {
    set: async () => ({ TROUPE_SANDBOX: 'on', TROUPE_SANDBOX_HOST: NOT_OURS }),
    names: /TROUPE_SANDBOX_HOST/,
  },
  'the sandbox of others does not respond': {
    set: async () => ({ TROUPE_SANDBOX: 'on', TROUPE_SANDBOX_URL: 'http://127.0.0.1:9' }),
    names: /TROUPE_SANDBOX_URL/,
  },
};

/** One of the settings themselves, of the database, of the network, of the key and of the folders; the others are long. */
const PLAYED = new Set([
  'a setting is not a number',
  'the database does not respond',
  'the port is taken',
  'the secret key is another',
  'the media folder is a file',
]);

void t.test('a start that cannot succeed says which setting is wrong, and does not migrate', async (t) => {
  const { sql, url } = await olderDatabase(t);
  const before = await versionOf(sql);
  const right = async (t: Test): Promise<Env> => ({
    DATABASE_URL: url,
    PORT: '0',
    TROUPE_DATA: await temporaryFolder(t),
    TROUPE_SECRET_KEYS: KEY.toString('base64'),
    TROUPE_SANDBOX: 'off',
  });
  for (const [title, { set, names }] of rowsToPlay(Object.entries(FAULTS), ([title]) => PLAYED.has(title)))
    await t.test(title, async (t) => {
      const { code, said } = await start({ ...(await right(t)), ...(await set(t, url)) });
      t.equal(code, 1);
      t.match(said, /Troupe did not start: /);
      t.match(said, names);
      t.notMatch(said, /\n +at /, 'a sentence, not a stack');
      t.same(await versionOf(sql), before);
    });
  await t.test('a user without rights to the tables', async (t) => {
    const user = `reader_${randomBytes(4).toString('hex')}`;
    await sql.unsafe(`create role ${user} login password 'reads';
      grant usage on schema troupe_directory, troupe_cell_1 to ${user};
      grant select on all tables in schema troupe_directory, troupe_cell_1 to ${user}`);
    t.teardown(() => sql.unsafe(`drop owned by ${user}; drop role ${user}`));
    const address = new URL(url);
    address.username = user;
    address.password = 'reads';
    const { code, said } = await start({ ...(await right(t)), DATABASE_URL: address.href });
    t.equal(code, 1);
    t.match(said, /DATABASE_URL.*permission denied/);
    t.same(await versionOf(sql), before);
  });
  await t.test('with settings that are right the same start migrates it', async (t) => {
    const { code, said } = await start(await right(t));
    t.equal(code, null, said);
    t.equal((await versionOf(sql)).length, before.length + 1);
  });
});
