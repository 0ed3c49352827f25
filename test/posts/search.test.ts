/** Search of posts by words on the real server (docs/contract.md, Search): scripts, filters, pages, and what nobody finds. */
import t from 'tap';
import { startService } from '../support/service.ts';
import { join, newMate } from '../support/team.ts';

const running = await startService(t, { platforms: ['telegram', 'bluesky', 'mastodon'] });
const { telegram, bluesky, mastodon } = running.accounts;

async function write(more: object): Promise<string> {
  const fields = { content: 'Rye', accountIds: [telegram], draft: true, ...more };
  const { status, body } = await running.call('POST', '/v1/posts', fields);
  t.equal(status, 200, JSON.stringify(body));
  return body.post.id;
}
type Headers = { [name: string]: string };
const listed = async (query: string, headers: Headers = {}) => {
  const { status, body } = await running.call('GET', `/v1/posts?${query}`, undefined, headers);
  t.equal(status, 200, JSON.stringify(body));
  return body as { posts: { id: string }[]; next: string | null };
};
const found = async (q: string, more = '', headers: Headers = {}): Promise<string[]> =>
  (await listed(`q=${encodeURIComponent(q)}${more}`, headers)).posts.map(({ id }) => id);

void t.test('words are found in any script, folded, and the last by its beginning', async (t) => {
  const texts: [text: string, found: string[], not: string[]][] = [
    [
      'Café LUNA öffnet: Straße 5',
      ['cafe', 'strasse', 'luna of', '5 strasse', 'LUNA!!'],
      ['uffnet', 'una', 'lun offnet'],
    ],
    ['请发链接给我', ['链接', '发链接', '链', '请发链接给我'], ['链给', '接链']],
    ['リンクをください', ['リンク', 'ください', 'クを'], ['クリン']],
    ['ขอลิงก์หน่อยครับ', ['ลิงก์', 'ครับ', 'ลิง'], ['งก์']],
    ['كِتَاب جديد', ['كتاب', 'جد'], ['تاب']],
    ['Ещё хлеб', ['еще', 'хле'], ['леб']],
    ['Guten Morgen 👍🏽 ☀️ 🇩🇪', ['👍', '👍🏿', '☀', '🇩🇪', 'morgen 👍'], ['🇫🇷', '👎']],
    [
      'l’ebook et https://example.org/menu #sourdough',
      ['ebook', 'example.org', 'sourdough', 'menu'],
      ['book', '@ann'],
    ],
    ["quoted 'words' back\\slash & | ! :*", ["'words'", 'back\\slash', 'quoted &'], ['quoted zz']],
  ];
  for (const [text, queries, others] of texts) {
    const id = await write({ content: text });
    for (const q of queries) t.strictSame(await found(q), [id], `${q} in ${text}`);
    for (const q of others) t.notOk((await found(q)).includes(id), `${q} not in ${text}`);
  }
  for (const q of ['!!!', '…', ' ', '\u{fe0f}'])
    t.strictSame(await found(q), [], `no word: ${JSON.stringify(q)}`);
  t.equal((await running.call('GET', '/v1/posts?q=')).status, 400);
  t.equal((await running.call('GET', `/v1/posts?q=${'x'.repeat(201)}`)).status, 400);
});

void t.test('everything that people wrote of a post is searched, and its error', async (t) => {
  const photo = `${running.sandbox.url}/samples/photo.jpg`;
  const id = await write({
    content: 'Kolache',
    accountIds: [telegram, bluesky],
    media: [photo],
    altText: { [photo]: 'A basket with walnuts' },
    thread: [{ content: 'Second part about poppies' }],
    overrides: [{ platforms: ['bluesky'], content: 'Overridden buckwheat', firstComment: 'Commented' }],
    labels: ['Herbst', 'two words'],
  });
  for (const q of [
    'kolache',
    'walnuts',
    'poppies',
    'buckwheat',
    'commented',
    'herbst',
    'two wor',
    'kolache walnuts',
  ])
    t.strictSame(await found(q), [id], q);
  await running.call('PATCH', `/v1/posts/${id}`, { content: 'Strudel', labels: [] });
  t.strictSame(await found('kolache'), [], 'an edit takes its old words along');
  t.strictSame(await found('herbst'), []);
  t.strictSame(await found('strudel walnuts'), [id]);

  running.sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'bluesky', times: 1 });
  const failed = await write({ content: 'Crumbs', accountIds: [bluesky], draft: false, publishNow: true });
  const { error } = await running.until(failed, ({ status }) => status === 'failed');
  const word = /[a-z]{5,}/i.exec(error.split(': ').slice(1).join(': '))![0];
  t.strictSame(await found(`crumbs ${word}`), [failed], error);
  const [row] = await running.service
    .sql`select error_words is not null as has from posts where id = ${failed}`;
  t.ok(row!.has);
  await running.call('PATCH', `/v1/posts/${failed}`, { publishNow: true });
  await running.until(failed, ({ status }) => status === 'published');
  t.strictSame(await found(`crumbs ${word}`), [], 'the error is gone, and its words with it');
});

void t.test('words go with every filter, and pages are stable', async (t) => {
  const ids: string[] = [];
  for (let nth = 0; nth < 7; nth += 1)
    ids.unshift(
      await write({
        content: `Pretzel ${nth}`,
        accountIds: [nth % 2 ? telegram : mastodon],
        labels: nth < 3 ? ['salty'] : [],
        scheduledAt: new Date(Date.UTC(2031, 0, 1 + nth)).toISOString(),
        draft: nth !== 6 || undefined,
      }),
    );
  const odd = ids.filter((_, index) => index % 2 === 1);
  t.strictSame(await found('pretzel'), ids);
  t.strictSame(await found('pretzel', `&accountId=${telegram}`), odd);
  t.strictSame(await found('pretzel', '&platform=telegram'), odd);
  t.strictSame(await found('pretzel', '&label=salty'), ids.slice(4));
  t.strictSame(
    (await listed('label=salty')).posts.map(({ id }) => id),
    ids.slice(4),
    'a label alone',
  );
  t.strictSame(await found('pretzel', '&status=scheduled'), ids.slice(0, 1));
  t.strictSame(await found('pretzel', '&from=2031-01-03T00:00:00Z&to=2031-01-05T00:00:00Z'), ids.slice(3, 5));
  const pages: string[] = [];
  for (let before = ''; ;) {
    const { posts, next } = await listed(`q=pret&limit=3${before}`);
    pages.push(...posts.map(({ id }) => id));
    if (pages.length === 3) await write({ content: 'Pretzel that came meanwhile' });
    if (next === null) break;
    before = `&before=${next}`;
  }
  t.strictSame(pages, ids, 'no post twice, none left out, and none that came meanwhile');
  const { body } = await running.call('POST', '/v1/posts/batch', {
    action: 'label',
    addLabels: ['found'],
    filter: { q: 'pretzel', label: 'salty' },
  });
  t.strictSame(
    body.results.map(({ id }: { id: string }) => id),
    ids.slice(4),
    'a batch of what is found',
  );
});

void t.test('a removed post is found no more, and leaves no word', async (t) => {
  const id = await write({ content: 'Baumkuchen' });
  t.strictSame(await found('baumkuchen'), [id]);
  await running.call('DELETE', `/v1/posts/${id}`);
  t.strictSame(await found('baumkuchen'), []);
  const [row] = await running.service
    .sql`select length(words) as words, error_words from posts where id = ${id}`;
  t.strictSame({ ...row }, { words: 0, error_words: null });
});

void t.test('nobody finds posts of another workspace', async (t) => {
  await write({ content: 'Zwieback', labels: ['secret'] });
  const { key } = await running.neighbour();
  const theirs = { authorization: `Bearer ${key}` };
  t.strictSame(await found('zwieback', '', theirs), []);
  t.strictSame((await listed('label=secret', theirs)).posts, []);
});

void t.test('who is held to some accounts finds posts by what they see of them alone', async (t) => {
  const mate = await newMate(running, 'Held');
  await join(running, running.workspaceId, { userId: mate.userId, role: 'editor' });
  const owner = await newMate(running, 'Owner');
  await join(running, running.workspaceId, { userId: owner.userId, role: 'owner' });
  const held = await owner.ask('PATCH', `/v1/members/${mate.userId}`, { accountIds: [telegram] });
  t.equal(held.status, 200, JSON.stringify(held.body));
  const { key } = mate.by;
  const shared = await write({
    content: 'Gugelhupf for all',
    accountIds: [telegram, bluesky],
    overrides: [
      { accountIds: [bluesky], content: 'Hidden marzipan' },
      { accountIds: [telegram], content: 'Shown almonds' },
    ],
  });
  await write({ content: 'Gugelhupf elsewhere', accountIds: [bluesky] });
  t.strictSame(await found('gugelhupf', '', key), [shared]);
  t.strictSame(await found('almonds', '', key), [shared]);
  t.strictSame(await found('marzipan', '', key), [], 'the text for another account');
  t.strictSame(await found('gugelhupf marzipan', '', key), []);
  t.strictSame(await found('marzipan'), [shared], 'others find it');
  const batch = await running.call(
    'POST',
    '/v1/posts/batch',
    { action: 'label', addLabels: ['x'], filter: { q: 'marzipan' } },
    key,
  );
  t.strictSame(batch.body.results, [], 'nor does a batch');
  const calendar = async (q: string) =>
    (await mate.ask('GET', `/app/api/calendar?from=2032-01-01T00:00:00Z&to=2032-02-01T00:00:00Z&q=${q}`)).body
      .posts;
  await running.call('PATCH', `/v1/posts/${shared}`, { draft: true, scheduledAt: '2032-01-10T10:00:00Z' });
  t.match(await calendar('almonds'), [{ id: shared }]);
  t.strictSame(await calendar('marzipan'), []);
});

void t.test('posts of an older program are indexed in the background', async (t) => {
  const id = await write({ content: 'Lebkuchen', labels: ['old'] });
  const { sql } = running.service;
  await sql`update posts set words = null where id = ${id}`;
  t.strictSame(await found('lebkuchen'), []);
  const { indexPosts } = await import('../../src/features/posts/index.ts');
  t.equal(await indexPosts({ sql, signal: new AbortController().signal }), 1);
  t.strictSame(await found('lebkuchen'), [id]);
  t.strictSame(
    (await listed('label=old')).posts.map((post) => post.id),
    [id],
  );
  t.equal(await indexPosts({ sql, signal: new AbortController().signal }), 0, 'once');
});
