import t from 'tap';
import { kinds } from '../../src/kinds/index.ts';
import type { PublishStep } from '../../adapters/port/publish.ts';
import { KEPT_MS, prune } from '../../src/service/retention.ts';
import { readAttempts } from '../../store/exchanges.ts';
import { stage } from '../support/stage.ts';

/** An adapter's step that calls its network, which does not exist, and continues anyway. */
const calling = async ({ fetch, account }: PublishStep) => {
  await fetch(`https://api.example.org/bot${account.credentials['token']}/send`).catch(() => undefined);
};

void t.test('the exchanges of an attempt are written with its result, and read newest first', async (t) => {
  const { sql, node, network, clock, createPost, until, workspaceId } = await stage(t);
  network.adapter.publish.publish = async (step) => {
    await calling(step);
    if (step.checkpoint === null) return { kind: 'progress', checkpoint: { file: '1' }, afterMs: 0 };
    return { kind: 'published', networkPostId: '7', url: null };
  };
  await node.start();
  const id = await createPost();
  await until(id, ({ status }) => status === 'published');
  const [actor] = await sql<{ id: string }[]>`select id from actors where kind = 'delivery'`;
  const read = { workspaceId, actorIds: [actor!.id], before: null, limit: 10 };
  const attempts = await readAttempts(sql, read);
  const exchange = {
    at: clock(),
    method: 'GET',
    url: 'https://api.example.org/bot[redacted]/send',
    answer: null,
    error: /^the connection broke/,
  };
  t.match(attempts, [
    { type: 'publish', tries: 1, seq: 3, at: clock(), recorded: { exchanges: [exchange], leftOut: 0 } },
    { type: 'publish', tries: 1, seq: 2, recorded: { exchanges: [exchange] } },
  ]);
  const events = await sql<{ seq: number; type: string }[]>`
    select seq, event ->> 'type' as type from journal where actor_id = ${actor!.id} order by seq`;
  t.strictSame(
    events.slice(1).map(({ type }) => type),
    ['outcome.progress', 'outcome.published'],
    'the steps that their answers led to',
  );
  t.strictSame(
    [...(await readAttempts(sql, { ...read, before: attempts[0]!.effectId, limit: 1 }))],
    attempts.slice(1),
  );
  t.equal((await readAttempts(sql, { ...read, workspaceId: 'ws_other' })).length, 0);
  t.notMatch(JSON.stringify(await sql`select * from exchanges`), 'secret-token-value');
});

void t.test('an attempt without a call creates no row', async (t) => {
  const { sql, node, createPost, until } = await stage(t);
  await node.start();
  const id = await createPost();
  await until(id, ({ status }) => status === 'published');
  t.equal((await sql`select from exchanges`).length, 0);
});

void t.test('a record that Postgres refuses stops no delivery', async (t) => {
  const { sql, node, network, createPost, until } = await stage(t);
  await sql`alter table exchanges add constraint none check (false)`;
  network.adapter.publish.publish = async (step) => {
    await calling(step);
    return { kind: 'published', networkPostId: '7', url: null };
  };
  await node.start();
  const ids = await Promise.all([createPost(), createPost(), createPost()]);
  for (const id of ids) await until(id, ({ status }) => status === 'published');
  t.equal((await sql`select from exchanges`).length, 0);
  t.equal((await sql`select from actors where status = 'needs_attention'`).length, 0);
});

void t.test('exchanges are deleted when the journal is old enough', async (t) => {
  const { sql, node, network, clock, createPost, until } = await stage(t);
  network.adapter.publish.publish = async (step) => {
    await calling(step);
    return { kind: 'published', networkPostId: '7', url: null };
  };
  await node.start();
  const id = await createPost();
  await until(id, ({ status }) => status === 'published');
  clock.advance(KEPT_MS.exchanges - 1000);
  t.equal((await prune({ sql, directory: sql }, kinds, clock()))?.exchanges, 0);
  clock.advance(2000);
  t.equal((await prune({ sql, directory: sql }, kinds, clock()))?.exchanges, 1);
  t.equal((await sql`select from exchanges`).length, 0);
});
