/**
 * Kills while people of a workspace decide on posts, come in, and are notified, while many posts are changed at once
 * (planning.ts), and while somebody writes to an account that receives by a stream (stream.ts). The service is killed at each commit of these, before it leaves and after it was confirmed. Then each person does what
 * a person does: sends the same form again. Nothing may be lost, and nothing be there twice.
 */
import { newId } from '../../src/base/ids.ts';
import { codeHash, newCode } from '../../src/features/people/code.ts';
import { readJournal } from '../../store/actors.ts';
import { insertInvitation } from '../../store/invitations.ts';
import type { Moment } from './postgres-proxy.ts';
import { feed, importBack, importFile, series, seriesChange, seriesPause } from './ahead.ts';
import { batch, digest, newTimeZone, notification, push } from './planning.ts';
import { approving, once, type Scene } from './scene.ts';
import { stream } from './stream.ts';
import { type Answer, ENDLESS_TIMERS, type Stage, until, type Workspace } from './stage.ts';

export const peopleRows = [
  'approve',
  'approve-by-link',
  'accept',
  'sign-up',
  'mail',
  'notification',
  'digest',
  'push',
  'stream',
  'batch',
  'new-time-zone',
  'series',
  'series-change',
  'series-pause',
  'import',
  'import-back',
  'feed',
] as const;
export type PeopleRow = (typeof peopleRows)[number];

export const peopleColumns = {
  'people-uncommitted': 'killed when a commit was about to leave',
  'people-committed': 'killed when a commit was confirmed, and nobody knew yet',
} as const;
export type PeopleColumn = keyof typeof peopleColumns;

interface PeopleCase {
  name: string;
  row: { name: PeopleRow };
  column: PeopleColumn;
  /** Label of the commit and its number among those of this label. */
  point: string;
}
export interface PeopleTask {
  kind: 'people';
  /** One. */
  cases: PeopleCase[];
}

/** Labels of the commits, by row, in their order. */
export interface PeopleCourses {
  [row: string]: string[];
}

export interface PeopleResult {
  row: PeopleRow;
  column: PeopleColumn;
  name: string;
  outcome: string;
  breaches: string[];
  kills: number;
  reached: boolean;
}

/** A commit that was not reached: everything was done before. */
const QUIET_MS = 400;

export async function peopleTasks(
  stage: Stage,
  isChosen: (one: { name: string; column: string; point: string }) => boolean,
  courses: PeopleCourses,
): Promise<PeopleTask[]> {
  const tasks: PeopleTask[] = [];
  for (const row of peopleRows) {
    const columns = Object.keys(peopleColumns) as PeopleColumn[];
    if (!columns.some((column) => isChosen({ name: row, column, point: 'any' }))) continue;
    const labels = (courses[row] ??= await countCommits(stage, row));
    for (const [index, label] of labels.entries()) {
      const nth = labels.slice(0, index + 1).filter((one) => one === label).length;
      const point = `${label}.${nth}`;
      for (const column of columns)
        if (isChosen({ name: row, column, point }))
          tasks.push({
            kind: 'people',
            cases: [{ name: `${row},${column},${point}`, row: { name: row }, column, point }],
          });
    }
  }
  return tasks;
}

/** Commits that come by themselves, such as those of a node that takes over. */
const HOUSEKEEPING = new Set(['actors', 'effects.rescue']);

/** Plays a row without a kill. @throws if that breaks a promise */
async function countCommits(stage: Stage, row: PeopleRow): Promise<string[]> {
  await stage.revive();
  const scene = await SCENES[row](stage);
  const labels: string[] = [];
  stage.proxy.onCommit = (moment, { label }) => void (moment === 'after' && labels.push(label));
  const answer = await scene.act();
  await finish(stage, scene);
  stage.proxy.onCommit = () => undefined;
  const breaches = await scene.check(answer);
  if (breaches.length > 0) throw new Error(`${row}, without any kill: ${breaches.join('; ')}`);
  return labels.filter((label) => !HOUSEKEEPING.has(label));
}

export async function playPeople(stage: Stage, { cases }: PeopleTask): Promise<PeopleResult[]> {
  const [one] = cases;
  const {
    row: { name: row },
    column,
    name,
  } = one!;
  await stage.revive();
  const scene = await SCENES[row](stage);
  const reached = await killAt(stage, scene, one!);
  await stage.revive();
  const again = await scene.act();
  await finish(stage, scene);
  const breaches = await scene.check(again);
  if (again === null) breaches.push('the repeated request got no response');
  const outcome = `once (${again?.status ?? 'no response'} when repeated)`;
  return [{ row, column, name, outcome, breaches, kills: reached ? 1 : 0, reached }];
}

/** Lets the person act, and kills at the point. @returns whether it came to it */
async function killAt(stage: Stage, scene: Scene, { column, point }: PeopleCase): Promise<boolean> {
  const moment: Moment = column === 'people-uncommitted' ? 'before' : 'after';
  const [, wanted, nth] = /^(.*)\.(\d+)$/.exec(point)!;
  let seen = 0;
  stage.proxy.onCommit = (at, { label }) => {
    if (at !== moment || label !== wanted || stage.killed()) return;
    seen += 1;
    if (seen === Number(nth)) stage.kill();
  };
  await scene.act();
  // the commit may be one that follows later
  await Promise.race([
    until('the kill', async () => stage.killed(), 60_000).catch(() => null),
    finish(stage, scene, () => stage.killed()),
  ]);
  stage.proxy.onCommit = () => undefined;
  const isKilled = stage.killed();
  stage.kill();
  return isKilled;
}

/** Waits until all that follows has happened; timers that are waited for come at once. */
async function finish(
  stage: Stage,
  { isDone, workspaceId, timeless }: Scene,
  isOver: () => boolean = () => false,
): Promise<void> {
  await until('the end of the interrupted work', async () => {
    if (isOver()) return true;
    if (await isDone()) return true;
    if (timeless) return false;
    const [due] = await stage.sql<{ waitMs: number | null }[]>`
      select (extract(epoch from min(due_at)) * 1000)::float8 - ${stage.now()} as "waitMs" from mailbox
      where workspace_id in (select ${workspaceId}::text union all select workspace_id from mails) and timer not like all (${ENDLESS_TIMERS}::text[])`;
    if ((due?.waitMs ?? 0) > 0) stage.advance(due!.waitMs!);
    return false;
  });
  // a commit that follows the last one that can be seen
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
}

/** A request as a browser sends it. null when no response came. */
async function send(
  stage: Stage,
  path: string,
  { body, headers }: { body: string | URLSearchParams; headers?: { [name: string]: string } },
): Promise<Answer | null> {
  try {
    const init = { method: 'POST', body, redirect: 'manual' as const, ...(headers && { headers }) };
    const response = await fetch(`${stage.publicUrl}${path}`, init);
    return { status: response.status, body: await response.text() };
  } catch {
    return null; // killed meanwhile
  }
}

/** A post on bluesky, which tells whether it is there, that waits for an approval. */
async function waitingPost(stage: Stage) {
  const { workspace, account, writer } = await approving(stage);
  const written = { content: 'To be approved', accountIds: [account.id], publishNow: true };
  const made = await stage.call(writer, 'POST', '/v1/posts', written);
  if (made?.body.post?.approval !== 'requested') throw new Error(`no request: ${JSON.stringify(made)}`);
  const postId: string = made.body.post.id;
  const stateOf = async () => {
    const [row] = await stage.sql<{ shown: string }[]>`select shown from actors where id = ${postId}`;
    return row!.shown;
  };
  return { workspace, account, postId, isDone: async () => (await stateOf()) === 'published' };
}

type Waiting = Awaited<ReturnType<typeof waitingPost>>;

/** One copy at the network, one decision in the audit, and what was approved is stored. */
async function checkApproved(stage: Stage, { account, postId }: Waiting): Promise<string[]> {
  const copies = (await stage.ledger(account)).length;
  const [count] = await stage.sql<{ decisions: number; plans: number }[]>`
    select (select count(*)::int from audit_entries where object_id = ${postId} and operation = 'decideApproval') as decisions,
      (select count(*)::int from approved_plans where post_id = ${postId}) as plans`;
  const journal = await readJournal(stage.sql, { family: postId, actorId: postId, limit: 1_000 });
  const steps = journal.filter(({ event }) => event.type === 'approve').length;
  const { decisions, plans } = count!;
  return copies === 1 && decisions === 1 && steps === 1 && plans === 1
    ? []
    : [
        `${copies} copies, ${decisions} decisions in the audit, ${steps} in the journal, ${plans} approved plans`,
      ];
}

/** An invitation of a workspace, with its code. */
async function invited(stage: Stage, email: string | null) {
  const workspace = await stage.workspace();
  const [member] = await stage.sql<{ userId: string }[]>`
    select user_id as "userId" from members where workspace_id = ${workspace.id}`;
  const [id, code, now] = [newId('inv', stage.now()), newCode(), stage.now()];
  const made = { id, workspaceId: workspace.id, role: 'editor' as const, email, hash: codeHash(code) };
  await stage.sql.begin((tx) =>
    insertInvitation(tx, { ...made, userId: member!.userId, expiresAt: now + 7 * 86_400_000 }, now),
  );
  const members = async () =>
    (await stage.sql`select from members where workspace_id = ${workspace.id} and role = 'editor'`).length;
  const accepted = async () =>
    (await stage.sql`select from invitations where id = ${id} and accepted_at is not null`).length;
  return { workspace, code, members, accepted };
}

const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const SCENES: { [row in PeopleRow]: (stage: Stage) => Promise<Scene> } = {
  async approve(stage) {
    const waiting = await waitingPost(stage);
    const { workspace, postId, isDone } = waiting;
    const path = `/v1/posts/${postId}/approval`;
    return {
      workspaceId: workspace.id,
      act: () => stage.call(workspace, 'POST', path, { decision: 'approved' }, 'the decision'),
      isDone,
      check: async (again) => [
        ...(again?.status === 200 ? [] : [`the repeated request is ${again?.status}`]),
        ...(await checkApproved(stage, waiting)),
      ],
    };
  },
  async 'approve-by-link'(stage) {
    const waiting = await waitingPost(stage);
    const { workspace, postId, isDone } = waiting;
    const made = await stage.call(workspace, 'POST', `/v1/posts/${postId}/approval-links`, {});
    const path = new URL(made!.body.approvalLink.url).pathname;
    const form = { action: 'approve', name: 'Rosa', message: 'Lovely' };
    return {
      workspaceId: workspace.id,
      act: () => send(stage, path, { body: new URLSearchParams(form) }),
      isDone,
      check: async (again) => {
        const [link] = await stage.sql<{ decision: string | null }[]>`
          select decision from approval_links where post_id = ${postId}`;
        const notes = await stage.sql`select from post_notes where post_id = ${postId}`;
        return [
          ...(again?.status === 303 ? [] : [`the repeated form is ${again?.status}`]),
          ...(link?.decision === 'approved' ? [] : [`the link says ${link?.decision}`]),
          ...once('notes', notes.length),
          ...(await checkApproved(stage, waiting)),
        ];
      },
    };
  },
  async accept(stage) {
    const { workspace, code, members, accepted } = await invited(stage, null);
    const guest = await stage.workspace();
    return {
      workspaceId: workspace.id,
      act: () => stage.call(guest, 'POST', '/app/api/invitation/accept', { code }),
      isDone: async () => true,
      check: async (again) => [
        ...(again?.status === 200 ? [] : [`accepting again is ${again?.status}`]),
        ...once('members', await members()),
        ...once('accepted invitations', await accepted()),
      ],
    };
  },
  async 'sign-up'(stage) {
    const email = `${newId('usr', stage.now()).toLowerCase()}@example.org`;
    const { workspace, code, members, accepted } = await invited(stage, email);
    const person = { email, password: 'long enough to be taken' };
    const body = JSON.stringify({ code, name: 'Maya', ...person });
    return {
      workspaceId: workspace.id,
      act: () => send(stage, '/app/api/invitation/sign-up', { body, headers: json }),
      isDone: async () => true,
      check: async () => {
        // who has signed up already signs in
        const signedIn = await send(stage, '/app/api/session', {
          body: JSON.stringify(person),
          headers: json,
        });
        const users = await stage.sql`select from users where email = ${email}`;
        return [
          ...(signedIn?.status === 200 ? [] : [`signing in is ${signedIn?.status}`]),
          ...once('users', users.length),
          ...once('members', await members()),
          ...once('accepted invitations', await accepted()),
        ];
      },
    };
  },
  notification,
  digest,
  push,
  stream,
  batch,
  'new-time-zone': newTimeZone,
  series,
  'series-change': seriesChange,
  'series-pause': seriesPause,
  import: importFile,
  'import-back': importBack,
  feed,
  async mail(stage) {
    const workspace: Workspace = await stage.workspace();
    const email = `${workspace.name}@example.org`;
    const body = JSON.stringify({ role: 'viewer', email, workspace: workspace.name });
    const headers = { ...json, cookie: workspace.cookie, 'idempotency-key': `mail ${workspace.name}` };
    const taken = () => stage.mails.taken.filter(({ recipients }) => recipients.includes(email));
    const mails = async () =>
      stage.sql<{ value: string }[]>`
        select snapshot ->> 'value' as value from actors where kind = 'mail' and id in (select replace(id, 'inv_', 'mail_') from invitations where email = ${email})`;
    return {
      workspaceId: workspace.id,
      act: () => send(stage, '/v1/invitations', { body, headers }),
      isDone: async () => (await mails()).some(({ value }) => value === 'sent'),
      check: async (again) => {
        const ids = new Set(taken().map(({ mail }) => mail.messageId));
        const invitations = await stage.sql`select from invitations where email = ${email}`;
        return [
          ...(again?.status === 200 ? [] : [`inviting again is ${again?.status}: ${again?.body}`]),
          ...once('invitations', invitations.length),
          ...once('mails', (await mails()).length),
          ...once('Message-IDs', ids.size),
          ...(taken().length <= 2 ? [] : [`the mail was sent ${taken().length} times`]),
        ];
      },
    };
  },
};
