/** Work on conversations: labels, snoozes, notes, and since when a person waits. */
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { begin, person } from '../support/furnished.ts';
import { join, newMate } from '../support/team.ts';

const world = await begin(t);
const { call, conversationId: id, workspaceId, session, service } = world;
const update = (body: object, headers = {}) => call('PATCH', `/v1/inbox/${id}`, body, headers);
const listed = async (query: string) =>
  (await call('GET', `/v1/inbox?limit=100&${query}`)).body.conversations.map((one: { id: string }) => one.id);
const one = async () =>
  (await call('GET', `/app/api/conversations/${id}`, undefined, session)).body.conversation;
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();

void t.test('labels are set, found and counted', async (t) => {
  t.match(await update({ labels: [' wholesale ', 'returns', 'wholesale'] }), {
    status: 200,
    body: { conversation: { id, labels: ['wholesale', 'returns'] } },
  });
  t.strictSame(await listed('label=returns'), [id]);
  t.strictSame(await listed('label=other'), []);
  t.strictSame((await call('GET', '/v1/inbox/labels')).body.labels, [
    { label: 'returns', conversations: 1, open: 1 },
    { label: 'wholesale', conversations: 1, open: 1 },
  ]);
  t.match(await update({ labels: ['a', ' '] }), { status: 400, body: { param: '/labels/1' } });
  const many = Array.from({ length: 21 }, (_, n) => `l${n}`);
  t.match(await update({ labels: many }), { status: 400, body: { param: '/labels' } });
  t.match(await update({ labels: ['x'.repeat(41)] }), { status: 400, body: { param: '/labels/0' } });
  t.match(await update({}), { status: 400 }, 'nothing to change');
  t.strictSame((await one()).labels, ['wholesale', 'returns']);
  const elsewhere = (await call('POST', '/v1/workspaces', { name: 'Elsewhere' })).body.workspace.slug;
  t.strictSame((await call('GET', `/v1/inbox/labels?workspace=${elsewhere}`)).body.labels, []);
  const rows = await service.sql<{ events: string }[]>`
    select events::text as events from feed where workspace_id = ${workspaceId}`;
  t.match(rows.map(({ events }) => events).join(), /"conversation\.labelled"/);
});

void t.test('a snoozed conversation leaves the open ones until its time', async (t) => {
  t.match(await update({ snoozedUntil: 'tomorrow' }), { status: 400, body: { param: '/snoozedUntil' } });
  t.match(await update({ snoozedUntil: '2020-01-01' }), { status: 400, body: { param: '/snoozedUntil' } });
  t.match(await update({ snoozedUntil: ahead(400 * 86_400_000) }), { status: 400 });
  const until = ahead(3_600_000);
  t.match(await update({ snoozedUntil: until }), {
    body: { conversation: { snoozedUntil: until, unread: 0, done: false } },
  });
  t.strictSame(await listed('snoozed=true'), [id]);
  t.notOk((await listed('done=false&snoozed=false')).includes(id));
  t.match((await call('GET', '/v1/inbox/labels')).body.labels, [{ open: 0 }, { open: 0 }]);
  t.match(await update({ snoozedUntil: null }), {
    body: { conversation: { snoozedUntil: null, unread: 0 } },
  });
  t.match(await update({ snoozedUntil: until }), { status: 200 });
  world.advance(7_200_000);
  await eventually(async () => (await one()).snoozedUntil === null);
  t.match(await one(), { unread: 1, done: false });
  t.ok((await listed('done=false&snoozed=false')).includes(id));
});

void t.test('a message of the person ends a snooze, and the person waits', async (t) => {
  await call('POST', `/v1/inbox/${id}/done`, {});
  t.match(await one(), { waitingSince: null });
  await update({ snoozedUntil: ahead(6 * 3_600_000) });
  t.match(await one(), { done: false }, 'what is done can be put aside, too');
  await person(world, 'rosa', { say: 'Are you there?' });
  await eventually(async () => (await one()).snoozedUntil === null);
  t.match(await one(), { waitingSince: /^20/, unread: 1 });
  t.match(await call('POST', `/v1/inbox/${id}/messages`, { message: 'Yes!' }), { status: 200 });
  t.match(await one(), { waitingSince: null });
});

void t.test(
  'notes are for the team: written, listed, exported, and deleted by their writer or an owner',
  async (t) => {
    const maya = await newMate(world, 'Maya');
    await join(world, workspaceId, { userId: maya.userId, role: 'editor' });
    const vic = await newMate(world, 'Vic');
    await join(world, workspaceId, { userId: vic.userId, role: 'viewer' });
    const path = `/v1/inbox/${id}/notes` as const;
    const sentBefore = (await call('GET', `/v1/inbox/${id}/messages`)).body.messages.length;
    const { body } = await call('POST', path, { text: ' A regular. ' }, maya.by.key);
    t.match(body, { note: { text: 'A regular.', author: { userId: maya.userId, name: 'Maya' } } });
    t.match((await call('POST', path, { text: 'Mine' })).status, 200);
    t.match(await call('POST', path, { text: ' ' }), { status: 400, body: { param: '/text' } });
    t.match(await call('POST', path, { text: 'No' }, vic.by.key), { status: 403 });
    const { notes } = (await call('GET', path, undefined, vic.by.key)).body;
    t.strictSame(
      notes.map(({ text }: { text: string }) => text),
      ['A regular.', 'Mine'],
    );
    t.equal(
      (await call('GET', `/v1/inbox/${id}/messages`)).body.messages.length,
      sentBefore,
      'nothing is sent',
    );
    t.match((await call('GET', `/v1/inbox/${id}/export`)).body.notes, [
      { text: 'A regular.' },
      { text: 'Mine' },
    ]);
    const remove = (noteId: string, headers = {}) => call('DELETE', `${path}/${noteId}`, undefined, headers);
    t.match(await remove(notes[1].id, maya.by.key), { status: 403 }, 'somebody else wrote it');
    t.match(await remove(notes[0].id), { status: 200 }, 'an owner');
    t.match(await remove(notes[0].id), { status: 404 });

    await t.test('who is held to other accounts sees neither notes nor labels', async (t) => {
      const held = { accountIds: [world.accounts['telegram']] };
      await call('PATCH', `/v1/members/${maya.userId}`, held, session);
      t.match(await call('GET', path, undefined, maya.by.key), { status: 404 });
      t.match(await call('POST', path, { text: 'x' }, maya.by.key), { status: 404 });
      t.match(await remove(notes[1].id, maya.by.key), { status: 404 });
      t.match(await call('PATCH', `/v1/inbox/${id}`, { labels: [] }, maya.by.key), { status: 404 });
      t.strictSame((await call('GET', '/v1/inbox/labels', undefined, maya.by.key)).body.labels, []);
    });

    await t.test('a conversation has at most 200, and they go with it', async (t) => {
      await service.sql`
      insert into conversation_notes (id, workspace_id, conversation_id, author_id, author_name, content, created_at)
      select 'note_' || n, ${workspaceId}, ${id}, 'usr_1', 'Maya', 'n', now() from generate_series(1, 199) n`;
      t.match(await call('POST', path, { text: 'One more' }), { status: 403, body: { code: 'note_limit' } });
      t.match(await call('DELETE', `/v1/inbox/${id}`), { status: 200 });
      t.strictSame([...(await service.sql`select from conversation_notes`)], []);
    });
  },
);
