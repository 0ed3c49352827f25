import { createHash } from 'node:crypto';
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { createAuth, createKey, listKeys, revokeKey, type Auth } from '../../src/features/auth/keys.ts';
import { newId } from '../../src/base/ids.ts';
import { connect, type Sql } from '../../store/connect.ts';
import { deleteKey, findPrincipal, findUser, markKeysUsed, saveKeyConfirm } from '../../store/keys.ts';
import { insertMember, insertUser, notifyAuthChanged } from '../../store/directory.ts';
import { storeWorkspace } from '../support/workspace.ts';
import { testDatabase } from '../support/database.ts';

const NOW = Date.UTC(2026, 4, 4, 8);
const quiet = { warn: () => {} };

async function addUser(sql: Sql, email: string | null = null, now = NOW): Promise<string> {
  const id = newId('usr', now);
  await insertUser(sql, { id, name: 'Ada', email }, now);
  return id;
}

async function addWorkspace(sql: Sql, slug: string): Promise<string> {
  const id = newId('ws', NOW);
  await storeWorkspace(
    sql,
    {
      id,
      slug,
      name: slug.toUpperCase(),
      timezone: 'UTC',
      plan: 'developer',
      trialEndsAt: null,
      networks: 'both' as const,
      slots: [],
    },
    NOW,
  );
  return id;
}

/** A node's cache of keys, stopped with the test. */
async function node(
  t: Test,
  sql: Sql,
  options: { clock?: () => number; maxKeys?: number; log?: typeof quiet } = {},
): Promise<Auth> {
  const auth = await createAuth({ sql, log: quiet, ...options });
  t.teardown(() => auth.stop());
  return auth;
}

/** Repeats a check, and lets everything else run in between. @returns how long it took, in ms */
async function until(holds: () => boolean | Promise<boolean>, limitMs = 20_000): Promise<number> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > limitMs) throw new Error(`it did not come true within ${limitMs} ms`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return performance.now() - began;
}

void t.test('a key is 256 random bits that are shown once and stored as a hash', async (t) => {
  const { sql } = await testDatabase(t);
  const userId = await addUser(sql);
  const made = await createKey(sql, { userId, name: 'ci', now: NOW });
  t.match(made.key, /^trp_[A-Za-z0-9_-]{43}$/);
  t.equal(made.hint, made.key.slice(-4));
  const [row] = await sql`select * from api_keys`;
  t.match(row, { id: made.id, user_id: userId, name: 'ci', hint: made.hint, last_used_at: null });
  t.same(row!['hash'], createHash('sha256').update(made.key).digest());
  t.notOk(JSON.stringify(row).includes(made.key.slice(4, 30)));
  t.not((await createKey(sql, { userId, name: 'ci', now: NOW })).key, made.key);
});

void t.test('what has to be confirmed for a key is changed by its user alone', async (t) => {
  const { sql } = await testDatabase(t);
  const [userId, other] = [await addUser(sql), await addUser(sql)];
  const { id } = await createKey(sql, { userId, name: 'ci', now: NOW });
  const confirmOf = async () => (await sql`select confirm from api_keys`)[0]!['confirm'];
  t.equal(await saveKeyConfirm(sql, { id, userId: other, confirm: 'person' }), false);
  t.equal(await confirmOf(), 'none');
  t.equal(await saveKeyConfirm(sql, { id, userId, confirm: 'person' }), true);
  t.equal(await confirmOf(), 'person');
});

void t.test('keys are listed newest first, those of all users or of one, and never in full', async (t) => {
  const { sql } = await testDatabase(t);
  const [ada, bob] = [await addUser(sql, 'ada@example.org'), await addUser(sql, 'bob@example.org')];
  const old = await createKey(sql, { userId: ada, name: 'old', now: NOW - 5 });
  await createKey(sql, { userId: bob, name: 'bob', now: NOW });
  await createKey(sql, { userId: ada, name: 'new', now: NOW + 5 });
  t.same(
    (await listKeys(sql, { userId: null })).map((key) => key.name),
    ['new', 'bob', 'old'],
  );
  const [newest, oldest, ...more] = await listKeys(sql, { userId: ada });
  t.same(more, []);
  t.equal(newest?.name, 'new');
  t.same(oldest, {
    id: old.id,
    userId: ada,
    userName: 'Ada',
    userEmail: 'ada@example.org',
    name: 'old',
    hint: old.hint,
    confirm: 'none',
    scopes: null,
    workspaces: null,
    createdAt: new Date(NOW - 5),
    lastUsedAt: null,
  });
});

void t.test(
  'a key reaches the workspaces its user is a member of, the oldest membership first',
  async (t) => {
    const { sql } = await testDatabase(t);
    const userId = await addUser(sql);
    const { key, id } = await createKey(sql, { userId, name: 'ci', now: NOW });
    const [a, b, c] = [
      await addWorkspace(sql, 'a'),
      await addWorkspace(sql, 'b'),
      await addWorkspace(sql, 'c'),
    ];
    await insertMember(sql, { workspaceId: a, userId, role: 'owner' }, NOW + 20);
    await insertMember(sql, { workspaceId: c, userId, role: 'owner' }, NOW + 10);
    await insertMember(sql, { workspaceId: b, userId: await addUser(sql), role: 'owner' }, NOW);
    const auth = await node(t, sql);
    t.same(await auth.authenticate(key), {
      userId,
      userName: 'Ada',
      keyId: id,
      keyName: 'ci',
      confirm: 'none',
      workspaces: [
        {
          id: c,
          slug: 'c',
          name: 'C',
          timezone: 'UTC',
          formerSlugs: null,
          plan: 'developer',
          trialEndsAt: null,
          networks: 'both' as const,
          role: 'owner',
          heldTo: null,
          approval: false,
        },
        {
          id: a,
          slug: 'a',
          name: 'A',
          timezone: 'UTC',
          formerSlugs: null,
          plan: 'developer',
          trialEndsAt: null,
          networks: 'both' as const,
          role: 'owner',
          heldTo: null,
          approval: false,
        },
      ],
    });
  },
);

void t.test('a key of a user without workspaces is valid, and reaches none', async (t) => {
  const { sql } = await testDatabase(t);
  const { key } = await createKey(sql, { userId: await addUser(sql), name: 'ci', now: NOW });
  t.match(await (await node(t, sql)).authenticate(key), { workspaces: [] });
});

void t.test('a cached key is answered at once, and an unknown one is looked up each time', async (t) => {
  const { sql } = await testDatabase(t);
  const { key, id } = await createKey(sql, { userId: await addUser(sql), name: 'ci', now: NOW });
  const auth = await node(t, sql);
  const [first, second] = [auth.authenticate(key), auth.authenticate(key)];
  t.type(first, Promise);
  t.equal(first, second, 'a burst asks once');
  t.match(await first, { keyId: id });
  t.match(auth.authenticate(key), { keyId: id });
  t.notOk(auth.authenticate(key) instanceof Promise);

  const stranger = `trp_${'A'.repeat(43)}`;
  for (const _ of [1, 2]) {
    const answer = auth.authenticate(stranger);
    t.type(answer, Promise);
    t.equal(await answer, null);
  }
});

void t.test('a text that cannot be a key is refused without a query', async (t) => {
  const { sql } = await testDatabase(t);
  const auth = await node(t, sql);
  const odd = [
    '',
    'trp_',
    'x',
    `trx_${'A'.repeat(43)}`,
    `trp_${'A'.repeat(42)}`,
    `trp_${'A'.repeat(44)}`,
    `trp_${'A'.repeat(42)}\n`,
    `TRP_${'A'.repeat(43)}`,
    `trp_${'A'.repeat(42)}é`,
  ];
  for (const key of odd) t.equal(auth.authenticate(key), null, key);
});

void t.test('a revoked key stops on every node within a second', async (t) => {
  const { sql, url } = await testDatabase(t);
  const other = connect(url, { applicationName: 'other node', maxConnections: 2 });
  t.teardown(() => other.end({ timeout: 5 }));
  const { key, id } = await createKey(sql, { userId: await addUser(sql), name: 'ci', now: NOW });
  const kept = await createKey(sql, { userId: await addUser(sql), name: 'kept', now: NOW });
  const nodes = [await node(t, sql), await node(t, other)];
  for (const one of nodes) {
    t.match(await one.authenticate(key), { keyId: id });
    t.match(await one.authenticate(kept.key), { keyId: kept.id });
  }
  t.equal(await revokeKey(sql, { id, userId: null }), true);
  for (const one of nodes) {
    const took = await until(async () => (await one.authenticate(key)) === null);
    t.ok(took < 1_000, `${took} ms`);
    t.match(await one.authenticate(kept.key), { keyId: kept.id });
  }
  t.equal(await revokeKey(sql, { id, userId: null }), false);
});

void t.test('if an owner is given, only a key of that owner is revoked', async (t) => {
  const { sql } = await testDatabase(t);
  const userId = await addUser(sql);
  const { id, key } = await createKey(sql, { userId, name: 'ci', now: NOW });
  t.equal(await revokeKey(sql, { id, userId: await addUser(sql) }), false);
  t.match(await (await node(t, sql)).authenticate(key), { keyId: id });
  t.equal(await revokeKey(sql, { id, userId }), true);
});

void t.test('a revocation that is rolled back has no effect', async (t) => {
  const { sql } = await testDatabase(t);
  const { id, key } = await createKey(sql, { userId: await addUser(sql), name: 'ci', now: NOW });
  await t.rejects(
    sql.begin(async (tx) => {
      t.equal(await deleteKey(tx, { id, userId: null }), true);
      throw new Error('changed my mind');
    }),
  );
  t.match(await (await node(t, sql)).authenticate(key), { keyId: id });
});

void t.test('a new membership is visible at once on its own node, and soon on others', async (t) => {
  const { sql, url } = await testDatabase(t);
  const other = connect(url, { applicationName: 'other node', maxConnections: 2 });
  t.teardown(() => other.end({ timeout: 5 }));
  const userId = await addUser(sql);
  const { key } = await createKey(sql, { userId, name: 'ci', now: NOW });
  const [here, there] = [await node(t, sql), await node(t, other)];
  const reaches = async (auth: Auth) => (await auth.authenticate(key))?.workspaces.length ?? 0;
  t.equal((await reaches(here)) + (await reaches(there)), 0);
  await insertMember(sql, { workspaceId: await addWorkspace(sql, 'a'), userId, role: 'owner' }, NOW);
  await notifyAuthChanged(sql);
  here.forget();
  t.equal(await reaches(here), 1);
  t.ok((await until(async () => (await reaches(there)) === 1)) < 1_000);
});

void t.test('no cached key is used for longer than 30 seconds', async (t) => {
  const { sql } = await testDatabase(t);
  let now = NOW;
  const auth = await node(t, sql, { clock: () => now });
  const { key, id } = await createKey(sql, { userId: await addUser(sql), name: 'ci', now: NOW });
  await auth.authenticate(key);
  await sql`delete from api_keys`; // without a notification
  now = NOW + 29_999;
  t.match(auth.authenticate(key), { keyId: id });
  now = NOW + 30_000;
  t.equal(await auth.authenticate(key), null);
  now = NOW;
  t.equal(await auth.authenticate(key), null, 'what was found gone is forgotten');
});

void t.test('the result of a query that was running when something changed is not cached', async (t) => {
  const { sql } = await testDatabase(t);
  const auth = await node(t, sql);
  const { key, id } = await createKey(sql, { userId: await addUser(sql), name: 'ci', now: NOW });
  const { asking } = await sql.begin(async (tx) => {
    await tx`lock table api_keys in access exclusive mode`;
    const before = auth.authenticate(key);
    auth.forget(); // as a notification does
    const after = auth.authenticate(key);
    t.not(after, before, 'who asks after the change does not wait for an answer from before it');
    auth.forget();
    return { asking: before };
  });
  t.match(await asking, { keyId: id });
  t.type(auth.authenticate(key), Promise);
});

void t.test('a listener that lost its connection clears the cache when it is back', async (t) => {
  const { sql } = await testDatabase(t);
  const auth = await node(t, sql);
  const { key, id } = await createKey(sql, { userId: await addUser(sql), name: 'ci', now: NOW });
  t.match(await auth.authenticate(key), { keyId: id });
  await sql`delete from api_keys`; // the notification was lost
  t.match(auth.authenticate(key), { keyId: id });
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`;
  t.ok((await until(async () => (await auth.authenticate(key)) === null)) < 5_000);
});

void t.test('after an outage of the database changes are received again', async (t) => {
  const { sql, url } = await testDatabase(t);
  const gate = await gateTo(t, url);
  const far = connect(gate.url, { applicationName: 'far node', maxConnections: 2 });
  t.teardown(() => far.end({ timeout: 1 }));
  const { key, id } = await createKey(sql, { userId: await addUser(sql), name: 'ci', now: NOW });
  const auth = await node(t, far);
  t.match(await auth.authenticate(key), { keyId: id });
  const turnedAway = gate.shut();
  await turnedAway; // a reconnect failed
  await gate.open();
  await until(async () => (await listeners(sql)) === 1);
  t.match(await auth.authenticate(key), { keyId: id });
  await revokeKey(sql, { id, userId: null });
  t.ok((await until(async () => (await auth.authenticate(key)) === null)) < 1_000);
});

void t.test('an unreachable database fails the check, and does not refuse the key', async (t) => {
  const { sql, url } = await testDatabase(t);
  const own = connect(url, { applicationName: 'ended', maxConnections: 1 });
  const auth = await createAuth({ sql: own, log: quiet });
  const { key } = await createKey(sql, { userId: await addUser(sql), name: 'ci', now: NOW });
  await auth.stop();
  await own.end({ timeout: 1 });
  await t.rejects(Promise.resolve(auth.authenticate(key)));
  await t.rejects(Promise.resolve(auth.authenticate(key)), 'and is asked again');
});

void t.test('the cache holds no more keys than its limit', async (t) => {
  const { sql } = await testDatabase(t);
  const userId = await addUser(sql);
  const auth = await node(t, sql, { maxKeys: 2 });
  const keys: string[] = [];
  for (const name of ['a', 'b', 'c']) keys.push((await createKey(sql, { userId, name, now: NOW })).key);
  for (const key of keys) await auth.authenticate(key);
  t.same(
    keys.map((key) => auth.authenticate(key) instanceof Promise),
    [true, false, false],
  );
});

void t.test('the last uses of all keys are written in one statement, and only forward', async (t) => {
  const { sql } = await testDatabase(t);
  let now = NOW;
  const userId = await addUser(sql);
  const auth = await node(t, sql, { clock: () => now });
  const [a, b, unused] = [
    await createKey(sql, { userId, name: 'a', now: NOW }),
    await createKey(sql, { userId, name: 'b', now: NOW }),
    await createKey(sql, { userId, name: 'unused', now: NOW }),
  ];
  await auth.authenticate(a.key);
  now = NOW + 1_000;
  await auth.authenticate(b.key);
  now = NOW + 2_000;
  t.match(auth.authenticate(a.key), { keyId: a.id });
  const lastUses = async () =>
    Object.fromEntries(
      (await listKeys(sql, { userId })).map((key) => [key.name, key.lastUsedAt?.getTime() ?? null]),
    );
  t.same(await lastUses(), { a: null, b: null, unused: null });
  await auth.flush();
  t.same(await lastUses(), { a: NOW + 2_000, b: NOW + 1_000, unused: null });
  await markKeysUsed(sql, [
    { id: a.id, at: NOW },
    { id: unused.id, at: NOW + 3_000 },
    { id: 'key_gone', at: NOW },
  ]);
  t.same(await lastUses(), { a: NOW + 2_000, b: NOW + 1_000, unused: NOW + 3_000 });
});

void t.test('last uses that could not be written are logged, and written with the next ones', async (t) => {
  const { sql } = await testDatabase(t);
  const warned: string[] = [];
  const log = { warn: (_: object, message: string) => void warned.push(message) };
  const auth = await node(t, sql, { log: log as unknown as typeof quiet });
  const { key, id } = await createKey(sql, { userId: await addUser(sql), name: 'ci', now: NOW });
  await auth.authenticate(key);
  await sql`alter table api_keys rename to elsewhere`;
  await auth.flush();
  t.match(warned, [/could not be written/]);
  await sql`alter table elsewhere rename to api_keys`;
  await auth.flush();
  const [row] = await sql`select id from api_keys where last_used_at is not null`;
  t.same(row, { id });
});

void t.test('the last uses that are left are written at the end', async (t) => {
  const { sql } = await testDatabase(t);
  const { key } = await createKey(sql, { userId: await addUser(sql), name: 'ci', now: NOW });
  const auth = await createAuth({ sql, log: quiet });
  await auth.authenticate(key);
  await auth.stop();
  const [row] = await sql`select last_used_at is not null as used from api_keys`;
  t.same(row, { used: true });
});

void t.test('the first user is the oldest one, and an address finds its owner', async (t) => {
  const { sql } = await testDatabase(t);
  t.equal(await findUser(sql, null), undefined);
  const first = await addUser(sql, 'first@example.org', NOW);
  const second = await addUser(sql, 'second@example.org', NOW + 1);
  t.match(await findUser(sql, null), { id: first });
  t.match(await findUser(sql, 'second@example.org'), { id: second });
  t.equal(await findUser(sql, 'nobody@example.org'), undefined);
  t.equal(await findPrincipal(sql, { hash: Buffer.alloc(32), cell: null }), undefined);
});

async function listeners(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'far node' and query ilike 'listen%'`;
  return row!.count;
}

/** A proxy for the database that can be closed: it closes connections and refuses new ones. */
async function gateTo(t: Test, url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isShut = false;
  let turned = () => {};
  const server = createServer((near) => {
    if (isShut) {
      near.destroy();
      turned();
      return;
    }
    const far = connectSocket(Number(target.port), target.hostname);
    for (const [one, two] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(two);
      one.on('error', () => two.destroy());
      one.on('close', () => two.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    /** Resolves when a connection was refused. */
    shut(): Promise<void> {
      const turnedAway = new Promise<void>((resolve) => (turned = resolve));
      isShut = true;
      for (const socket of sockets) socket.destroy();
      return turnedAway;
    },
    async open() {
      isShut = false;
    },
  };
}
