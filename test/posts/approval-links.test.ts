/** Links by which clients decide on posts (docs/people.md, Approval). */
import t from 'tap';
import { KEPT_MS, prune } from '../../src/service/retention.ts';
import { untilLockWaits } from '../support/lock-waits.ts';
import { newApproving } from '../support/approval.ts';
import { newLink, openLink, sendForm } from '../support/client-link.ts';
import { startService } from '../support/service.ts';
import { join, newMate } from '../support/team.ts';

const running = await startService(t, { platforms: ['telegram', 'discord'] });
const team = await newApproving(running);
const { owner, editor, approver, viewer } = team.people;
const { service } = running;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const inHours = (hours: number) => new Date(service.context.clock() + hours * HOUR).toISOString();

const newPost = async (more: object = { publishNow: true }): Promise<string> =>
  (await team.write(editor, more)).body.post.id;
const links = async (id: string) =>
  (await owner.ask('GET', `/v1/posts/${id}/approval-links`)).body.approvalLinks;
const waits = async (id: string) => (await team.read(id)).approval === 'requested';

void t.test('a client sees the post as the network gets it, and approves it by the form alone', async (t) => {
  const at = inHours(2);
  const id = await newPost({ scheduledAt: at, content: 'Rye & <b>spelt</b> are back' });
  const { url } = await newLink(approver, id);
  const page = await openLink(url);
  t.equal(page.status, 200);
  t.match(page.html, /Rye &#38; &#60;b&#62;spelt&#60;\/b&#62; are back/);
  t.match(page.html, /Telegram/);
  t.match(page.html, /it goes out on /);
  for (let again = 0; again < 3; again += 1) await openLink(url);
  for (const method of ['HEAD', 'OPTIONS', 'PUT']) await fetch(url, { method });
  await openLink(`${url}?action=approve&name=Rosa`);
  t.ok(await waits(id), 'opening the link decides nothing');

  const yes = await sendForm(url, { action: 'approve', name: 'Rosa', message: 'Lovely' });
  t.match([yes.status, yes.headers.get('location')], [303, new URL(url).pathname]);
  t.match(await team.read(id), {
    status: 'scheduled',
    scheduledAt: at,
    approval: 'approved',
    approvalDetails: { decidedBy: null, clientName: 'Rosa' },
  });
  t.match(await links(id), [{ status: 'approved', clientName: 'Rosa' }]);
  t.match((await openLink(url)).html, /You approved this post/);
  const { body } = await owner.ask('GET', `/v1/posts/${id}/history`);
  t.match(body.history[0], {
    sentence: /^Rosa \(client, by link\) approved it, to go out on /,
    operation: 'decideApproval',
  });
  const { entries } = (await owner.ask('GET', `/v1/audit?object=${id}`)).body;
  t.match(entries[0], {
    person: { name: 'Rosa' },
    by: { type: 'link' },
    operation: 'decideApproval',
    fields: ['decision'],
    address: '127.0.0.1',
  });
  t.match((await owner.ask('GET', `/v1/posts/${id}/notes`)).body.notes, [
    { text: 'Lovely', author: { userId: null, name: 'Rosa' } },
  ]);
  running.advance(2 * HOUR + 1_000);
  await running.until(id, ({ status }) => status === 'published');
});

void t.test('a page keeps its address to itself, and shows no frame, script or foreign file', async (t) => {
  const { url } = await newLink(owner, await newPost());
  for (const { headers } of [
    await openLink(url),
    await openLink(`${url}x`),
    await sendForm(url, { action: 'x' }),
  ]) {
    t.equal(headers.get('cache-control'), 'no-store');
    t.equal(headers.get('referrer-policy'), 'no-referrer');
    t.equal(headers.get('x-robots-tag'), 'noindex');
    t.equal(headers.get('x-frame-options'), 'DENY');
    const policy = headers.get('content-security-policy')!;
    t.match(
      policy,
      /^default-src 'none'; style-src 'sha256-[^;]+; img-src 'self' data:; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
  }
});

void t.test('a client rejects with a reason, which a form without one asks for', async (t) => {
  const id = await newPost();
  const { url } = await newLink(owner, id);
  const noReason = await sendForm(url, { action: 'reject', name: 'Rosa' });
  t.match([noReason.status, noReason.html], [400, /Write what is to change/]);
  t.match((await sendForm(url, { action: 'approve', name: ' ' })).html, /Write your name/);
  t.match((await sendForm(url, { action: 'approve', name: 'R'.repeat(81) })).status, 400);
  t.match((await sendForm(url, { action: 'reject', name: 'Rosa', message: 'x'.repeat(1_001) })).status, 400);
  t.match((await sendForm(url, { action: 'publish', name: 'Rosa' })).status, 400);
  t.ok(await waits(id));
  t.equal((await sendForm(url, { action: 'reject', name: 'Rosa', message: 'Name the price.' })).status, 303);
  t.match(await team.read(id), {
    status: 'draft',
    approval: 'rejected',
    approvalDetails: { reason: 'Name the price.', clientName: 'Rosa' },
  });
  const again = await team.change(editor, id, { publishNow: true });
  t.equal(again.body.post.approval, 'requested');
  await sendForm(url, { action: 'approve', name: 'Rosa' });
  t.ok(await waits(id), 'a link decides once, also on the same post');
});

void t.test('a client writes notes, and reads their own alone', async (t) => {
  const id = await newPost();
  await owner.ask('POST', `/v1/posts/${id}/notes`, { text: 'What the client must not read' });
  const { url } = await newLink(owner, id);
  t.equal((await sendForm(url, { action: 'note', name: 'Rosa', message: '' })).status, 400);
  t.equal(
    (await sendForm(url, { action: 'note', name: 'Rosa', message: 'Is this the new menu?' })).status,
    303,
  );
  t.ok(await waits(id));
  const { html } = await openLink(url);
  t.match(html, /Is this the new menu\?/);
  t.notMatch(html, /must not read/);
  const { notes } = (await viewer.ask('GET', `/v1/posts/${id}/notes`)).body;
  t.match(notes[1], { author: { userId: null, name: 'Rosa' } });
  t.match(await editor.ask('DELETE', `/v1/posts/${id}/notes/${notes[1].id}`), { status: 403 });
  t.equal((await owner.ask('DELETE', `/v1/posts/${id}/notes/${notes[1].id}`)).status, 200);
});

void t.test('links that are unknown, revoked, expired or of a deleted post get the same page', async (t) => {
  const unknown = await openLink(`${running.baseUrl}/approval/trv_${'x'.repeat(43)}`);
  t.equal(unknown.status, 404);
  const ended: string[] = [`${running.baseUrl}/approval/x`];
  const [revoked, deleted, old] = [await newPost(), await newPost(), await newPost()];
  const link = await newLink(owner, revoked);
  ended.push(link.url, (await newLink(owner, deleted)).url);
  t.equal((await owner.ask('DELETE', `/v1/posts/${revoked}/approval-links/${link.id}`)).status, 200);
  t.match(await owner.ask('DELETE', `/v1/posts/${revoked}/approval-links/${link.id}`), { status: 404 });
  await owner.ask('DELETE', `/v1/posts/${deleted}`);
  t.equal((await service.sql`select from approval_links where post_id = ${deleted}`).length, 0);
  const { url } = await newLink(owner, old);
  running.advance(7 * DAY - 60_000);
  t.equal((await openLink(url)).status, 200, 'until 7 days have passed');
  running.advance(61_000);
  ended.push(url);
  for (const one of ended) {
    const { status, html } = await openLink(one);
    t.strictSame([status, html], [404, unknown.html]);
    const sent = await sendForm(one, { action: 'approve', name: 'Rosa' });
    t.strictSame([sent.status, sent.html], [404, unknown.html]);
  }
  t.ok(await waits(revoked));
  t.ok(await waits(old));
  t.match((await links(old))[0].status, 'expired');
  t.match((await links(revoked))[0].status, 'revoked');
});

void t.test('a link that is revoked while the client decides decides nothing', async (t) => {
  const id = await newPost();
  const { url, id: linkId } = await newLink(owner, id);
  const hold = await service.sql.reserve();
  await hold`begin`;
  await hold`update approval_links set revoked_at = now() where id = ${linkId}`;
  const sent = sendForm(url, { action: 'approve', name: 'Rosa' });
  await untilLockWaits(service.sql, 1, 'approval_links');
  await hold`commit`;
  hold.release();
  t.equal((await sent).status, 404);
  t.ok(await waits(id));
});

void t.test(
  'a changed post is not decided by the link for what it was, and the page says what changed',
  async (t) => {
    const id = await newPost({ scheduledAt: inHours(30) });
    const { url } = await newLink(owner, id);
    await team.change(editor, id, { content: 'Our rye costs 4 €' });
    const { html, status } = await openLink(url);
    t.equal(status, 200);
    t.match(html, /This post was changed/);
    t.match(html, /Our rye is back[\s\S]*Our rye costs 4 €/);
    t.notMatch(html, /value="approve"/);
    const sent = await sendForm(url, { action: 'approve', name: 'Rosa' });
    t.match([sent.status, sent.html], [409, /This post was changed/]);
    t.ok(await waits(id));
    await team.change(editor, id, { content: 'Our rye is back' });
    t.equal((await sendForm(url, { action: 'approve', name: 'Rosa' })).status, 303, 'it is what it was');
    await team.change(editor, id, { content: 'Our rye costs 5 €' });
    const next = await newLink(owner, id);
    t.match(
      (await openLink(next.url)).html,
      /What was changed since it was approved[\s\S]*Our rye is back[\s\S]*costs 5/,
    );
  },
);

void t.test('a yes after the time takes the next free slot, and without one the page says so', async (t) => {
  const [late, hopeless] = [
    await newPost({ scheduledAt: inHours(1) }),
    await newPost({ scheduledAt: inHours(1) }),
  ];
  const [{ url }, other] = [await newLink(owner, late), await newLink(owner, hopeless)];
  running.advance(2 * HOUR);
  const slots = async (times: object[]) => owner.ask('PUT', '/v1/posting-schedule', { slots: times });
  await slots([]);
  t.match((await openLink(other.url)).html, /There is no free time/);
  t.match((await sendForm(other.url, { action: 'approve', name: 'Rosa' })).status, 409);
  t.ok(await waits(hopeless));
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  await slots(days.map((day) => ({ day, time: '09:00' })));
  t.match(
    (await openLink(url)).html,
    /which has passed\. If you approve it now, it goes out at the next free time/,
  );
  t.equal((await sendForm(url, { action: 'approve', name: 'Rosa' })).status, 303);
  const post = await team.read(late);
  t.equal(post.status, 'scheduled');
  t.match(post.scheduledLocal, /T09:00:00$/);
});

void t.test('a link stops with the right of the person who made it', async (t) => {
  const mate = await newMate(running, 'approval-maker');
  await join(running, running.workspaceId, { userId: mate.userId, role: 'approver' });
  const accountIds = [running.accounts['telegram'], running.accounts['discord']];
  const id = await newPost({ publishNow: true, accountIds });
  const { url } = await newLink(mate, id);
  const change = (more: object) => owner.ask('PATCH', `/v1/members/${mate.userId}`, more);
  const status = async () => (await openLink(url)).status;
  await change({ accountIds: [accountIds[0]] });
  t.equal(await status(), 404, 'held to some of its accounts');
  await change({ accountIds: null, role: 'editor' });
  t.equal(await status(), 404, 'may not approve');
  await change({ role: 'approver' });
  t.equal(await status(), 200);
  await owner.ask('DELETE', `/v1/members/${mate.userId}`);
  t.equal((await sendForm(url, { action: 'approve', name: 'Rosa' })).status, 404, 'is no member');
  t.ok(await waits(id));
});

void t.test('links are made by people who may approve, for posts that wait, and shown once', async (t) => {
  const id = await newPost();
  for (const by of [editor, viewer])
    t.match(await by.ask('POST', `/v1/posts/${id}/approval-links`, {}), {
      status: 403,
      body: { code: 'insufficient_role' },
    });
  const draft = await newPost({ draft: true });
  t.match(await owner.ask('POST', `/v1/posts/${draft}/approval-links`, {}), {
    status: 409,
    body: { code: 'approval_not_requested' },
  });
  const key = { 'idempotency-key': 'one-link' };
  const [first, second] = [
    await owner.ask('POST', `/v1/posts/${id}/approval-links`, {}, key),
    await owner.ask('POST', `/v1/posts/${id}/approval-links`, {}, key),
  ];
  t.strictSame(second.body, first.body);
  const secret = first.body.approvalLink.url.split('/').at(-1);
  for (const db of [service.sql, service.directory]) {
    const tables = await db<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`;
    for (const { name } of tables) {
      const rows = await db`select from ${db(name)} r where to_jsonb(r)::text like ${`%${secret}%`}`;
      t.equal(rows.length, 0, name);
    }
  }
  t.notMatch(JSON.stringify(await links(id)), /url/);
  for (let more = 0; more < 19; more += 1) await newLink(owner, id);
  t.match(await owner.ask('POST', `/v1/posts/${id}/approval-links`, {}), {
    status: 403,
    body: { code: 'approval_link_limit' },
  });
});

void t.test('two forms at once decide once', async (t) => {
  running.advance(60_000);
  const id = await newPost({ scheduledAt: inHours(5) });
  const { url } = await newLink(owner, id);
  const sent = await Promise.all(
    [1, 2, 3, 4].map((turn) =>
      sendForm(url, { action: turn % 2 ? 'approve' : 'reject', name: 'Rosa', message: 'No' }),
    ),
  );
  t.strictSame(
    sent.map(({ status }) => status),
    [303, 303, 303, 303],
  );
  const { entries } = (await owner.ask('GET', `/v1/audit?object=${id}&operation=decideApproval`)).body;
  t.equal(entries.length, 1);
  t.equal((await links(id))[0].status, (await team.read(id)).approval);
});

void t.test('forms of other websites, and names that are not of this service, are refused', async (t) => {
  running.advance(60_000);
  const id = await newPost();
  const { url } = await newLink(owner, id);
  const form = { action: 'approve', name: 'Rosa' };
  t.equal((await sendForm(url, form, { 'sec-fetch-site': 'cross-site' })).status, 403);
  t.ok(await waits(id));
  t.equal((await sendForm(url, form, { 'sec-fetch-site': 'same-origin' })).status, 303);
});

void t.test('one place opens 60 links a minute', async (t) => {
  running.advance(60_000);
  const { url } = await newLink(owner, await newPost());
  const open = async () => (await openLink(url)).status;
  const statuses: number[] = [];
  // one request more is taken each second
  while (!statuses.includes(429) && statuses.length < 200) statuses.push(await open());
  t.ok(statuses.indexOf(429) >= 60, `${statuses.indexOf(429)} were taken`);
  let refused = await openLink(url);
  while (refused.status !== 429) refused = await openLink(url);
  t.match(refused.headers.get('retry-after'), /^\d+$/);
  running.advance(60_000);
  t.equal((await openLink(url)).status, 200);
});

void t.test('links are deleted 30 days after their end', async (t) => {
  const id = await newPost();
  await newLink(owner, id);
  const count = async () => (await service.sql`select from approval_links where post_id = ${id}`).length;
  const at = (ms: number) => prune(service, {}, service.context.clock() + 7 * DAY + ms);
  await at(KEPT_MS.approvalLinks - 60_000);
  t.equal(await count(), 1);
  await at(KEPT_MS.approvalLinks + 60_000);
  t.equal(await count(), 0);
});
