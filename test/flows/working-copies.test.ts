/** Working copies: what a person is writing in the dashboard. Nothing is lost, and nobody but the dashboard sees one. */
import t from 'tap';
import type { Test } from 'tap';
import { createSessions } from '../../src/features/auth/sessions.ts';
import { kinds } from '../../src/kinds/index.ts';
import { KEPT_MS, prune } from '../../src/service/retention.ts';
import { newId } from '../../src/base/ids.ts';
import { type Answer, type RunningService, startService } from '../support/service.ts';

const PATH = '/app/api/working-copies';
const NEVER = 'copy_00000000000000000000000000';

type Ask = (method: string, query: string, body?: object) => Promise<Answer>;

/** Calls as a person who is signed in. @param userId default: the person behind the key */
async function personOf({ service, baseUrl, key, call }: RunningService, userId?: string): Promise<Ask> {
  const id = userId ?? (await service.authenticate(key))!.userId;
  const sessions = createSessions({ sql: service.directory, baseUrl: () => baseUrl, clock: Date.now });
  const [, cookie] = await sessions.begin(service.directory, id);
  const headers = { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin', authorization: '' };
  return (method, query, body) => call(method, `${PATH}${query}`, body, headers);
}

/** Adds a person to the workspace of the running service. */
async function colleagueOf(running: RunningService): Promise<Ask> {
  const { directory } = running.service;
  const userId = newId('usr', Date.now());
  await directory`insert into users (id, name, created_at) values (${userId}, 'Cleo', now())`;
  await directory`
    insert into members (workspace_id, user_id, created_at) values (${running.workspaceId}, ${userId}, now())`;
  return personOf(running, userId);
}

async function begin(t: Test) {
  const running = await startService(t, { platforms: ['telegram'] });
  const accountIds = [running.accounts['telegram']];
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
  const { post } = (await running.call('POST', '/v1/posts', { content: 'As saved', accountIds, scheduledAt }))
    .body;
  return { running, post, me: await personOf(running), colleague: await colleagueOf(running) };
}

const save = (ask: Ask, replaces: string | null, content: object, more: object = {}) =>
  ask('PUT', '', { replaces, content, ...more });

void t.test('a new post has a copy for each person, which goes on on another device', async (t) => {
  const { me, colleague } = await begin(t);
  t.strictSame((await me('GET', '')).body, { copy: null });
  const first = await save(me, null, { content: 'Rye' });
  t.match(first, { status: 200, body: { revision: /^copy_/, savedAt: String } });
  const second = await save(me, first.body.revision, { content: 'Rye is back', at: { any: ['shape'] } });
  t.not(second.body.revision, first.body.revision);
  t.match((await me('GET', '')).body.copy, {
    revision: second.body.revision,
    content: { content: 'Rye is back', at: { any: ['shape'] } },
    by: { id: /^usr_/, name: String },
  });
  t.strictSame((await colleague('GET', '')).body, { copy: null }, 'nobody else has it');
  t.equal((await save(colleague, null, { content: 'Bagels' })).status, 200);
  t.equal((await me('GET', '')).body.copy.content.content, 'Rye is back');
});

void t.test('a post has one copy for all, and a save in between is a conflict that shows both', async (t) => {
  const { me, colleague, post, running } = await begin(t);
  const of = { postId: post.id };
  const mine = (await save(me, null, { content: 'Mine' }, of)).body;
  const seen = (await colleague('GET', `?postId=${post.id}`)).body.copy;
  t.match(seen, { revision: mine.revision, content: { content: 'Mine' } });
  const theirs = (await save(colleague, mine.revision, { content: 'Theirs' }, of)).body;
  const current = { revision: theirs.revision, content: { content: 'Theirs' }, by: { name: 'Cleo' } };
  for (const replaces of [mine.revision, null, NEVER])
    t.match(await save(me, replaces, { content: 'Mine 2' }, of), {
      status: 409,
      body: { code: 'conflict', current },
    });
  t.match(await me('DELETE', `?postId=${post.id}&revision=${mine.revision}`), {
    status: 409,
    body: { code: 'conflict', current },
  });
  t.match((await me('GET', `?postId=${post.id}`)).body.copy, current, 'nothing of it is lost');
  t.equal((await save(me, theirs.revision, { content: 'Both' }, of)).status, 200);

  const listed = JSON.stringify([
    (await running.call('GET', '/v1/posts')).body,
    (await running.call('GET', `/v1/posts/${post.id}`)).body,
  ]);
  t.match(listed, 'As saved', 'the post is as it was saved');
  t.notMatch(listed, 'Both');
});

void t.test('of saves at the same moment one wins, and the others get what it saved', async (t) => {
  const { me, post } = await begin(t);
  const { revision } = (await save(me, null, { content: 'Start' }, { postId: post.id })).body;
  for (const replaces of [revision, null]) {
    const of = replaces === null ? {} : { postId: post.id };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => save(me, replaces, { content: `Text ${index}` }, of)),
    );
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [`Text ${index}`] : []));
    t.equal(won.length, 1);
    for (const { status, body } of answers)
      if (status !== 200)
        t.match({ status, body }, { status: 409, body: { current: { content: { content: won[0]! } } } });
  }
});

void t.test('a copy that was discarded is a conflict too, and its revision never comes back', async (t) => {
  const { me } = await begin(t);
  const { revision } = (await save(me, null, { content: 'Rye' })).body;
  t.strictSame((await me('DELETE', `?revision=${revision}`)).body, { deleted: true });
  t.strictSame(
    (await me('DELETE', `?revision=${revision}`)).body,
    { deleted: true },
    'also when it is repeated',
  );
  t.match(await save(me, revision, { content: 'Rye 2' }), {
    status: 409,
    body: { code: 'conflict', current: null },
  });
  const again = (await save(me, null, { content: 'Rye' })).body;
  t.not(again.revision, revision);
  t.equal((await save(me, revision, { content: 'Old tab' })).status, 409);
});

void t.test('a copy is limited in size, and no API key and no other workspace reaches one', async (t) => {
  const { me, post, running } = await begin(t);
  t.equal((await save(me, null, { content: 'x'.repeat(500_000) })).status, 200);
  const { copy } = (await me('GET', '')).body;
  t.match(await save(me, copy.revision, { content: 'é'.repeat(270_000) }), {
    status: 413,
    body: { code: 'body_too_large' },
  });
  t.equal((await me('GET', '')).body.copy.revision, copy.revision);
  t.match(await running.call('GET', PATH), { status: 403, body: { code: 'session_required' } });
  t.match(await running.call('PUT', PATH, { replaces: null, content: {} }), { status: 403 });
  t.match(await running.call('DELETE', `${PATH}?revision=${NEVER}`), { status: 403 });

  const neighbour = await running.neighbour();
  const stranger = await personOf({ ...running, key: neighbour.key });
  t.equal((await stranger('GET', `?postId=${post.id}`)).status, 404);
  t.equal((await save(stranger, null, {}, { postId: post.id })).status, 404);
  t.equal((await stranger('DELETE', `?postId=${post.id}&revision=${copy.revision}`)).status, 404);
  t.strictSame((await stranger('GET', '')).body, { copy: null });
});

void t.test('a copy goes with its post, and 30 days after its last change', async (t) => {
  const { me, post, running } = await begin(t);
  const { sql, directory } = running.service;
  const count = async () => (await sql`select from working_copies`).length;
  const prunedAt = async (now: number) => (await prune({ sql, directory }, kinds, now))!['workingCopies'];

  await save(me, null, { content: 'New' });
  await save(me, null, { content: 'Edited' }, { postId: post.id });
  t.equal(await prunedAt(Date.now() + KEPT_MS.workingCopies - 60_000), 0);
  t.equal((await running.call('DELETE', `/v1/posts/${post.id}`)).status, 200);
  t.equal(await count(), 1, 'that of the post');
  t.equal((await me('GET', `?postId=${post.id}`)).status, 404);
  await sql`
    insert into working_copies (workspace_id, about, revision, content, saved_by, saved_at)
    values (${running.workspaceId}, ${post.id}, ${NEVER}, '{}', 'usr_1', now())`;
  t.equal(await prunedAt(Date.now()), 1, 'of a post that was removed in the same moment');
  t.equal(await prunedAt(Date.now() + KEPT_MS.workingCopies + 60_000), 1);
  t.equal(await count(), 0);
});
