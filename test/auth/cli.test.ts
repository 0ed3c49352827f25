import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { createAuth } from '../../src/features/auth/keys.ts';
import { verifyPassword } from '../../src/features/auth/passwords.ts';
import { findPassword, findSession, insertSession } from '../../store/sessions.ts';
import { insertMember, insertUser } from '../../store/directory.ts';
import { testDatabase } from '../support/database.ts';
import { storeWorkspace } from '../support/workspace.ts';
import { loading } from '../support/loading.ts';

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Runs the command as an operator does. */
function troupe(args: string[], env: { [name: string]: string } = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const inherited = {
      PATH: process.env['PATH'] ?? '',
      HOME: tmpdir(),
      TROUPE_DATA: join(tmpdir(), 'no-such-folder'),
      ...loading,
    };
    execFile(process.execPath, [cli, ...args], { env: { ...inherited, ...env } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** A data folder that says where the database is, as a service writes it. */
async function dataFolder(t: Test, url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'troupe-cli-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'postgres.json'), JSON.stringify({ url }));
  return folder;
}

void t.test('a key is created, listed and revoked', async (t) => {
  const { sql, url } = await testDatabase(t);
  const env = { TROUPE_DATA: await dataFolder(t, url) };
  await insertUser(sql, { id: 'usr_1', name: 'Ada', email: 'ada@example.org' }, 1_000);
  await insertUser(sql, { id: 'usr_2', name: 'Bob', email: 'bob@example.org' }, 2_000);

  const made = await troupe(['keys', 'create', '--name', 'ci'], env);
  t.equal(made.code, 0);
  t.match(made.out, /^trp_[\w-]{43}\n$/, 'the key alone, for a script to catch');
  t.match(made.err, /of ada@example\.org\. It is shown this once/);
  const auth = await createAuth({ sql, log: { warn: () => {} } });
  t.teardown(() => auth.stop());
  t.match(await auth.authenticate(made.out.trim()), { userId: 'usr_1' });

  const bobs = await troupe(
    ['keys', 'create', '--name', 'phone', '--user', 'bob@example.org', '--json'],
    env,
  );
  const key = JSON.parse(bobs.out) as { id: string; key: string; hint: string };
  t.match(key, { id: /^key_/, key: /^trp_/, name: 'phone', user: 'bob@example.org' });

  const listed = await troupe(['keys', 'list'], env);
  t.equal(listed.code, 0);
  t.match(listed.out, /^ID +ENDS IN +USER +MADE +LAST USED +NAME\n/);
  t.match(listed.out, new RegExp(`\n?${key.id} +${key.hint} +bob@example.org +.* +never +phone\n`));
  t.equal(listed.out.trim().split('\n').length, 3);
  t.notMatch(listed.out, key.key);
  const json = JSON.parse(
    (await troupe(['keys', 'list', '--user', 'bob@example.org', '--json'], env)).out,
  ) as object;
  t.match(json, {
    keys: [{ id: key.id, name: 'phone', hint: key.hint, user: 'bob@example.org', lastUsedAt: null }],
  });

  t.match(await troupe(['keys', 'revoke', key.id], env), { code: 0, out: '', err: /is revoked/ });
  t.equal(await auth.authenticate(key.key), null);
  t.match(await troupe(['keys', 'revoke', key.id], env), { code: 1, err: /there is no key key_/ });
  const other = /^(key_\w+) /m.exec(listed.out.replace(key.id, ''))![1]!;
  t.same(JSON.parse((await troupe(['keys', 'revoke', other, '--json'], env)).out), {
    id: other,
    revoked: true,
  });
});

void t.test(
  'an empty installation gets its first user with its first key, and no second one by mistake',
  async (t) => {
    const { sql, url } = await testDatabase(t);
    const env = { TROUPE_DATA: await dataFolder(t, url) };
    t.match(await troupe(['keys', 'list'], env), { code: 0, out: '', err: /There are no API keys/ });
    t.match(await troupe(['keys', 'create', '--name', 'first', '--user', 'ada@example.org'], env), {
      code: 0,
      out: /^trp_/,
      err: /The first user, ada@example\.org, is made/,
    });
    t.match(await troupe(['keys', 'create', '--name', 'second', '--user', 'adda@example.org'], env), {
      code: 1,
      out: '',
      err: /there is no user with the address adda@example\.org/,
    });
    t.equal((await sql`select 1 from users`).length, 1);
  },
);

void t.test('migrate upgrades a database, once', async (t) => {
  const { url } = await testDatabase(t, { migrated: false });
  const env = { TROUPE_DATA: await dataFolder(t, url) };
  t.match(await troupe(['keys', 'list'], env), { code: 1, err: /lacks its tables: run troupe migrate/ });
  const first = await troupe(['migrate', '--json'], env);
  t.equal(first.code, 0);
  t.match(JSON.parse(first.out), { applied: ['0001_core.sql'] });
  t.match(await troupe(['migrate'], env), { code: 0, out: '', err: /The database is current/ });
});

void t.test('DATABASE_URL takes precedence over the embedded database', async (t) => {
  const { url } = await testDatabase(t);
  const env = { DATABASE_URL: url, TROUPE_SECRET_KEYS: Buffer.alloc(32).toString('base64') };
  t.match(await troupe(['keys', 'list', '--json'], env), { code: 0, out: '{"keys":[]}\n' });
});

void t.test('a missing database is reported in a sentence, with exit code 1', async (t) => {
  t.match(await troupe(['keys', 'list']), {
    code: 1,
    out: '',
    err: /^troupe: no database: set DATABASE_URL, or start/,
  });
  const env = { TROUPE_DATA: await dataFolder(t, 'postgres://x:y@127.0.0.1:1/z') };
  t.match(await troupe(['keys', 'list'], env), { code: 1, err: /^troupe: the database does not respond/ });
  t.match(await troupe(['keys', 'list'], { TROUPE_CELL: 'No name' }), {
    code: 1,
    err: /is no name for a cell/,
  });
  t.match(
    await troupe(['keys', 'list'], { ...env, PORT: 'many' }),
    { err: /does not respond/ },
    'no matter of it',
  );
});

void t.test('every command has a help text', async (t) => {
  t.match(await troupe(['help']), {
    code: 0,
    out: /troupe keys create --name NAME[\s\S]*troupe migrate/,
    err: '',
  });
  t.match(await troupe(['--help']), { code: 0, out: /^troupe: the command line/ });
  t.match(await troupe(['help', 'keys', 'revoke']), { code: 0, out: /^troupe keys revoke ID/ });
  for (const command of ['keys create', 'keys list', 'keys revoke', 'migrate'])
    t.match(await troupe([...command.split(' '), '--help']), {
      code: 0,
      out: new RegExp(`^troupe ${command}[\\s\\S]*--json`),
      err: '',
    });
});

void t.test(
  'a wrong command line is reported with exit code 2, before the command looks for a database',
  async (t) => {
    const cases: [args: string[], err: RegExp][] = [
      [['keys'], /there is no command "keys"/],
      [['keys', 'make'], /there is no command "keys make"/],
      [['kyes', 'list'], /there is no command "kyes list"/],
      [['keys', 'create', '--nmae', 'x'], /Unknown option '--nmae'/],
      [['keys', 'list', '--json=yes'], /--json/],
    ];
    for (const [args, err] of cases) t.match(await troupe(args), { code: 2, out: '', err }, args.join(' '));
    t.match(await troupe([]), { code: 2, out: /^troupe: the command line/ });

    const wrong: [args: string[], err: RegExp][] = [
      [['keys', 'create'], /--name is required[\s\S]*See: troupe help keys create/],
      [['keys', 'create', '--name', ' '], /--name is required/],
      [['keys', 'create', 'x', '--name', 'x'], /unexpected argument: "x"/],
      [['keys', 'list', '--name', 'x'], /troupe keys list takes no --name/],
      [['keys', 'revoke'], /say which key/],
      [['keys', 'revoke', 'a', 'b'], /unexpected argument: "b"/],
      [['migrate', 'now'], /unexpected argument: "now"/],
    ];
    await Promise.all(
      [...cases, ...wrong].map(async ([args, err]) =>
        t.match(await troupe(args), { code: 2, out: '', err }, args.join(' ')),
      ),
    );
  },
);

void t.test('password reset prints only the new password, and ends all earlier sessions', async (t) => {
  const { sql, url } = await testDatabase(t);
  const env = { TROUPE_DATA: await dataFolder(t, url) };
  await insertUser(sql, { id: 'usr_1', name: 'Ada', email: 'ada@example.org' }, 1_000);
  const session = {
    id: 'ses_1',
    userId: 'usr_1',
    hash: Buffer.alloc(32),
    expiresAt: Date.now() + 60_000,
    device: null,
  };
  await insertSession(sql, session, Date.now());
  const made = await troupe(['password', 'reset', '--user', 'ada@example.org'], env);
  t.equal(made.code, 0, made.err);
  t.match(made.out, /^[\w-]{20}\n$/);
  t.equal(await verifyPassword(made.out.trim(), await findPassword(sql, 'usr_1')), true);
  t.equal(await findSession(sql, { hash: session.hash, cell: null, now: Date.now() }), undefined);
  t.match(await troupe(['password', 'reset', '--user', 'bob@example.org'], env), {
    code: 1,
    err: /no user with the address bob@example\.org/,
  });
  t.match(await troupe(['password', 'reset'], env), { code: 2, err: /--user is required/ });
});

void t.test('the addresses that networks call are printed with a token that stays the same', async (t) => {
  const { url } = await testDatabase(t);
  const env = { TROUPE_DATA: await dataFolder(t, url), BASE_URL: 'https://post.example.org' };
  const shown = await troupe(['inbound'], env);
  t.equal(shown.code, 0, shown.err);
  t.match(shown.out, 'https://post.example.org/inbound/instagram/deletion');
  const { verifyToken, networks } = JSON.parse((await troupe(['inbound', '--json'], env)).out);
  t.match(shown.out, verifyToken);
  t.strictSame(networks.map(({ platform }: { platform: string }) => platform).sort(), [
    'facebook',
    'instagram',
    'threads',
    'x',
  ]);
  t.equal((await troupe(['inbound', 'twice'], env)).code, 2);
});

void t.test('a key is held to scopes and workspaces of its user', async (t) => {
  const { sql, url } = await testDatabase(t);
  const env = { TROUPE_DATA: await dataFolder(t, url) };
  await insertUser(sql, { id: 'usr_1', name: 'Ada', email: 'ada@example.org' }, 1_000);
  for (const [id, slug] of [
    ['ws_1', 'bakery'],
    ['ws_2', 'florist'],
  ]) {
    const workspace = {
      id: id!,
      slug: slug!,
      name: slug!,
      timezone: 'UTC',
      plan: 'developer',
      trialEndsAt: null,
      networks: 'both' as const,
    };
    await storeWorkspace(sql, { ...workspace, slots: [] }, 1_000);
  }
  await insertMember(sql, { workspaceId: 'ws_1', userId: 'usr_1', role: 'owner' }, 1_000);
  const create = ['keys', 'create', '--name', 'held', '--json'];
  const made = await troupe([...create, '--scopes', 'draft, read', '--workspaces', 'bakery'], env);
  const key = JSON.parse(made.out) as { key: string };
  t.match(key, { scopes: ['read', 'draft'], workspaces: ['bakery'] });
  const auth = await createAuth({ sql, log: { warn: () => {} } });
  t.teardown(() => auth.stop());
  t.match(await auth.authenticate(key.key), {
    scopes: ['read', 'draft'],
    isHeld: true,
    workspaces: [{ slug: 'bakery' }],
  });
  t.match(JSON.parse((await troupe(['keys', 'list', '--json'], env)).out), {
    keys: [{ name: 'held', scopes: ['read', 'draft'], workspaces: ['bakery'] }],
  });
  const refused: [string[], number, RegExp][] = [
    [['--scopes', 'write'], 2, /there is no scope "write"; choose from read, draft/],
    [['--scopes', ','], 2, /--scopes is empty/],
    [['--workspaces', 'nowhere'], 1, /there is no workspace nowhere/],
    [['--workspaces', 'bakery,florist'], 1, /ada@example\.org is no member of the workspace florist/],
  ];
  for (const [options, code, message] of refused) {
    const ran = await troupe([...create, ...options], env);
    t.equal(ran.code, code, options.join(' '));
    t.match(ran.out + ran.err, message);
  }
  const { length } = (JSON.parse((await troupe(['keys', 'list', '--json'], env)).out) as { keys: object[] })
    .keys;
  t.equal(length, 1, 'nothing was made of what was refused');
});
