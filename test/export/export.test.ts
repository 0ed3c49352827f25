/** The export of a workspace over the real service (docs/export.md): what is in the archive, who gets it, and what an import makes of it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { readAccountsWithSecrets } from '../../store/accounts.ts';
import { LINES_FILES } from '../../src/faces/export/files.ts';
import { furnish } from '../support/one-of-each.ts';
import { readZip } from '../support/read-zip.ts';
import { type RunningService, startService } from '../support/service.ts';
import { join as joinWorkspace, newMate } from '../support/team.ts';
import type { Read } from '../support/typed-calls.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DAY = 86_400_000;

async function uploadTo({ baseUrl, key }: RunningService, words: string): Promise<string> {
  const form = new FormData();
  form.set('file', new File([`%PDF-1.4\n%${words}\n%%EOF`], 'menu.pdf'));
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${baseUrl}/v1/media/upload`, { method: 'POST', headers, body: form });
  return ((await response.json()) as { url: string }).url;
}

async function linkTo({ call }: Pick<RunningService, 'call'>, body: object = {}): Promise<string> {
  const made = await call('POST', '/v1/exports', body);
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return made.body.export.url;
}

async function download(url: string): Promise<Map<string, Buffer>> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return readZip(Buffer.from(await response.arrayBuffer()));
}

const linesOf = (files: Map<string, Buffer>, name: string): { [field: string]: unknown }[] =>
  files
    .get(name)!
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { [field: string]: unknown });

void t.test(
  'the archive has everything of its workspace, in the words of the API, and no secret',
  async (t) => {
    const running = await startService(t);
    const { accounts, call, service, key } = running;
    const words = 'Fresh bread';
    const ids = await furnish(running, key, { slug: 'home', accounts, words });
    const neighbour = await running.neighbour();
    await furnish(running, neighbour.key, { ...neighbour, words: 'of the neighbours' });
    const file = await uploadTo(running, 'menu');
    const { media: library } = (await call('GET', '/v1/media')).body;
    const photo = library.find(({ id }) => id === ids.media).url;
    const content = {
      content: 'With a menu',
      accountIds: [accounts['telegram']!],
      labels: ['menu'],
      draft: true,
    };
    const { body: made } = await call('POST', '/v1/posts', { ...content, media: [file] });
    t.ok(made.post.id);
    const hook = { url: `${running.sandbox.url}/hook`, events: ['post.failed'] };
    const { webhook } = (await call('POST', '/v1/webhooks', hook)).body;
    const { reportLink } = (
      await call('POST', '/v1/report-links', {
        accountIds: [accounts['telegram']],
        from: '2026-04-01',
        to: '2026-04-02',
      })
    ).body;

    const url = await linkTo(running);
    const response = await fetch(url);
    t.match(
      response.headers.get('content-disposition'),
      /^attachment; filename="troupe-home-\d{4}-\d\d-\d\d\.zip"$/,
    );
    t.match(
      [...response.headers],
      new Map([
        ['content-type', 'application/zip'],
        ['cache-control', 'no-store'],
        ['referrer-policy', 'no-referrer'],
      ]),
    );
    const files = readZip(Buffer.from(await response.arrayBuffer()));
    const stored = new URL(file).pathname.slice(1);
    t.same(
      [...files.keys()].toSorted(),
      [
        ...LINES_FILES.map(({ name }) => name),
        'README.txt',
        'workspace.json',
        'planned-posts.csv',
        'media.jsonl',
        stored,
        new URL(photo).pathname.slice(1),
        'contents.json',
      ].toSorted(),
    );
    t.match(files.get(stored)!.toString(), /^%PDF-1.4\n%menu/);
    t.same(linesOf(files, 'posts.jsonl'), (await call('GET', '/v1/posts?limit=100')).body.posts);
    t.match(linesOf(files, 'comment-rules.jsonl'), [{ id: ids.comment_rule, dmText: words }]);
    t.match(linesOf(files, 'automations.jsonl'), [{ id: ids.automation }]);
    t.match(linesOf(files, 'automation-versions.jsonl'), [
      { automationId: ids.automation, steps: [{ text: words }] },
    ]);
    t.match(linesOf(files, 'feeds.jsonl'), [{ id: ids.feed, mode: 'draft' }]);
    t.match(linesOf(files, 'series.jsonl'), [{ id: ids.series, post: { content: words } }]);
    t.match(linesOf(files, 'conversations.jsonl'), [{ id: ids.conversation }]);
    t.match(linesOf(files, 'messages.jsonl'), [
      { id: ids.message, conversationId: ids.conversation, text: words },
    ]);
    t.match(linesOf(files, 'conversation-notes.jsonl'), [{ conversationId: ids.conversation, text: words }]);
    t.match(linesOf(files, 'post-notes.jsonl'), [{ postId: ids.post, text: words }]);
    t.match(linesOf(files, 'saved-replies.jsonl'), [{ id: ids.saved_reply, text: words }]);
    t.match(linesOf(files, 'labels.jsonl'), [{ label: 'menu', posts: 1 }]);
    t.match(
      linesOf(files, 'media.jsonl').toSorted((one, other) =>
        String(one['id']) < String(other['id']) ? -1 : 1,
      ),
      [
        { id: ids.media, url: photo, contentType: 'image/jpeg', altText: words, messageId: null },
        { url: file, contentType: 'application/pdf', altText: null, messageId: null },
      ],
    );
    t.equal(linesOf(files, 'accounts.jsonl').length, Object.keys(accounts).length);
    t.match(JSON.parse(files.get('workspace.json')!.toString()), {
      format: 1,
      workspace: { slug: 'home' },
      postingSchedule: { slots: Array },
    });
    const contents = JSON.parse(files.get('contents.json')!.toString());
    for (const { name } of LINES_FILES) t.equal(contents.files[name], linesOf(files, name).length, name);
    t.match(contents, { problems: 0, media: true, files: { media: 2 } });
    for (const name of files.keys())
      if (!name.startsWith('media/'))
        t.ok(files.get('README.txt')!.includes(name), `README.txt tells of ${name}`);

    const all = Buffer.concat([...files.values()]).toString('latin1');
    const secrets = [
      key,
      webhook.secret,
      new URL(url).pathname.split('/').at(-1)!,
      reportLink.url.split('/').at(-1)!,
      ...(await secretsIn(running)),
    ];
    t.ok(secrets.length > 30, `${secrets.length} secrets are searched`);
    t.same(
      secrets.filter((secret) => all.includes(secret)),
      [],
    );
    for (const mark of ['of the neighbours', neighbour.workspaceId, ...Object.values(neighbour.accounts)])
      t.notOk(all.includes(mark), `nothing of ${mark}`);
    t.equal(service.context.exportsUnderWay.count, 0);
  },
);

/** What tables store sealed or hashed, in hex and base64, and what is in the credentials of accounts. */
async function secretsIn({ service, accounts }: RunningService): Promise<string[]> {
  const { sql, directory, context } = service;
  const rows = await readAccountsWithSecrets(sql, Object.values(accounts));
  const opened = rows.flatMap((row) =>
    Object.entries(context.sealer.open(row.credentials, row.id) as { [name: string]: unknown })
      .filter(([name]) => /token|secret|password|jwt|key/i.test(name))
      .map(([, value]) => String(value)),
  );
  const columns = await sql<{ schema: string; table: string; column: string }[]>`
    select table_schema as schema, table_name as table, column_name as column from information_schema.columns
    where table_schema like 'troupe_%' and data_type = 'bytea' and table_name <> 'media'`;
  const stored: string[] = [];
  for (const { schema, table, column } of columns) {
    const db = schema.includes('directory') ? directory : sql;
    const found = await db<{ hex: string; base64: string }[]>`
      select encode(${sql(column)}, 'hex') as hex, encode(${sql(column)}, 'base64') as base64
      from ${sql(schema)}.${sql(table)} where length(${sql(column)}) > 8`;
    stored.push(...found.flatMap(({ hex, base64 }) => [hex, base64.replaceAll('\n', '')]));
  }
  return [...opened, ...stored].filter((secret) => secret.length > 7);
}

void t.test(
  'a file that is gone from the store is named in problems.txt, and the rest is there',
  async (t) => {
    const mediaFolder = await temporaryFolder(t);
    const running = await startService(t, { mediaFolder });
    const [gone, kept] = [await uploadTo(running, 'gone'), await uploadTo(running, 'kept')];
    const nameOf = (url: string) => new URL(url).pathname.split('/').at(-1)!;
    const before = await download(await linkTo(running));
    t.ok(before.has(`media/${nameOf(gone)}`) && !before.has('problems.txt'));
    await rm(join(mediaFolder, await placeIn(mediaFolder, nameOf(gone))));
    const files = await download(await linkTo(running));
    t.notOk(files.has(`media/${nameOf(gone)}`));
    t.ok(files.has(`media/${nameOf(kept)}`));
    t.equal(
      files.get('problems.txt')!.toString(),
      `media/${nameOf(gone)}: it is not in the store of files any more\n`,
    );
    t.match(JSON.parse(files.get('contents.json')!.toString()), {
      problems: 1,
      files: { media: 1, 'media.jsonl': 2 },
    });

    const without = await download(await linkTo(running, { media: false }));
    t.same(
      [...without.keys()].filter((name) => name.startsWith('media/')),
      [],
    );
    t.equal(linesOf(without, 'media.jsonl').length, 2, 'the files are listed still');
    t.match(without.get('README.txt')!.toString(), /were left out/);
  },
);

async function placeIn(folder: string, name: string): Promise<string> {
  const { readdir } = await import('node:fs/promises');
  const found = (await readdir(folder, { recursive: true })).find((path) => path.endsWith(name));
  if (found === undefined) throw new Error(`${name} is not stored`);
  return found;
}

void t.test(
  'owners alone export, and a link ends with its time, its key and the role of its maker',
  async (t) => {
    const running = await startService(t);
    const { accounts, call, workspaceId, service } = running;
    const owner = await newMate(running, 'Owner');
    await joinWorkspace(running, workspaceId, { userId: owner.userId, role: 'owner' });
    const maya = await newMate(running, 'Maya');
    await joinWorkspace(running, workspaceId, { userId: maya.userId, role: 'editor' });
    t.match(await maya.ask('POST', '/v1/exports', {}), { status: 403, body: { code: 'insufficient_role' } });
    await call('PATCH', `/v1/members/${maya.userId}`, { accountIds: [accounts['telegram']] });
    for (const by of Object.values(maya.by))
      t.equal((await call('POST', '/v1/exports', {}, by)).status, 403, 'who is held to accounts');
    const neighbour = await running.neighbour();
    t.match(await call('POST', '/v1/exports', { workspace: neighbour.slug }), { status: 403 });

    const opened = async (url: string) => {
      const { status, body } = await fetch(url);
      await body?.cancel();
      return status;
    };
    const ofSession = (await owner.ask('POST', '/v1/exports', {})).body.export.url;
    const ofKey = (await call('POST', '/v1/exports', {}, owner.by.key)).body.export.url;
    t.ok((await download(ofSession)).has('posts.jsonl'));
    t.ok((await download(ofKey)).has('posts.jsonl'), 'it can be downloaded again');
    t.equal(await opened(`${ofKey.slice(0, -3)}AAA`), 404, 'changed');
    t.equal(await opened(`${running.baseUrl}/export/trx_none`), 404);
    const [entry] = (await call('GET', '/v1/audit?operation=createExport')).body.entries;
    t.match(entry, { operation: 'createExport', fields: [] });

    await service.directory`delete from api_keys where user_id = ${owner.userId}`;
    t.equal(await opened(ofKey), 404, 'the key was revoked');
    await service.directory`update members set role = 'editor' where user_id = ${owner.userId}`;
    t.equal(await opened(ofSession), 404, 'the maker is no owner any more');
    const late = await linkTo(running);
    running.advance(15 * 60_000);
    t.equal(await opened(late), 404, 'it has ended');
  },
);

void t.test('planned posts and drafts go on in another workspace by an import', async (t) => {
  const running = await startService(t, { platforms: ['telegram', 'mastodon'] });
  const { accounts, call } = running;
  const other = await running.neighbour();
  const [telegram, mastodon] = [accounts['telegram']!, accounts['mastodon']!];
  // the same accounts are connected there
  await running.service.sql`
    update accounts a set username = b.username from accounts b
    where a.workspace_id = ${other.workspaceId} and b.workspace_id = ${running.workspaceId} and a.platform = b.platform`;
  const at = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const media = [`${running.sandbox.url}/samples/photo.jpg`];
  const posts = [
    { content: '=SUM(1), "quoted"\nand a second line', accountIds: [telegram], scheduledAt: at(3) },
    { content: 'On both', accountIds: [telegram, mastodon], scheduledAt: at(4), labels: ['spring', 'bread'] },
    {
      content: 'With a picture',
      accountIds: [mastodon],
      scheduledAt: at(5),
      media,
      altText: { [media[0]!]: 'A loaf' },
    },
    { content: 'Only an idea', accountIds: [telegram], draft: true },
  ];
  for (const post of posts) t.equal((await call('POST', '/v1/posts', post)).status, 200);
  const out = await call('POST', '/v1/posts', {
    content: 'Is out',
    accountIds: [telegram],
    publishNow: true,
  });
  await running.until(out.body.post.id, ({ status }) => status === 'published');

  const csv = (await download(await linkTo(running, { media: false }))).get('planned-posts.csv')!;
  t.notMatch(csv.toString(), /Is out/);
  const headers = { 'content-type': 'text/csv', authorization: `Bearer ${other.key}` };
  const sent = await running.raw('POST', '/v1/imports', new Uint8Array(csv), headers);
  t.equal(sent.status, 200, JSON.stringify(sent.body));
  const by = { authorization: `Bearer ${other.key}` };
  let found = sent.body.import;
  while (found.status === 'creating')
    found = (await call('GET', `/v1/imports/${found.id}`, undefined, by)).body.import;
  t.match(found, { status: 'finished', rows: 4, accepted: 4 }, JSON.stringify(found.errors));
  const shape = (list: Read<'listPosts'>['posts'], names: { [platform: string]: string }) =>
    list
      .filter(({ content }) => content !== 'Is out')
      .map(({ content, status, scheduledAt, labels, media: files, altText, accountIds }) => {
        const on = Object.keys(names).filter((platform) => accountIds.includes(names[platform]!));
        return { content, status, scheduledAt, labels, files, altText, on };
      })
      .toSorted((a, b) => (a.content < b.content ? -1 : 1));
  const [mine, theirs] = [
    (await call('GET', '/v1/posts?limit=100')).body.posts,
    (await call('GET', '/v1/posts?limit=100', undefined, by)).body.posts,
  ];
  t.same(shape(theirs, other.accounts), shape(mine, accounts));
});
