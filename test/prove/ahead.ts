/**
 * Scenes of the rows `series`, `series-change`, `series-pause`, `import`, `import-back` and `feed` (people.ts): an actor makes or removes many posts,
 * some with each commit.
 */
import { rowNamed } from './rows.ts';
import { once, type Scene } from './scene.ts';
import type { Answer, Stage, Workspace } from './stage.ts';

const HOUR_MS = 3_600_000;
/** More than two commits of a series, and of an import, hold. */
const POSTS = 60;
const ROWS = 120;

interface Place {
  workspace: Workspace;
  accountId: string;
}

async function place(stage: Stage): Promise<Place> {
  const workspace = await stage.workspace();
  const account = await stage.connect(workspace, rowNamed('bluesky'));
  return { workspace, accountId: account.id };
}

/** Counts over the posts of a workspace that are not removed. */
interface PostCounts {
  posts: number;
  /** Posts with an actor that is planned or a draft. */
  planned: number;
  instants: number;
  texts: number;
}

async function countPosts(stage: Stage, { workspace }: Place): Promise<PostCounts> {
  const [counts] = await stage.sql<PostCounts[]>`
    select count(*)::int as posts, count(*) filter (where a.shown in ('scheduled', 'draft'))::int as planned,
      count(distinct p.series_at)::int as instants, count(distinct p.content)::int as texts
    from posts p join actors a on a.id = p.id where p.workspace_id = ${workspace.id} and a.shown <> 'removed'`;
  return counts!;
}

/** How many requests of this operation the audit has. */
async function countRequests(stage: Stage, { workspace }: Place, operation: string): Promise<number> {
  const entries = await stage.sql`
    select from audit_entries where workspace_id = ${workspace.id} and operation = ${operation}`;
  return entries.length;
}

const mismatches = (counts: PostCounts, expected: Partial<PostCounts>): string[] =>
  Object.entries(expected)
    .filter(([name, count]) => counts[name as keyof PostCounts] !== count)
    .map(([name, count]) => `${counts[name as keyof PostCounts]} ${name}, where there should be ${count}`);

const succeeded = (again: Answer | null): string[] =>
  again?.status === 200 ? [] : [`the repeated request is ${again?.status}: ${JSON.stringify(again?.body)}`];

const stateOf = async (stage: Stage, { workspace }: Place, kind: 'series' | 'import' | 'feed') => {
  const rows = await stage.sql<{ value: string }[]>`
    select snapshot ->> 'value' as value from actors where workspace_id = ${workspace.id} and kind = ${kind}`;
  return rows.map(({ value }) => value);
};

const seriesRequest = (stage: Stage, { accountId }: Place) => ({
  post: { content: 'Fresh rye today', accountIds: [accountId] },
  startsAt: new Date(Math.ceil(stage.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS).toISOString(),
  rule: `FREQ=HOURLY;INTERVAL=8;COUNT=${POSTS}`,
  timezone: 'UTC',
});

/** A series whose posts are made in several commits. */
export async function series(stage: Stage): Promise<Scene> {
  const home = await place(stage);
  const request = seriesRequest(stage, home);
  return {
    workspaceId: home.workspace.id,
    timeless: true,
    act: () => stage.call(home.workspace, 'POST', '/v1/series', request, 'the series'),
    isDone: async () => (await stateOf(stage, home, 'series')).join() === 'finishing',
    check: async (again) => [
      ...succeeded(again),
      ...once('series', (await stateOf(stage, home, 'series')).length),
      ...once('entries in the audit', await countRequests(stage, home, 'createSeries')),
      ...mismatches(await countPosts(stage, home), { posts: POSTS, planned: POSTS, instants: POSTS }),
    ],
  };
}

/** @returns a place with a series whose posts are all made */
async function placeWithSeries(stage: Stage): Promise<Place & { id: string }> {
  const home = await place(stage);
  const made = await stage.call(home.workspace, 'POST', '/v1/series', seriesRequest(stage, home));
  if (made?.status !== 200) throw new Error(`no series: ${JSON.stringify(made)}`);
  const whole = async () => (await stateOf(stage, home, 'series')).join() === 'finishing';
  while (!(await whole())) await new Promise((resolve) => setTimeout(resolve, 20));
  return { ...home, id: made.body.series.id };
}

/** Another text for all its posts: they are removed and made again. */
export async function seriesChange(stage: Stage): Promise<Scene> {
  const home = await placeWithSeries(stage);
  const change = { post: { content: 'Fresh spelt today' } };
  const path = `/v1/series/${home.id}`;
  const spelt = async () => {
    const rows = await stage.sql`
      select from posts p join actors a on a.id = p.id
      where p.workspace_id = ${home.workspace.id} and a.shown = 'scheduled' and p.content = ${change.post.content}`;
    return rows.length;
  };
  return {
    workspaceId: home.workspace.id,
    timeless: true,
    act: () => stage.call(home.workspace, 'PATCH', path, change),
    isDone: async () =>
      (await stateOf(stage, home, 'series')).join() === 'finishing' && (await spelt()) === POSTS,
    check: async (again) => [
      ...succeeded(again),
      ...mismatches(await countPosts(stage, home), {
        posts: POSTS,
        planned: POSTS,
        instants: POSTS,
        texts: 1,
      }),
    ],
  };
}

/** A pause: its posts that are planned are removed. */
export async function seriesPause(stage: Stage): Promise<Scene> {
  const home = await placeWithSeries(stage);
  return {
    workspaceId: home.workspace.id,
    timeless: true,
    act: () => stage.call(home.workspace, 'POST', `/v1/series/${home.id}/pause`, {}),
    isDone: async () => (await stateOf(stage, home, 'series')).join() === 'paused',
    check: async (again) => [
      ...succeeded(again),
      ...mismatches(await countPosts(stage, home), { posts: 0, instants: 0 }),
    ],
  };
}

const fileOf = ({ accountId }: Place): string =>
  [
    'content,accounts,scheduledAt',
    ...Array.from({ length: ROWS }, (_, index) => `Row ${index},${accountId},2040-05-04T12:00:00Z`),
  ].join('\n');

/** A file with an Idempotency-Key, as a script sends it. */
async function sendFile(stage: Stage, home: Place): Promise<Answer | null> {
  try {
    const response = await fetch(`${stage.publicUrl}/v1/imports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${home.workspace.key}`,
        'content-type': 'text/csv',
        'idempotency-key': 'the file',
      },
      body: fileOf(home),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return null; // killed meanwhile
  }
}

/** A file whose rows become posts in several commits. */
export async function importFile(stage: Stage): Promise<Scene> {
  const home = await place(stage);
  return {
    workspaceId: home.workspace.id,
    timeless: true,
    act: () => sendFile(stage, home),
    isDone: async () => (await stateOf(stage, home, 'import')).join() === 'finished',
    check: async (again) => {
      const [results] = await stage.sql<{ accepted: number; entries: number }[]>`
        select (select (snapshot #>> '{context,accepted}')::int from actors
            where workspace_id = ${home.workspace.id} and kind = 'import') as accepted,
          (select count(*)::int from audit_entries
            where workspace_id = ${home.workspace.id} and object_id like 'post%') as entries`;
      return [
        ...succeeded(again),
        ...once('imports', (await stateOf(stage, home, 'import')).length),
        ...(results?.accepted === ROWS ? [] : [`${results?.accepted} rows are accepted`]),
        ...(results?.entries === ROWS ? [] : [`${results?.entries} posts are in the audit`]),
        ...mismatches(await countPosts(stage, home), { posts: ROWS, planned: ROWS, texts: ROWS }),
      ];
    },
  };
}

/** An import is taken back. */
export async function importBack(stage: Stage): Promise<Scene> {
  const home = await place(stage);
  const sent = await sendFile(stage, home);
  if (sent?.status !== 200) throw new Error(`no import: ${JSON.stringify(sent)}`);
  const { id } = (sent.body as { import: { id: string } }).import;
  while ((await stateOf(stage, home, 'import')).join() !== 'finished')
    await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    workspaceId: home.workspace.id,
    timeless: true,
    act: () => stage.call(home.workspace, 'DELETE', `/v1/imports/${id}`),
    isDone: async () => !(await stateOf(stage, home, 'import')).includes('removing'),
    check: async (again) => [
      ...([200, 404, 409].includes(again?.status ?? 0) ? [] : [`the repeated request is ${again?.status}`]),
      ...mismatches(await countPosts(stage, home), { posts: 0 }),
    ],
  };
}

/** Items of the sandbox's feed. */
const ITEMS = 3;

/** A feed whose items take free slots: the post of each is a commit of its own, after that of the read. */
export async function feed(stage: Stage): Promise<Scene> {
  const home = await place(stage);
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const slots = days.map((day) => ({ day, time: '09:00' }));
  const schedule = await stage.call(home.workspace, 'PUT', '/v1/posting-schedule', { slots });
  if (schedule?.status !== 200) throw new Error(`no schedule: ${JSON.stringify(schedule)}`);
  const request = {
    url: `${stage.sandboxUrl}/samples/feed.xml`,
    accountIds: [home.accountId],
    mode: 'next_slot',
    backfill: 10,
  };
  const results = async () => {
    const [row] = await stage.sql<{ items: number; made: number; posts: number; slots: number }[]>`
      select count(*)::int as items, count(*) filter (where i.result = 'made')::int as made,
        count(distinct i.post_id)::int as posts, count(distinct a.planned_at)::int as slots
      from feed_items i left join actors a on a.id = i.post_id where i.workspace_id = ${home.workspace.id}`;
    return row!;
  };
  return {
    workspaceId: home.workspace.id,
    timeless: true,
    act: () => stage.call(home.workspace, 'POST', '/v1/feeds', request, 'the feed'),
    isDone: async () =>
      (await stateOf(stage, home, 'feed')).join() === 'waiting' && (await results()).made === ITEMS,
    check: async (again) => {
      const { items, made, posts, slots: times } = await results();
      return [
        ...succeeded(again),
        ...once('feeds', (await stateOf(stage, home, 'feed')).length),
        ...once('entries in the audit', await countRequests(stage, home, 'createFeed')),
        ...(items === ITEMS && made === ITEMS ? [] : [`${made} of ${items} items are posts`]),
        ...(posts === ITEMS ? [] : [`the items have ${posts} posts`]),
        ...(times === ITEMS ? [] : [`the posts have ${times} slots`]),
        ...mismatches(await countPosts(stage, home), { posts: ITEMS, planned: ITEMS, texts: ITEMS }),
      ];
    },
  };
}
