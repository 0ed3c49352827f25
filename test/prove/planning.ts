/** Scenes of the rows `notification`, `batch` and `new-time-zone` (people.ts). */
import { readJournal } from '../../store/actors.ts';
import { rowNamed } from './rows.ts';
import { approving, once, type Scene } from './scene.ts';
import type { ConnectedAccount, Stage, Workspace } from './stage.ts';

/** A post waits for an approval: its owner is notified by mail. */
export const notification = (stage: Stage): Promise<Scene> => notified(stage, 'at_once');

/** The same for an owner who gets one mail a day. */
export const digest = (stage: Stage): Promise<Scene> => notified(stage, 'daily');

/** Moves a workspace to a zone in which it is past seven, so that its daily mail is due within the hour: a repeated request would be a new one after a day. */
async function setMorning(stage: Stage, workspace: Workspace): Promise<void> {
  const east = ((7 - new Date(stage.now()).getUTCHours() + 36) % 24) - 12;
  const timezone = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
  const set = await stage.call(workspace, 'PATCH', `/v1/workspaces/${workspace.name}`, { timezone });
  if (set?.status !== 200) throw new Error(`no time zone: ${JSON.stringify(set)}`);
}

async function notified(stage: Stage, mailTiming: 'at_once' | 'daily'): Promise<Scene> {
  const { workspace, account, userId, writer } = await approving(stage);
  const email = `${workspace.name}@example.org`;
  await stage.sql`update users set email = ${email} where id = ${userId}`;
  if (mailTiming === 'daily') await setMorning(stage, workspace);
  await stage.sql`
    update members set notification_digest = ${mailTiming === 'daily'}
    where workspace_id = ${workspace.id} and user_id = ${userId}`;
  const written = { content: 'Somebody has to look at it', accountIds: [account.id], publishNow: true };
  const taken = () => stage.mails.taken.filter(({ recipients }) => recipients.includes(email));
  // mails belong to the installation: these are of cases before
  const before = await stage.sql<{ id: string }[]>`select id from mails`;
  const known = before.map(({ id }) => id);
  const mails = () => stage.sql<{ value: string }[]>`
    select snapshot ->> 'value' as value from actors where kind = 'mail' and id <> all(${known}::text[])`;
  return {
    workspaceId: workspace.id,
    act: () => stage.call(writer, 'POST', '/v1/posts', written, 'the post'),
    isDone: async () => (await mails()).some(({ value }) => value === 'sent'),
    check: async (again) => {
      const found = await stage.sql<{ count: number }[]>`
        select (snapshot -> 'context' ->> 'count')::int as count from actors
        where workspace_id = ${workspace.id} and kind = 'notification'`;
      const ids = new Set(taken().map(({ mail }) => mail.messageId));
      return [
        ...(again?.status === 200 ? [] : [`the repeated request is ${again?.status}`]),
        ...once('notifications', found.length),
        ...(found[0]?.count === 1 ? [] : [`it counts ${found[0]?.count} posts, where one waits`]),
        ...once('mails', (await mails()).length),
        ...once('Message-IDs', ids.size),
        ...(taken().length <= 2 ? [] : [`the mail was sent ${taken().length} times`]),
      ];
    },
  };
}

/** The same, pushed to a browser of the owner. */
export async function push(stage: Stage): Promise<Scene> {
  const { workspace, account, writer } = await approving(stage);
  const { endpoint, ...keys } = stage.pushes.subscribe(workspace.name);
  const added = await stage.call(workspace, 'PUT', '/app/api/push-browsers', { endpoint, ...keys });
  if (added?.status !== 200) throw new Error(`no browser: ${JSON.stringify(added)}`);
  const written = { content: 'Somebody has to look at it', accountIds: [account.id], publishNow: true };
  const taken = () => stage.pushes.taken.filter(({ path }) => endpoint.endsWith(path));
  const actors = () => stage.sql<{ value: string }[]>`
    select snapshot ->> 'value' as value from actors where workspace_id = ${workspace.id} and kind = 'push'`;
  return {
    workspaceId: workspace.id,
    act: () => stage.call(writer, 'POST', '/v1/posts', written, 'the post'),
    isDone: async () => (await actors()).some(({ value }) => value === 'sent'),
    check: async (again) => [
      ...(again?.status === 200 ? [] : [`the repeated request is ${again?.status}`]),
      ...once('pushes', (await actors()).length),
      ...once('topics', new Set(taken().map(({ headers }) => headers['topic'])).size),
      ...(taken().length <= 2 ? [] : [`the push was sent ${taken().length} times`]),
    ],
  };
}

const POSTS = 3;

/** Makes posts of a workspace. @returns their ids */
async function write(
  stage: Stage,
  { workspace, account }: { workspace: Workspace; account: ConnectedAccount },
  timing: object,
): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= POSTS; number += 1) {
    const written = { content: `Post ${number} of ${POSTS}`, accountIds: [account.id], ...timing };
    const made = await stage.call(workspace, 'POST', '/v1/posts', written);
    if (made?.status !== 200) throw new Error(`no post: ${JSON.stringify(made)}`);
    ids.push(made.body.post.id);
  }
  return ids;
}

/** How many steps of this type the journal has of an actor. */
const countSteps = async (stage: Stage, id: string, type: string): Promise<number> =>
  (await readJournal(stage.sql, { family: id, actorId: id, limit: 1_000 })).filter(
    ({ event }) => event.type === type,
  ).length;

/** Drafts that are published with one request, each in a transaction of its own. */
export async function batch(stage: Stage): Promise<Scene> {
  const workspace = await stage.workspace();
  const account = await stage.connect(workspace, rowNamed('bluesky'));
  const ids = await write(stage, { workspace, account }, { draft: true });
  return {
    workspaceId: workspace.id,
    act: () => stage.call(workspace, 'POST', '/v1/posts/batch', { action: 'publish', ids }, 'the batch'),
    isDone: async () => {
      const live = await stage.sql`select from actors where id = any(${ids}::text[]) and shown = 'published'`;
      return live.length === POSTS;
    },
    check: async (again) => {
      const copies = (await stage.ledger(account)).length;
      const entries = await stage.sql`
        select from audit_entries where object_id = any(${ids}::text[]) and operation = 'batchPosts'`;
      const steps = await Promise.all(ids.map((id) => countSteps(stage, id, 'publish')));
      const results: { ok: boolean }[] = again?.body.results ?? [];
      return [
        ...(again?.status === 200 && results.length === POSTS && results.every(({ ok }) => ok)
          ? []
          : [`the repeated request is ${again?.status}: ${JSON.stringify(again?.body)}`]),
        ...(copies === POSTS ? [] : [`${copies} copies of ${POSTS} posts`]),
        ...(entries.length === POSTS ? [] : [`${entries.length} entries in the audit`]),
        ...steps.flatMap((count) => once('steps that publish a post', count)),
      ];
    },
  };
}

/** How far ahead of UTC the zone is in May, ms. */
const AHEAD_MS = 9 * 3_600_000;

/** Planned posts that keep their time on the clock when the workspace moves from UTC to Tokyo. */
export async function newTimeZone(stage: Stage): Promise<Scene> {
  const workspace = await stage.workspace();
  const account = await stage.connect(workspace, rowNamed('bluesky'));
  const at = Date.parse('2040-05-04T12:00:00Z');
  const ids = await write(stage, { workspace, account }, { scheduledAt: new Date(at).toISOString() });
  const change = { timezone: 'Asia/Tokyo', moveScheduled: true };
  const path = `/v1/workspaces/${workspace.name}`;
  return {
    workspaceId: workspace.id,
    act: () => stage.call(workspace, 'PATCH', path, change),
    isDone: async () => true,
    check: async (again) => {
      const rows = await stage.sql<{ due: number }[]>`
        select (extract(epoch from planned_at) * 1000)::float8 as due from actors where id = any(${ids}::text[])`;
      const [zone] = await stage.sql<{ timezone: string }[]>`
        select timezone from workspaces where id = ${workspace.id}`;
      const steps = await Promise.all(ids.map((id) => countSteps(stage, id, 'schedule')));
      return [
        ...(again?.status === 200 ? [] : [`the repeated request is ${again?.status}`]),
        ...(rows.length === POSTS && rows.every(({ due }) => due === at - AHEAD_MS)
          ? []
          : [`planned for ${rows.map(({ due }) => new Date(due).toISOString()).join(', ')}`]),
        ...(zone?.timezone === change.timezone ? [] : [`the workspace is in ${zone?.timezone}`]),
        ...steps.flatMap((count) => once('moves of a post', count)),
      ];
    },
  };
}
