/** Approval of posts: who is asked, what an approval covers, and who decides (docs/people.md, Approval). */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { createKey } from '../../src/features/auth/keys.ts';
import { connectClient } from '../mcp/client.ts';
import { newApproving } from '../support/approval.ts';
import { startService } from '../support/service.ts';

const photo = readFileSync(new URL('../../simulators/samples/photo.jpg', import.meta.url));
const files = createServer(({ url }, response) => {
  response.writeHead(url === '/photo.jpg' ? 200 : 404).end(url === '/photo.jpg' ? photo : '');
});
await once(files.listen(0, '127.0.0.1'), 'listening');
t.teardown(() => files.close());
const elsewhere = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
const running = await startService(t, { platforms: ['telegram', 'discord'], allowedOrigins: [elsewhere] });
const team = await newApproving(running);
const { owner, editor, approver, viewer } = team.people;
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(running.service.context.clock() + hours * HOUR).toISOString();
const asked = { status: 'draft', approval: 'requested' };

void t.test(
  'a writer’s post waits as a draft with its time, on every face, and others are not asked',
  async (t) => {
    const at = inHours(2);
    for (const [timing, wanted] of [
      [{ scheduledAt: at }, { timing: 'scheduledAt' }],
      [{ publishNow: true }, { timing: 'publishNow' }],
      [{ useNextSlot: true }, { timing: 'useNextSlot' }],
    ] as const) {
      const { status, body } = await team.write(editor, timing);
      t.equal(status, 200);
      t.match(body.post, {
        ...asked,
        approvalDetails: { ...wanted, requestedBy: editor.userId, decidedAt: null },
      });
      t.equal(body.post.scheduledAt, 'scheduledAt' in timing ? at : null);
      t.match(body.post.warnings[0], /needs an approval/);
      t.strictSame(await team.read(body.post.id), body.post, 'as it is read');
    }
    const session = await editor.ask('POST', '/v1/posts', {
      content: 'From the dashboard',
      accountIds: [team.account],
      publishNow: true,
    });
    t.match(session.body.post, asked);
    const tools = await connectClient(t, { baseUrl: running.baseUrl, key: editor.key });
    const called = await tools.call('create_post', {
      content: 'From an agent',
      accountIds: [team.account],
      publishNow: true,
    });
    t.match(called.body, { post: asked });
    t.match((await team.write(editor, { draft: true })).body.post, { status: 'draft', approval: null });
    const free = await team.write(owner, { scheduledAt: at });
    t.match(free.body.post, { status: 'scheduled', approval: null });
    for (const mate of [approver, viewer])
      t.match(await team.write(mate, { draft: true }), { status: 403, body: { code: 'insufficient_role' } });
  },
);

void t.test('a key needs the scope publish to go unasked, and draft is enough to ask', async (t) => {
  const keyOf = async (userId: string, scopes: ('read' | 'draft' | 'publish')[]) => {
    const now = running.service.context.clock();
    const { key } = await createKey(running.service.directory, { userId, name: 'held', scopes, now });
    return { authorization: `Bearer ${key}` };
  };
  const create = (headers: { [name: string]: string }) =>
    running.call(
      'POST',
      '/v1/posts',
      { content: 'By a key', accountIds: [team.account], scheduledAt: inHours(3) },
      headers,
    );
  t.match((await create(await keyOf(owner.userId, ['read', 'draft']))).body.post, asked);
  t.match((await create(await keyOf(editor.userId, ['read', 'draft']))).body.post, asked);
  t.match((await create(await keyOf(owner.userId, ['read', 'draft', 'publish']))).body.post, {
    status: 'scheduled',
    approval: null,
  });
  const { body } = await team.write(editor, { scheduledAt: inHours(3) });
  const decide = (headers: { [name: string]: string }) =>
    running.call('POST', `/v1/posts/${body.post.id}/approval`, { decision: 'approved' }, headers);
  t.match(await decide(await keyOf(approver.userId, ['read', 'draft'])), {
    status: 403,
    body: { code: 'insufficient_scope' },
  });
  t.match((await decide(await keyOf(approver.userId, ['publish']))).body.post, {
    status: 'scheduled',
    approval: 'approved',
  });
});

void t.test('an approver approves and it goes out at its time; an editor and a viewer may not', async (t) => {
  const at = inHours(1);
  const { post } = (await team.write(editor, { scheduledAt: at })).body;
  for (const mate of [editor, viewer])
    t.match(await team.decide(mate, post.id, { decision: 'approved' }), {
      status: 403,
      body: { code: 'insufficient_role' },
    });
  const { plan } = post.approvalDetails;
  const yes = await team.decide(approver, post.id, { decision: 'approved', plan });
  t.match(yes.body.post, {
    status: 'scheduled',
    scheduledAt: at,
    approval: 'approved',
    approvalDetails: { decidedBy: approver.userId, decidedAt: /Z$/, plan: null },
    warnings: [],
  });
  t.match(await team.decide(approver, post.id, { decision: 'approved' }), {
    status: 409,
    body: { code: 'approval_not_requested' },
  });
  running.advance(HOUR + 1_000);
  const live = await running.until(post.id, ({ status }) => status === 'published');
  t.equal(live.approval, 'approved');
});

void t.test('a rejected post says why, and can be asked for again', async (t) => {
  const { post } = (await team.write(editor, { publishNow: true })).body;
  const no = await team.decide(approver, post.id, { decision: 'rejected', reason: 'Name the price.' });
  t.match(no.body.post, {
    status: 'draft',
    approval: 'rejected',
    approvalDetails: { reason: 'Name the price.' },
  });
  const edited = await team.change(editor, post.id, { content: 'Our rye is back, for 3 €' });
  t.match(edited.body.post, { status: 'draft', approval: 'rejected' });
  t.match((await team.change(editor, post.id, { publishNow: true })).body.post, asked);
  const yes = await team.decide(owner, post.id, { decision: 'approved' });
  t.equal(yes.body.post.approval, 'approved');
  await running.until(post.id, ({ status }) => status === 'published');
});

void t.test(
  'nobody approves what was edited after they looked, and the response names what changed',
  async (t) => {
    const { post } = (await team.write(editor, { scheduledAt: inHours(5) })).body;
    const { plan } = post.approvalDetails;
    const changes: [object, string][] = [
      [{ content: 'Other words' }, 'texts'],
      [{ accountIds: [team.account, running.accounts['discord']!] }, 'accounts'],
      [{ media: [`${elsewhere}/photo.jpg`] }, 'files'],
      [{ scheduledAt: inHours(6) }, 'time'],
    ];
    let seen = plan;
    for (const [change, name] of changes) {
      const after = (await team.change(editor, post.id, change)).body.post;
      t.match(after, asked, name);
      const late = await team.decide(approver, post.id, { decision: 'approved', plan: seen });
      t.match(late, { status: 409, body: { code: 'approval_changed', error: new RegExp(`its ${name}\\.`) } });
      seen = after.approvalDetails.plan;
    }
    const yes = await team.decide(approver, post.id, { decision: 'approved', plan: seen });
    t.match(yes.body.post, { status: 'scheduled', content: 'Other words' });
  },
);

void t.test('a changed plan is asked for again, and an unchanged one is not', async (t) => {
  const at = inHours(8);
  const { id } = (await team.write(editor, { scheduledAt: at })).body.post;
  await team.decide(approver, id, { decision: 'approved' });
  const same = await team.change(editor, id, { scheduledAt: at });
  t.match(same.body.post, { status: 'scheduled', approval: 'approved' }, 'the same time');
  const shelved = await team.change(editor, id, { draft: true });
  t.match(shelved.body.post, { status: 'draft', approval: 'approved' });
  const other = await team.change(editor, id, { scheduledAt: inHours(7) });
  t.match(other.body.post, asked, 'a draft that was approved for another time');
  await team.change(editor, id, { scheduledAt: at });
  await team.decide(approver, id, { decision: 'approved' });
  await team.change(editor, id, { draft: true });
  t.match((await team.change(editor, id, { scheduledAt: at })).body.post, { status: 'scheduled' });
  const edited = await team.change(editor, id, { content: 'Not what was approved' });
  t.match(edited.body.post, { ...asked, scheduledAt: at });
  t.match((await viewer.ask('GET', `/v1/posts/${id}/approval`)).body, {
    plan: edited.body.post.approvalDetails.plan,
    approved: { content: 'Our rye is back', scheduledAt: at, media: [] },
  });
  await team.decide(approver, id, { decision: 'approved' });
  t.match((await team.change(editor, id, { publishNow: true })).body.post, asked, 'another time');
  const mine = await team.change(owner, id, { scheduledAt: inHours(9) });
  t.match(mine.body.post, {
    status: 'scheduled',
    approval: 'approved',
    approvalDetails: { decidedBy: owner.userId },
  });
});

void t.test('what an owner scheduled is asked for when a writer changes it', async (t) => {
  const at = inHours(4);
  const { id } = (await team.write(owner, { scheduledAt: at })).body.post;
  t.match((await team.change(editor, id, { scheduledAt: at })).body.post, {
    status: 'scheduled',
    approval: null,
  });
  t.match((await team.change(editor, id, { content: 'Changed' })).body.post, { ...asked, scheduledAt: at });
});

void t.test('sending again what failed asks nobody, and a changed text of it does', async (t) => {
  const fail = { kind: 'status', status: 400, network: 'discord', times: 1 } as const;
  const failed = async () => {
    running.sandbox.sandbox.faults.add(fail);
    const to = { accountIds: [running.accounts['discord']!], publishNow: true };
    const { id } = (await team.write(owner, to)).body.post;
    await running.until(id, ({ status }) => status === 'failed');
    return id;
  };
  const [first, second, third] = [await failed(), await failed(), await failed()];
  const retried = await running.call('POST', `/v1/posts/${first}/retry`, {}, editor.by.key);
  t.equal(retried.status, 200);
  await running.until(first, ({ status }) => status === 'published');
  t.equal((await team.change(editor, second, { publishNow: true })).body.post.approval, null);
  await running.until(second, ({ status }) => status === 'published');
  const fourth = await failed();
  const both = await team.change(editor, fourth, { content: 'Other words at once', publishNow: true });
  t.match(both.body.post, asked);
  const edited = await team.change(editor, third, { content: 'Not what failed' });
  t.match(edited.body.post, { status: 'draft', approval: null });
  t.match(await running.call('POST', `/v1/posts/${third}/retry`, {}, editor.by.key), {
    status: 409,
    body: { code: 'post_draft' },
  });
  t.match((await team.change(editor, third, { publishNow: true })).body.post, asked);
});

void t.test(
  'a time that passes without a yes leaves the post waiting, and a late yes says when',
  async (t) => {
    const { id } = (await team.write(editor, { scheduledAt: inHours(1) })).body.post;
    running.advance(2 * HOUR);
    await running.idle();
    t.match(await team.read(id), asked);
    t.match(await team.decide(approver, id, { decision: 'approved' }), {
      status: 409,
      body: { code: 'approval_late' },
    });
    t.match((await team.decide(approver, id, { decision: 'approved', publishNow: true })).body.post, {
      approval: 'approved',
    });
    await running.until(id, ({ status }) => status === 'published');
  },
);

void t.test('no manual action of a writer publishes a post that is not approved', async (t) => {
  const { id } = (await team.write(editor, { publishNow: true })).body.post;
  const act = (event: string, action = 'send') =>
    running.call('POST', `/v1/actors/${id}/hand`, { action, event, reason: 'now' }, editor.by.key);
  t.match(await act('publish'), { status: 403, body: { code: 'approval_required' } });
  const choices = async (by: typeof editor) =>
    (await running.call('GET', `/v1/actors/${id}`, undefined, by.by.key)).body.choices.map(
      ({ event }: { event: string }) => event,
    );
  t.notOk((await choices(editor)).includes('publish'));
  t.ok((await choices(owner)).includes('publish'));
  await team.decide(approver, id, { decision: 'approved', scheduledAt: inHours(2) });
  t.match(await act('xstate.after.due.post.scheduled', 'skip'), {
    status: 403,
    body: { code: 'approval_required' },
  });
});

void t.test('only owners turn it, at once, and what waits when it is turned off still waits', async (t) => {
  for (const mate of [editor, approver, viewer])
    t.match(await mate.ask('PUT', '/v1/approval-settings', { required: false }), {
      status: 403,
      body: { code: 'insufficient_role' },
    });
  const waiting = (await team.write(editor, { publishNow: true })).body.post;
  await team.set(false);
  t.match((await team.write(editor, { scheduledAt: inHours(1) })).body.post, {
    status: 'scheduled',
    approval: null,
  });
  t.match(await team.read(waiting.id), asked);
  t.match((await team.decide(approver, waiting.id, { decision: 'rejected' })).body.post, {
    approval: 'rejected',
  });
  await team.set(true);
});

void t.test('a file behind a foreign address is hosted when approval is asked for', async (t) => {
  const url = `${elsewhere}/photo.jpg`;
  const altText = { [url]: 'A loaf' };
  const created = (await team.write(editor, { scheduledAt: inHours(2), media: [url], altText })).body.post;
  const [hosted] = created.media;
  t.ok(hosted.startsWith(`${running.baseUrl}/media/`), hosted);
  t.strictSame(created.altText, { [hosted]: 'A loaf' });
  const reader = { thread: [{ content: 'More', media: [url] }] };
  const edited = (await team.change(editor, created.id, reader)).body.post;
  t.strictSame(edited.thread[0].media, [hosted], 'also when what waits is edited');
  const draft = (await team.write(editor, { draft: true, media: [url] })).body.post;
  t.strictSame(draft.media, [url], 'a draft that nobody is asked about is left alone');
  const later = (await team.change(editor, draft.id, { useNextSlot: true })).body.post;
  t.strictSame([later.approval, later.media], ['requested', [hosted]]);
  const gone = await team.write(editor, { publishNow: true, media: [`${elsewhere}/gone.jpg`] });
  t.match(gone, { status: 400, body: { param: '/media/0' } });
});

void t.test('drafts that wait are listed among drafts and by themselves', async (t) => {
  const { id } = (await team.write(editor, { publishNow: true })).body.post;
  const ids = async (path: `/v1/posts?${string}` | `/app/api/posts?${string}`) =>
    (await owner.ask('GET', path)).body.posts.map(({ id }) => id);
  t.equal((await ids('/v1/posts?status=draft'))[0], id);
  t.equal((await ids('/app/api/posts?status=awaiting_approval'))[0], id);
  await team.decide(approver, id, { decision: 'rejected' });
  t.notOk((await ids('/app/api/posts?status=awaiting_approval')).includes(id));
  t.equal((await ids('/v1/posts?status=draft'))[0], id);
});
