/** Notes about posts: who writes, reads and deletes them (docs/people.md, Approval). */
import t from 'tap';
import { listNotes } from '../../store/post-notes.ts';
import { newApproving } from '../support/approval.ts';
import { startService } from '../support/service.ts';
import { join, newMate } from '../support/team.ts';

const running = await startService(t, { platforms: ['telegram', 'discord'] });
const team = await newApproving(running);
const { owner, editor, approver, viewer } = team.people;
type Person = typeof owner;

const newPost = async (more: object = {}): Promise<string> =>
  (await team.write(editor, { publishNow: true, ...more })).body.post.id;
const write = (by: Person, id: string, text: string) => by.ask('POST', `/v1/posts/${id}/notes`, { text });
const read = async (by: Person, id: string) =>
  (await by.ask('GET', `/v1/posts/${id}/notes`)).body.notes as { id: string; text: string; author: object }[];
const remove = (by: Person, id: string, noteId: string) =>
  by.ask('DELETE', `/v1/posts/${id}/notes/${noteId}`);

void t.test('all but viewers write notes, and everybody in the workspace reads them in order', async (t) => {
  const id = await newPost();
  for (const [by, text] of [
    [editor, 'Is the price right?'],
    [approver, ' Yes. '],
    [owner, 'Then go'],
  ] as const)
    t.equal((await write(by, id, text)).status, 200, text);
  t.match(await write(viewer, id, 'Me too'), { status: 403, body: { code: 'insufficient_role' } });
  t.match(await write(editor, id, '  '), { status: 400, body: { param: '/text' } });
  const notes = await read(viewer, id);
  t.match(notes, [
    { text: 'Is the price right?', author: { userId: editor.userId } },
    { text: 'Yes.', author: { userId: approver.userId } },
    { text: 'Then go', author: { userId: owner.userId } },
  ]);
  const { body } = await owner.ask('GET', `/v1/posts/${id}/history`);
  t.match(body.history[0].sentence, /wrote a note$/);
});

void t.test('a note is deleted by who wrote it or by an owner', async (t) => {
  const id = await newPost();
  const [one, other] = [
    (await write(editor, id, 'One')).body.note.id,
    (await write(editor, id, 'Two')).body.note.id,
  ];
  t.match(await remove(approver, id, one), { status: 403, body: { code: 'insufficient_role' } });
  t.match(await remove(editor, await newPost(), one), { status: 404 }, 'of another post');
  t.equal((await remove(editor, id, one)).status, 200);
  t.match(await remove(editor, id, one), { status: 404 });
  t.equal((await remove(owner, id, other)).status, 200);
  t.strictSame(await read(owner, id), []);
});

void t.test('notes are never sent, and are deleted with their post', async (t) => {
  const id = await newPost();
  await write(editor, id, 'Words that no network gets');
  t.equal((await team.decide(approver, id, { decision: 'approved' })).status, 200);
  await running.until(id, ({ status }) => status === 'published');
  const sent = await running.service.sql`
    select from exchanges where to_jsonb(exchanges)::text like '%Words that no network gets%'`;
  t.equal(sent.length, 0);
  t.equal((await read(viewer, id)).length, 1, 'they stay when it is published');
  await owner.ask('DELETE', `/v1/posts/${id}`);
  const place = { postId: id, workspaceId: running.workspaceId };
  t.equal((await listNotes(running.service.sql, place)).length, 0);
  t.match(await write(editor, id, 'Late'), { status: 404 });
});

void t.test('who does not reach all accounts of a post neither reads nor writes its notes', async (t) => {
  const accountIds = [running.accounts['telegram']!, running.accounts['discord']!];
  const id = await newPost({ accountIds });
  await write(editor, id, 'About discord');
  const held = await newMate(running, 'notes-held');
  await join(running, running.workspaceId, { userId: held.userId, role: 'editor' });
  const hold = (only: string[]) => owner.ask('PATCH', `/v1/members/${held.userId}`, { accountIds: only });
  await hold([accountIds[0]!]);
  t.strictSame(await read(held, id), []);
  t.match(await write(held, id, 'Hello'), { status: 403, body: { code: 'held_to_accounts' } });
  await hold(accountIds);
  t.equal((await read(held, id)).length, 1);
});

void t.test('a post has at most 200 notes', async (t) => {
  const id = await newPost();
  await running.service.sql`
    insert into post_notes (id, workspace_id, post_id, author_id, author_name, by_link, content, created_at)
    select 'note_' || n, ${running.workspaceId}, ${id}, 'usr_1', 'Maya', false, 'n', now() from generate_series(1, 200) n`;
  t.match(await write(editor, id, 'One more'), { status: 403, body: { code: 'note_limit' } });
});
