/**
 * The ceiling: what plain SQL alone reaches for the rows of our turns. One post goes through the real node, which is
 * stopped in the middle to see what each of its two turns wrote; then functions inside Postgres write the same rows, of
 * the same sizes, for all posts that are due, in batches, called from four connections. No machine, no JSON made in Node.
 * They are made from the catalog and the sampled rows; what needs to know the tables is in `today.ts`.
 */
import { connect, type Sql } from '../../store/connect.ts';
import { countPosts } from '../../store/posts.ts';
import { measure } from '../measure.ts';
import { benchNode, networkAfter, publishedIn } from '../node.ts';
import { seedDuePosts } from '../posts/seed.ts';
import { program } from '../program.ts';
import { quoted, readTables } from '../rows/catalog.ts';
import { type Change, changesBetween, isAbout, readRows } from '../rows/changes.ts';
import { keyOf } from '../rows/keys.ts';
import { type Differing, type Sample, valueSql } from '../rows/multiply.ts';
import type { DueInput, DueResult } from './input.ts';
import { NOT_OF_A_TURN, OF_A_COMMIT, TAKE_ANSWERED, TAKE_DUE, TAKEN, writeCommit } from './today.ts';

/** What the two turns of one post write. */
export interface CeilingSample {
  due: Sample;
  settled: Sample;
}

const LANES = 4;
const BATCH = 400;

await program(
  async (input: DueInput & { sample?: CeilingSample }): Promise<DueResult & { sample?: CeilingSample }> => {
    const sql = connect(input.url, {
      applicationName: 'bench ceiling',
      maxConnections: LANES + 2,
      statementTimeoutMs: 0,
    });
    if (input.mode === 'sample') return { done: 1, cost: null, sample: await takeSample(sql) };

    const [workspace] = await sql<{ id: string }[]>`select id from workspaces`;
    await createFunctions(sql, input.sample!);
    const lane = async () => {
      for (;;) {
        const [taken] = await sql<{ posts: number }[]>`select bench_due(${BATCH}, ${workspace!.id}) as posts`;
        const [done] = await sql<
          { posts: number }[]
        >`select bench_settle(${BATCH}, ${workspace!.id}) as posts`;
        if (taken!.posts === 0 && done!.posts === 0) return;
      }
    };
    const end = measure(input.postmasterPid);
    await Promise.all(Array.from({ length: LANES }, lane));
    const cost = end();
    const published = (await countPosts(sql)).find(({ status }) => status === 'published')?.count ?? 0;
    if (published !== input.count) throw new Error(`${published} of ${input.count} published`);
    return { done: input.count, cost };
  },
);

/** Seeds one post, lets the node publish it, and reads its rows while the network's response is delayed and afterwards. */
async function takeSample(sql: Sql): Promise<CeilingSample> {
  await seedDuePosts(sql, { count: 1, waiting: 0, deliveries: 1, startsInMs: -1000, spreadMs: 0 });
  const tables = (await readTables(sql)).filter(({ name }) => !NOT_OF_A_TURN.includes(name));
  const asked = Promise.withResolvers<void>();
  const response = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const node = benchNode(sql, {
    onFeed: (batches) => void (publishedIn(batches) > 0 && ended.resolve()),
    network: networkAfter(() => {
      asked.resolve();
      return response.promise;
    }),
  });
  const sampleOf = (changes: Change[]): Sample => ({ changes, key: keyOf(1), at: Date.now(), dueAt: null });
  const before = await readRows(sql, tables);
  await node.start();
  await asked.promise;
  const middle = await readRows(sql, tables);
  const due = sampleOf(changesBetween(tables, before, middle));
  response.resolve();
  await ended.promise;
  const after = await readRows(sql, tables);
  await node.stop();
  return { due, settled: sampleOf(changesBetween(tables, middle, after)) };
}

async function createFunctions(sql: Sql, { due, settled }: CeilingSample): Promise<void> {
  const write = (name: string, take: string, sample: Sample) => `
    create function ${name}(batch int, ws text) returns int language plpgsql as $bench$
    declare keys text[];
    begin
      ${take};
      if keys is null then return 0; end if;
      ${statementsOf(sample).join('\n')}
      return cardinality(keys);
    end $bench$`;
  await sql.unsafe(write('bench_due', TAKE_DUE, due));
  await sql.unsafe(write('bench_settle', TAKE_ANSWERED, settled));
}

/** The statements that write what a turn wrote for the sampled post, for every post in `keys`. */
function statementsOf(sample: Sample): string[] {
  const differing: Differing = { key: 'k', dueAt: null };
  const text = { name: 'text', type: 'text', isGenerated: false };
  const copyOf = (value: string) => valueSql(text, { text: value }, sample, differing);
  const commit = sample.changes.filter(({ table }) => OF_A_COMMIT.includes(table.name));
  const own = sample.changes.filter(({ table }) => !OF_A_COMMIT.includes(table.name));
  return [...own.map((change) => statementOf(change, sample, differing)), writeCommit(commit, copyOf)].filter(
    (statement) => statement !== '',
  );
}

function statementOf(change: Change, sample: Sample, differing: Differing): string {
  const { table, kind, row } = change;
  if (kind === 'deleted' && TAKEN.includes(table.name)) return '';
  if (kind === 'deleted' || !isAbout(change, sample.key))
    throw new Error(`due/today.ts does not say how a turn gets a row of ${table.name} ${kind}`);
  const value = (column: Change['columns'][number]) => valueSql(column, row, sample, differing);
  const columns = change.columns.filter((column) => !column.isGenerated);
  const names = columns.map(({ name }) => quoted(name));
  if (kind === 'inserted')
    return `insert into ${table.name} (${names.join(', ')}) select ${columns.map(value).join(', ')} from unnest(keys) k;`;
  const key = table.columns.filter((column) => table.key.includes(column.name));
  return `
    update ${table.name} t set ${columns.map((column, index) => `${names[index]} = ${value(column)}`).join(', ')}
    from unnest(keys) k where ${key.map((column) => `t.${quoted(column.name)} = ${value(column)}`).join(' and ')};`;
}
