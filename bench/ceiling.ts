/**
 * The ceiling: what plain SQL alone reaches for the rows of our turns. One post goes through the real node, which is
 * stopped in the middle to see what each of its two turns wrote; then functions inside Postgres write the same rows, of
 * the same sizes, for all posts that are due, in batches, called from four connections. No machine, no JSON made in Node.
 */
import { connect, type Sql } from '../store/connect.ts';
import type { DueResult, DueInput } from './due.ts';
import { benchNode, publishedIn } from './due-node.ts';
import { measure, program } from './program.ts';

const LANES = 4;
const BATCH = 400;
/** Placeholder in the sample's texts for the part that differs in each post. */
const KEY = 'NUMBER';
/** The one post of the sample, as `seedPosts` names it. */
const SAMPLED = 'due_1';

/** Rows that a turn writes for one post. Texts hold KEY where the post's own number belongs. */
interface TurnRows {
  updated: { id: string; version: number; seq: number; status: string; snapshot: string }[];
  born: {
    id: string;
    parent: string;
    kind: string;
    version: number;
    seq: number;
    status: string;
    snapshot: string;
  }[];
  pages: { page: string; family: string; steps: string }[];
  effects: { id: string; type: string; params: string }[];
  state: { status: string; published: boolean };
  events: string[];
}
export interface Sample {
  due: TurnRows;
  settled: TurnRows;
}

await program(async (input: DueInput & { sample?: Sample }): Promise<DueResult & { sample?: Sample }> => {
  const sql = connect(input.url, {
    applicationName: 'bench ceiling',
    maxConnections: LANES + 2,
    statementTimeoutMs: 0,
  });
  if (input.mode === 'sample') return { done: 1, cost: null, sample: await takeSample(sql) };

  const [workspace] = await sql<{ id: string }[]>`select id from workspaces`;
  await createFunctions(sql);
  const { due, settled } = input.sample!;
  const lane = async () => {
    for (;;) {
      const [taken] = await sql<{ due: number }[]>`
        select bench_due(${BATCH}, ${workspace!.id}, ${JSON.stringify(due)}::text::json) as due`;
      const [done] = await sql<{ settled: number }[]>`
        select bench_settle(${BATCH}, ${workspace!.id}, ${JSON.stringify(settled)}::text::json) as settled`;
      if (taken!.due === 0 && done!.settled === 0) return;
    }
  };
  const end = measure(input.postmasterPid);
  await Promise.all(Array.from({ length: LANES }, lane));
  const cost = end();
  const [left] = await sql<{ published: number; effects: number }[]>`
    select (select count(*)::int from post_states where status = 'published') as published,
           (select count(*)::int from effects) as effects`;
  if (left!.published !== input.count || left!.effects !== 0)
    throw new Error(`${left!.published} of ${input.count} published, ${left!.effects} effects left`);
  return { done: input.count, cost };
});

/** Lets the node publish one post, and reads its rows while the network's response is delayed and afterwards. */
async function takeSample(sql: Sql): Promise<Sample> {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const node = benchNode(sql, {
    onFeed: (batches) => void (publishedIn(batches) > 0 && over.resolve()),
    think: async () => {
      asked.resolve();
      await answer.promise;
    },
  });
  const before = await look(sql);
  await node.start();
  await asked.promise;
  const middle = await look(sql);
  answer.resolve();
  await over.promise;
  const after = await look(sql);
  await node.stop();
  return { due: difference(before, middle), settled: difference(middle, after) };
}

async function look(sql: Sql) {
  const [actors, pages, effects, states, feed] = await Promise.all([
    sql<TurnRows['born']>`
      select id, parent_id as parent, kind, version, seq, status, snapshot::text as snapshot from actors`,
    sql<TurnRows['pages']>`select id as page, family, steps::text as steps from journal_pages order by id`,
    sql<TurnRows['effects']>`select actor_id as id, type, params::text as params from effects`,
    sql<TurnRows['state'][]>`select status, published_at is not null as published from post_states`,
    sql<{ event: string }[]>`
      select e.event::text as event from feed f, json_array_elements(f.events) with ordinality e(event, place)
      order by f.last_seq, e.place`,
  ]);
  const templated = JSON.parse(
    JSON.stringify({ actors, pages, effects, states, feed }).replaceAll(SAMPLED, KEY),
  ) as { [name in 'actors' | 'pages' | 'effects' | 'states' | 'feed']: unknown };
  return templated as {
    actors: TurnRows['born'];
    pages: TurnRows['pages'];
    effects: TurnRows['effects'];
    states: TurnRows['state'][];
    feed: { event: string }[];
  };
}

type Look = Awaited<ReturnType<typeof look>>;

function difference(before: Look, after: Look): TurnRows {
  const known = new Map(before.actors.map((actor) => [actor.id, actor]));
  const effects = new Set(before.effects.map((effect) => JSON.stringify(effect)));
  const pages = new Set(before.pages.map(({ page }) => page));
  return {
    updated: after.actors.filter(({ id, seq }) => known.has(id) && known.get(id)!.seq !== seq),
    born: after.actors.filter(({ id }) => !known.has(id)),
    pages: after.pages.filter(({ page }) => !pages.has(page)),
    effects: after.effects.filter((effect) => !effects.has(JSON.stringify(effect))),
    state: after.states[0]!,
    events: after.feed.slice(before.feed.length).map(({ event }) => event),
  };
}

async function createFunctions(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create function bench_write(keys text[], ws text, s json) returns void language plpgsql as $$
    begin
      update actors a set snapshot = d.snapshot::json, version = d.version, seq = d.seq, status = d.status, updated_at = now()
      from (
        select replace(u.id, '${KEY}', k) as id, u.version, u.seq, u.status, replace(u.snapshot, '${KEY}', k) as snapshot
        from unnest(keys) k, json_to_recordset(s->'updated') u(id text, version int, seq int, status text, snapshot text)
      ) d where a.id = d.id;
      insert into actors (id, workspace_id, parent_id, kind, version, seq, status, snapshot, updated_at)
      select replace(b.id, '${KEY}', k), ws, replace(b.parent, '${KEY}', k), b.kind, b.version, b.seq, b.status,
             replace(b.snapshot, '${KEY}', k)::json, now()
      from unnest(keys) k, json_to_recordset(s->'born')
        b(id text, parent text, kind text, version int, seq int, status text, snapshot text);
      insert into journal_pages (family, workspace_id, at, steps)
      select replace(j.family, '${KEY}', k), ws, now(), replace(j.steps, '${KEY}', k)::json
      from unnest(keys) k, json_to_recordset(s->'pages') j(family text, steps text);
      insert into effects (workspace_id, actor_id, type, params, node_id, created_at)
      select ws, replace(e.id, '${KEY}', k), e.type, replace(e.params, '${KEY}', k)::json, 'node_bench', now()
      from unnest(keys) k, json_to_recordset(s->'effects') e(id text, type text, params text);
      update post_states set status = s->'state'->>'status', updated_at = now(),
        published_at = case when (s->'state'->>'published')::boolean then now() end
      where post_id in (select 'post_' || k from unnest(keys) k);
      with numbered as (
        update feed_heads set seq = seq + cardinality(keys) * json_array_length(s->'events')
        where workspace_id = ws returning seq
      )
      insert into feed (workspace_id, last_seq, count, at, events)
      select ws, numbered.seq, cardinality(keys) * json_array_length(s->'events'), now(), (
        select json_agg(replace(e, '${KEY}', k)::json) from unnest(keys) k, json_array_elements_text(s->'events') e
      ) from numbered;
    end $$;

    create function bench_due(batch int, ws text, s json) returns int language plpgsql as $$
    declare keys text[];
    begin
      with taken as (
        delete from mailbox where ctid = any(array(
          select ctid from mailbox where due_at <= now() order by due_at, id limit batch for update skip locked))
        returning actor_id
      ) select array_agg(substr(actor_id, length('post_') + 1)) into keys from taken;
      if keys is null then return 0; end if;
      perform 1 from actors where id in (select 'post_' || k from unnest(keys) k) for update;
      perform bench_write(keys, ws, s);
      return cardinality(keys);
    end $$;

    create function bench_settle(batch int, ws text, s json) returns int language plpgsql as $$
    declare keys text[];
    begin
      with taken as (
        delete from effects where id = any(array(
          select id from effects order by id limit batch for update skip locked))
        returning actor_id
      ) select array_agg(substr(actor_id, length('dlv_') + 1)) into keys from taken;
      if keys is null then return 0; end if;
      perform bench_write(keys, ws, s);
      return cardinality(keys);
    end $$;`);
}
