/** Imports over the real service (docs/imports.md): what becomes of the rows, and how one is taken back. */
import t from 'tap';
import { createKey } from '../../src/features/auth/keys.ts';
import { saveMember } from '../../store/members.ts';
import { startService } from '../support/service.ts';
import { join, newMate } from '../support/team.ts';

const running = await startService(t, { platforms: ['telegram', 'discord', 'mastodon'] });
const { accounts, call, raw } = running;
const DAY = 24 * 3_600_000;
const soon = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const send = (csv: string, query = '') =>
  raw('POST', `/v1/imports${query}` as '/v1/imports', csv, { 'content-type': 'text/csv' });
const ended = async (id: string) => {
  for (;;) {
    const { body } = await call('GET', `/v1/imports/${id}`);
    if (!['creating', 'checking', 'removing'].includes(body.import.status)) return body.import;
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
};
const importOf = async (csv: string, query = '') => {
  const { status, body } = await send(csv, query);
  t.equal(status, 200, JSON.stringify(body));
  return ended(body.import.id);
};
const rowsOf = async (id: string) => (await call('GET', `/v1/imports/${id}/rows`)).body.rows;
const listed = async () => (await call('GET', '/v1/posts?limit=100')).body.posts;

void t.test('rows become posts with all their fields, or have a problem that names the column', async (t) => {
  const at = soon(3);
  const { body: all } = await call('GET', '/v1/accounts');
  const username = all.accounts.find(({ platform }) => platform === 'telegram')?.username;
  const done = await importOf(
    [
      'content,accounts,scheduledAt,labels,firstComment',
      `"Planned, with a comma",${accounts['telegram']},${at},"one; two",`,
      `A draft,"telegram:${username};${accounts['discord']}",,,`,
      `Nobody,nobody,,,`,
      `Too late,${accounts['telegram']},2020-01-01,,`,
      `No time,${accounts['telegram']},tomorrow,,`,
      `,${accounts['telegram']},${at},,`,
    ].join('\n'),
    '?name=may.csv',
  );
  t.match(done, {
    status: 'finished',
    name: 'may.csv',
    rows: 6,
    done: 6,
    accepted: 2,
    refused: 4,
    dryRun: false,
  });
  t.same(
    done.errors.map(({ row, param, code }) => [row, param, code]),
    [
      [4, '/accounts', 'unknown_account'],
      [5, '/scheduledAt', 'time_passed'],
      [6, '/scheduledAt', 'invalid'],
      [7, '/content', 'content_required'],
    ],
  );
  const rows = await rowsOf(done.id);
  t.same(
    rows.map(({ row, ok }) => [row, ok]),
    [
      [2, true],
      [3, true],
      [4, false],
      [5, false],
      [6, false],
      [7, false],
    ],
  );
  const posts = await listed();
  const [planned, draft] = [2, 3].map((row) =>
    posts.find(({ id }) => id === rows.find((one) => one.row === row)?.postId),
  );
  t.match(planned, {
    status: 'scheduled',
    content: 'Planned, with a comma',
    scheduledAt: at,
    labels: ['one', 'two'],
  });
  t.match(draft, { status: 'draft', accountIds: [accounts['telegram'], accounts['discord']] });
  const { body } = await call('GET', `/v1/posts/${planned!.id}/history`);
  t.match(
    body.history.at(-1),
    { operation: 'createImport', sentence: /planned it for/ },
    'the audit knows who it was',
  );
});

void t.test('a dry run gives the same verdicts and creates nothing', async (t) => {
  const before = (await listed()).length;
  const csv = `content,accounts\nFine,${accounts['discord']}\nNot fine,nobody\n`;
  const checked = await importOf(csv, '?dryRun=true');
  t.match(checked, { status: 'checked', accepted: 1, refused: 1, errors: [{ row: 3, param: '/accounts' }] });
  t.equal((await listed()).length, before);
  const rows = await rowsOf(checked.id);
  t.same(
    rows.map(({ postId }) => postId),
    [null, null],
  );
});

void t.test('a form is read as well, with its fields', async (t) => {
  const form = new FormData();
  form.set('dryRun', 'true');
  form.set('accounts', accounts['mastodon']!);
  form.set('file', new File(['Text,Image URL,Tags,Posting Time\nHi,,a,\n'], 'buffer.csv'));
  const response = await fetch(`${running.baseUrl}/v1/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.key}` },
    body: form,
  });
  const { import: made } = (await response.json()) as { import: { id: string } };
  t.match(await ended(made.id), {
    format: 'buffer',
    dryRun: true,
    accepted: 1,
    accountIds: [accounts['mastodon']],
  });
});

void t.test('what is wrong with the file or the fields is said at once', async (t) => {
  t.match(await send('accounts\nx\n'), { status: 400, body: { param: '/file' } });
  t.match(await send('content\nx\n', '?dryrun=true'), { status: 400, body: { code: 'unknown_parameter' } });
  t.match(await send('content\nx\n', '?dryRun=maybe'), { status: 400, body: { param: '/dryRun' } });
  t.match(await send(''), { status: 400, body: { code: 'required' } });
  t.match(await send(`content\n${'x'.repeat(5 * 1024 * 1024)}`), { status: 413 });
  const json = await call('POST', '/v1/imports', { content: 'x' });
  t.match(json, { status: 415 });
});

void t.test('problems are downloaded as a file that can be corrected and imported', async (t) => {
  const done = await importOf(`content,accounts\n"=1+1, said she",nobody\nFine,${accounts['discord']}\n`);
  const response = await fetch(`${running.baseUrl}/v1/imports/${done.id}/rows?problems=true`, {
    headers: { authorization: `Bearer ${running.key}`, accept: 'text/csv' },
  });
  const csv = await response.text();
  t.match(csv, /^row,problem,content,accounts,/);
  const corrected = csv.replace(',nobody,', `,${accounts['discord']},`);
  const again = await importOf(corrected);
  t.match(again, { rows: 1, accepted: 1 });
  const [row] = await rowsOf(again.id);
  t.equal(
    row?.content,
    '=1+1, said she',
    'the apostrophe that keeps a spreadsheet from running it is no part of it',
  );
});

void t.test('an import is taken back: what is not out is removed', async (t) => {
  const { body } = await call('GET', '/v1/accounts');
  const csv = `content,accounts,scheduledAt\nOne,${accounts['telegram']},${soon(2)}\nTwo,${accounts['telegram']},\nThree,${accounts['discord']},${soon(2)}\n`;
  t.ok(body.accounts.length);
  const done = await importOf(csv);
  const [first, second, third] = (await rowsOf(done.id)).map(({ postId }) => postId);
  await call('PATCH', `/v1/posts/${third}`, { publishNow: true });
  await running.until(third!, ({ status }) => status === 'published');
  const removed = await call('DELETE', `/v1/imports/${done.id}`);
  t.match(removed, { status: 200, body: { import: { status: 'removing' } } });
  t.match(await ended(done.id), { status: 'removed', removed: 2, kept: 1 });
  for (const [id, status] of [
    [first, 404],
    [second, 404],
    [third, 200],
  ] as const)
    t.equal((await call('GET', `/v1/posts/${id}`)).status, status);
  t.match(await call('DELETE', `/v1/imports/${done.id}`), {
    status: 200,
    body: { import: { status: 'removed', removed: 2 } },
  });
  const { body: all } = await call('GET', '/v1/imports');
  t.match(
    all.imports.find(({ id }) => id === done.id),
    { status: 'removed' },
  );
});

void t.test('the same Idempotency-Key imports once', async (t) => {
  const csv = `content,accounts\nOnce,${accounts['discord']}\n`;
  const headers = { 'content-type': 'text/csv', 'idempotency-key': 'once' };
  const first = await raw('POST', '/v1/imports', csv, headers);
  const second = await raw('POST', '/v1/imports', csv, headers);
  t.equal(second.body.import.id, first.body.import.id);
  t.match(await raw('POST', '/v1/imports', `${csv}x,y\n`, headers), { status: 422 });
});

/** What somebody else's key imports. */
async function importBy(key: string, csv: string) {
  const by = { authorization: `Bearer ${key}` };
  const { status, body } = await raw('POST', '/v1/imports', csv, { ...by, 'content-type': 'text/csv' });
  return { status, body, ...(status === 200 && { done: await ended(body.import.id) }) };
}
const planned = () =>
  `content,accounts,scheduledAt\nFor telegram,${accounts['telegram']},${soon(4)}\nFor discord,${accounts['discord']},${soon(4)}\nDraft,${accounts['telegram']},\n`;

void t.test(
  'a member who is held to some accounts imports for those alone, and sees no imports of others',
  async (t) => {
    const mate = await newMate(running, 'Held');
    await join(running, running.workspaceId, { userId: mate.userId, role: 'editor' });
    await running.service.directory.begin((tx) =>
      saveMember(tx, {
        workspaceId: running.workspaceId,
        userId: mate.userId,
        role: 'editor',
        accountIds: [accounts['telegram']!],
      }),
    );
    running.service.context.forgetPrincipals();
    const owners = await importOf(planned());
    const get = (id: string) =>
      call('GET', `/v1/imports/${id}`, undefined, { authorization: `Bearer ${mate.key}` });
    t.equal((await get(owners.id)).status, 404);
    const ofTelegram = await importOf(`content,accounts\nOf an owner,${accounts['telegram']}\n`);
    t.equal((await get(ofTelegram.id)).status, 404, 'of others, also of their accounts');
    const { done } = await importBy(mate.key, planned());
    t.match(done, {
      accepted: 2,
      refused: 1,
      accountIds: [accounts['telegram']],
      errors: [{ row: 3, param: '/accounts' }],
    });
    t.equal((await get(done!.id)).status, 200, 'their own');
    const { body } = await call('GET', '/v1/imports', undefined, { authorization: `Bearer ${mate.key}` });
    t.same(
      body.imports.map(({ id }) => id),
      [done!.id],
    );
  },
);

void t.test('a key without the scope "publish" imports drafts alone', async (t) => {
  const { key } = await createKey(running.service.directory, {
    userId: (await running.service.authenticate(running.key))!.userId,
    name: 'Drafts',
    scopes: ['read', 'draft'],
    now: Date.now(),
  });
  const { done } = await importBy(key, planned());
  t.match(done, {
    accepted: 1,
    refused: 2,
    errors: [{ code: 'insufficient_scope' }, { code: 'insufficient_scope' }],
  });
  const owners = await importOf(planned());
  const remove = (id: string) =>
    call('DELETE', `/v1/imports/${id}`, undefined, { authorization: `Bearer ${key}` });
  t.match(await remove(owners.id), { status: 403, body: { code: 'insufficient_scope' } });
  t.match(await remove(done!.id), { status: 200 });
});

void t.test('where posts need an approval, rows of an editor wait for it', async (t) => {
  const mate = await newMate(running, 'Editor');
  await join(running, running.workspaceId, { userId: mate.userId, role: 'editor' });
  await call('PUT', '/v1/approval-settings', { required: true });
  const { done } = await importBy(mate.key, planned());
  await call('PUT', '/v1/approval-settings', { required: false });
  const rows = await rowsOf(done!.id);
  const posts = await Promise.all(rows.map(({ postId }) => call('GET', `/v1/posts/${postId}`)));
  t.same(
    posts.map(({ body }) => [body.post.status, body.post.approval]),
    [
      ['draft', 'requested'],
      ['draft', 'requested'],
      ['draft', null],
    ],
  );
});

void t.test('a viewer imports nothing, and nobody without a plan', async (t) => {
  const viewer = await newMate(running, 'Viewer');
  await join(running, running.workspaceId, { userId: viewer.userId, role: 'viewer' });
  t.match(await importBy(viewer.key, planned()), { status: 403, body: { code: 'insufficient_role' } });
  await running.service.sql`update workspaces set plan = 'none'`;
  await running.service.directory`update workspaces set plan = 'none'`;
  running.service.context.forgetPrincipals();
  t.match(await send(planned()), { status: 403, body: { code: 'plan_required' } });
});
