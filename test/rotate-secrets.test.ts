import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { rotateSecrets } from '../src/cli/rotate-secrets.ts';
import { createSealer } from '../src/base/seal.ts';
import type { Sql } from '../store/connect.ts';
import { sealedColumns } from '../store/secrets.ts';
import { eventually } from './support/eventually.ts';
import { testDatabase } from './support/database.ts';
import { loading } from './support/loading.ts';

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const old = createSealer([OLD]);
const both = createSealer([NEW, OLD]);
const fresh = createSealer([NEW]);

const ids = (count: number) => Array.from({ length: count }, (_, n) => `acc_${String(n).padStart(4, '0')}`);

/** A database with one secret of each kind, and as many accounts, sealed under the old key. */
async function fill(sql: Sql, accounts = 1): Promise<void> {
  await sql`insert into workspaces (id, slug, name, timezone, plan, created_at) values ('ws_1', 'a', 'A', 'UTC', 'developer', now())`;
  for (const id of ids(accounts))
    await sql`
      insert into accounts (id, workspace_id, platform, remote_id, display_name, username, endpoints, credentials,
                            obtained_at, connected_at)
      values (${id}, 'ws_1', 'x', ${id}, 'A', 'a', '{}', ${old.seal({ token: `t-${id}` }, id)}, now(), now())`;
  await sql`
    insert into webhook_endpoints (id, workspace_id, url, events, secret, created_at)
    values ('hook_1', 'ws_1', 'https://example.org', '{}', ${old.seal('whsec', 'hook_1')}, now())`;
  await sql`
    insert into connect_links (id, workspace_id, secret_hash, secret, platforms, created_at, expires_at)
    values ('link_1', 'ws_1', 'h', ${old.seal('address', 'link_1')}, '{}', now(), now())`;
  await sql`
    insert into sign_ins (id, link_id, platform, state_hash, browser_hash, content, created_at, expires_at)
    values ('sign_1', 'link_1', 'x', 's', 'b', ${old.seal({ verifier: 'v' }, 'sign_1')}, now(), now()),
           ('sign_2', 'link_1', 'x', 't', 'b', null, now(), now())`;
  const key = createHash('sha256').update('an app').digest();
  await sql`
    insert into connect_apps (key, content, created_at)
    values (${key}, ${old.seal({ clientId: 'c' }, key.toString('base64url'))}, now())`;
  await sql`insert into installation (name, value) values ('secret_key_check', ${old.seal('check', 'installation')})`;
}

/** How many secrets one sealer opens. */
async function opened(sql: Sql, sealer = fresh): Promise<number> {
  const rows = await sql<{ owner: string; sealed: Buffer }[]>`
    select id as owner, credentials as sealed from accounts
    union all select id, secret from webhook_endpoints
    union all select id, secret from connect_links
    union all select id, content from sign_ins where content is not null
    union all select 'installation', value from installation`;
  const apps = await sql<{ key: Buffer; sealed: Buffer }[]>`select key, content as sealed from connect_apps`;
  const all = [...rows, ...apps.map((app) => ({ owner: app.key.toString('base64url'), sealed: app.sealed }))];
  return all.filter(({ owner, sealed }) => {
    try {
      return sealer.open(sealed, owner) !== undefined;
    } catch {
      return false;
    }
  }).length;
}

void t.test(
  'every secret is encrypted again with the newest key, and a second run finds nothing to do',
  async (t) => {
    const { sql } = await testDatabase(t);
    await fill(sql, 450);
    t.equal(await opened(sql), 0);
    t.strictSame(await rotateSecrets({ directory: sql, cells: [sql] }, both), {
      rotated: 455,
      current: 0,
      locked: [],
    });
    t.equal(await opened(sql), 455, 'the old key is needed no more');
    t.strictSame(await rotateSecrets({ directory: sql, cells: [sql] }, fresh), {
      rotated: 0,
      current: 455,
      locked: [],
    });
    const [row] = await sql<
      { version: number }[]
    >`select max(credentials_version)::int as version from accounts`;
    t.equal(row!.version, 1, 'the credentials are the same');
  },
);

void t.test('a run that was stopped continues where it was', async (t) => {
  const { sql, url } = await testDatabase(t);
  await fill(sql, 300);
  // a lock stops the command half way: then it is killed
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = sql.begin(async (tx) => {
    await tx`select from accounts where id = 'acc_0150' for update`;
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const child = execFile(process.execPath, [cli, 'secrets', 'rotate'], { env: environment(url, [NEW, OLD]) });
  await eventually(async () => (await opened(sql)) >= 150);
  t.equal(await opened(sql), 150);
  child.kill('SIGKILL');
  release.resolve();
  await holding;
  const { rotated } = await rotateSecrets({ directory: sql, cells: [sql] }, both);
  t.ok(rotated === 155 || rotated === 154, `${rotated}: the statement it died in may have been done`);
  t.equal(await opened(sql), 305);
});

void t.test('credentials that change meanwhile are not overwritten', async (t) => {
  const { sql } = await testDatabase(t);
  await fill(sql, 2);
  let once = true;
  const racing = {
    ...both,
    open: (sealed: Uint8Array, owner: string) => both.open(sealed, owner),
    seal: (value: unknown, owner: string) => both.seal(value, owner),
    isCurrent: (sealed: Uint8Array) => both.isCurrent(sealed),
  };
  const refreshed = old.seal({ token: 'newer' }, 'acc_0000'); // by a node that does not have the new key first yet
  racing.seal = (value, owner) => {
    if (owner === 'acc_0000' && once) {
      once = false;
      refreshing = sql`update accounts set credentials = ${refreshed} where id = 'acc_0000'`.then(
        () => undefined,
      );
    }
    return both.seal(value, owner);
  };
  let refreshing: Promise<void> = Promise.resolve();
  // the update is under way before the command's own; one connection keeps the order
  const { rotated } = await rotateSecrets({ directory: sql, cells: [sql] }, racing);
  await refreshing;
  await rotateSecrets({ directory: sql, cells: [sql] }, both);
  t.ok(rotated >= 6);
  const [row] = await sql<{ credentials: Buffer }[]>`select credentials from accounts where id = 'acc_0000'`;
  t.strictSame(fresh.open(row!.credentials, 'acc_0000'), { token: 'newer' });
});

void t.test('a secret that no key opens is named, and everything else is done', async (t) => {
  const { sql, url } = await testDatabase(t);
  await fill(sql);
  const strange = createSealer([randomBytes(32)]).seal('x', 'hook_1');
  await sql`update webhook_endpoints set secret = ${strange}`;
  const ran = await run(url, [NEW, OLD], ['--json']);
  t.equal(ran.code, 1);
  t.strictSame(JSON.parse(ran.out), { rotated: 5, current: 0, locked: ['webhook_endpoints hook_1'] });
  t.match(ran.err, /1 are encrypted with a key that is missing: webhook_endpoints hook_1/);
  t.notMatch(ran.out + ran.err, /t-acc|whsec/, 'no secret is shown');
});

void t.test('the command reports its result', async (t) => {
  const { sql, url } = await testDatabase(t);
  await fill(sql);
  t.match(await run(url, [NEW, OLD]), {
    code: 0,
    out: '',
    err: /Encrypted again: 6\. Already under the newest key: 0/,
  });
  t.match(await run(url, [NEW]), { code: 0, err: /Encrypted again: 0\. Already under the newest key: 6/ });
  t.match(await run(url, []), { code: 1, err: /no keys: set TROUPE_SECRET_KEYS/ });
  t.match(await run(url, [NEW], ['now']), { code: 2, err: /unexpected argument: "now"/ });
  t.equal(await opened(sql), 6);
});

void t.test('every bytea column is accounted for: sealed, or a hash', async (t) => {
  const { sql } = await testDatabase(t);
  const columns = await sql<{ name: string }[]>`
    select distinct table_name || '.' || column_name as name from information_schema.columns
    where table_schema like 'troupe_%' and data_type = 'bytea' order by 1`;
  const digests = ['connect_apps.key', 'confirmations.bound', 'grant_tokens.made_from'];
  const unknown = columns
    .map(({ name }) => name)
    .filter(
      (name) => !sealedColumns.includes(name) && !/(hash|sha256)$/.test(name) && !digests.includes(name),
    );
  t.strictSame(unknown, [], 'add it to store/secrets.ts, or a change of keys loses it');
});

const environment = (url: string, keys: Buffer[]) => ({
  PATH: process.env['PATH'] ?? '',
  TROUPE_DATA: `${tmpdir()}/no-such-folder`,
  DATABASE_URL: url,
  ...loading,
  ...(keys.length === 0 ? {} : { TROUPE_SECRET_KEYS: keys.map((key) => key.toString('base64')).join() }),
});

function run(url: string, keys: Buffer[], args: string[] = []) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [cli, 'secrets', 'rotate', ...args],
      { env: environment(url, keys) },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}
