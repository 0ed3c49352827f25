/** What files an import reads, and what it says of others (docs/imports.md). */
import t from 'tap';
import { MAX_ROWS, readCsv } from '../../src/features/imports/read-file.ts';
import { existingAmong } from '../../src/features/imports/accounts.ts';
import { bodyOf, columnOf } from '../../src/features/imports/row.ts';
import type { Problem } from '../../src/api/problem.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const sentenceOf = async (bytes: Buffer) => {
  const problem = await readCsv(bytes).then(
    () => null,
    (thrown: unknown) => thrown as Problem,
  );
  return problem === null ? 'read' : `${problem.param} ${problem.message}`;
};
const cellsOf = async (text: string) => (await readCsv(utf8(text))).rows;

void t.test('UTF-8 is read, with a byte order mark and without', async (t) => {
  const rows = [{ row: 2, cells: { content: 'Grüße, 東京 🌸', accounts: 'acc_1' } }];
  const text = 'content,accounts\r\n"Grüße, 東京 🌸",acc_1\r\n';
  t.same(await cellsOf(text), rows);
  t.same(await cellsOf(`\uFEFF${text}`), rows);
});

void t.test('a file in another encoding gets a sentence that says what to do', async (t) => {
  const text = 'content,accounts\r\nGrüße,acc_1\r\n';
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
  const big = Buffer.from(little).swap16();
  const latin = Buffer.from(text, 'latin1');
  const windows = Buffer.concat([
    utf8('content,accounts\r\n'),
    Buffer.from([0x93, 0x48, 0x69, 0x94]),
    utf8(',a\r\n'),
  ]);
  for (const bytes of [little, big, Buffer.from(text, 'utf16le')])
    t.match(await sentenceOf(bytes), /^\/file file is in UTF-16 .*CSV UTF-8/);
  t.match(await sentenceOf(latin), /^\/file file is in Latin-1 .*CSV UTF-8/);
  t.match(await sentenceOf(windows), /^\/file file is in Windows-1252 .*CSV UTF-8/);
  t.match(await sentenceOf(Buffer.from('PK\u0003\u0004 a workbook')), /workbook .*export the sheet/);
});

void t.test('semicolons and tabs of spreadsheets are read', async (t) => {
  for (const separator of [';', '\t']) {
    const file = [
      ['content', 'accounts', 'labels'],
      ['"Hello, ""you""; all"', 'acc_1', 'a,b'],
    ];
    t.same(
      await cellsOf(file.map((row) => row.join(separator)).join('\r\n')),
      [{ row: 2, cells: { content: 'Hello, "you"; all', accounts: 'acc_1', labels: 'a,b' } }],
      JSON.stringify(separator),
    );
  }
});

void t.test('rows have the numbers of the spreadsheet, and empty ones are left out', async (t) => {
  const rows = await cellsOf('Content,ACCOUNTS\n"two\nlines",acc_1\n\n,\nthird,acc_2\n');
  t.same(
    rows.map(({ row, cells }) => [row, cells.content]),
    [
      [2, 'two\nlines'],
      [5, 'third'],
    ],
  );
});

void t.test('what a spreadsheet would run as a formula comes back as it was exported', async (t) => {
  const [row] = await cellsOf(`content,accounts\n'=1+1,'@ann\n`);
  t.same(row!.cells, { content: '=1+1', accounts: '@ann' });
  const [twice] = await cellsOf(`content\n''=1\n`);
  t.equal(twice!.cells.content, `'=1`);
  const [word] = await cellsOf(`content\n'tis\n`);
  t.equal(word!.cells.content, `'tis`);
});

void t.test('the file by which Buffer takes many posts is read', async (t) => {
  const read = await readCsv(
    utf8('Text,Image URL,Tags,Posting Time\n"Hi",https://example.org/a.jpg,"a,b",2026-05-04 9:00\n'),
  );
  t.same(read, {
    format: 'buffer',
    rows: [
      {
        row: 2,
        cells: {
          content: 'Hi',
          media: 'https://example.org/a.jpg',
          labels: 'a,b',
          scheduledAt: '2026-05-04 9:00',
        },
      },
    ],
  });
});

void t.test('a file that cannot be read says where, and what to do', async (t) => {
  const many = `content\n${'x\n'.repeat(MAX_ROWS + 1)}`;
  for (const [text, sentence] of [
    ['', /empty: its first row names the columns/],
    ['content,accounts\n', /no row after its headings/],
    ['accounts\nacc_1\n', /no column "content"/],
    ['content,when\nx,y\n', /column "when" is not read here/],
    ['content,Content\nx,y\n', /column "Content" is given twice/],
    ['Text,constructor\nx,y\n', /column "constructor" is not read here/],
    ['content\n"never closed\n', /from line \d+ on/],
    ['content\na,b\n', /row 2 has more cells/],
    [many, /more than 2000 rows/],
  ] as const)
    t.match(await sentenceOf(utf8(text)), sentence, text.slice(0, 30));
  t.equal((await readCsv(utf8(`content\n${'x\n'.repeat(MAX_ROWS)}`))).rows.length, MAX_ROWS);
});

const accounts = [
  { id: 'acc_1', platform: 'x', username: 'ann' },
  { id: 'acc_2', platform: 'mastodon', username: 'Ann@social.example' },
  { id: 'acc_3', platform: 'threads', username: 'ann' },
];
const known = { accounts, otherwise: [] };

void t.test('a row names accounts by id, user name, or network and user name', (t) => {
  const idsOf = (names: string) => bodyOf({ content: 'x', accounts: names }, known).accountIds;
  t.same(idsOf('acc_1; x:@Ann'), ['acc_1'], 'each once');
  t.same(idsOf('@ann@social.example,threads:ann'), ['acc_2', 'acc_3']);
  t.same(bodyOf({ content: 'x' }, { accounts, otherwise: ['acc_2'] }).accountIds, ['acc_2']);
  t.throws(() => idsOf('ann'), { param: '/accounts', message: /write x:ann or threads:ann/ });
  t.throws(() => idsOf('bob'), { param: '/accounts', message: /no account "bob"/ });
  t.throws(() => bodyOf({ content: 'x' }, known), { param: '/accounts', code: 'required' });
  t.end();
});

void t.test('a cell with very many names is refused, and a file of them does not keep a node busy', (t) => {
  const many = Array.from({ length: 2_000 }, (_, index) => ({
    id: `acc_many_${index}`,
    platform: 'x',
    username: `name${index}`,
  }));
  const since = performance.now();
  const found = existingAmong(
    Array.from({ length: 20_000 }, (_, index) => `x:@Name${index}`),
    many,
  );
  t.equal(found.length, 2_000);
  t.ok(performance.now() - since < 1_000);
  const names = 'acc_1,'.repeat(200);
  t.throws(() => bodyOf({ content: 'x', accounts: names }, known), {
    param: '/accounts',
    message: /200 entries: at most 100/,
  });
  t.end();
});

void t.test('the cells of a row become the fields of a post', (t) => {
  t.same(
    bodyOf(
      {
        content: 'One\r\nTwo',
        accounts: 'acc_1',
        scheduledAt: '2026-05-04 9:00',
        media: 'https://a.example/1.jpg, https://a.example/2.jpg\nhttps://a.example/x,y.jpg',
        labels: 'one, two words;one',
        altText: 'first\n\nthird',
        firstComment: 'More below',
      },
      known,
    ),
    {
      content: 'One\nTwo',
      accountIds: ['acc_1'],
      scheduledAt: '2026-05-04T09:00',
      media: ['https://a.example/1.jpg', 'https://a.example/2.jpg', 'https://a.example/x,y.jpg'],
      labels: ['one', 'two words'],
      altText: { 'https://a.example/1.jpg': 'first', 'https://a.example/x,y.jpg': 'third' },
      firstComment: 'More below',
    },
  );
  t.same(bodyOf({ content: 'x', accounts: 'acc_1' }, known).draft, true, 'without a time: a draft');
  t.end();
});

void t.test('a problem of a row names the column', (t) => {
  for (const [cells, param] of [
    [{ content: 'x'.repeat(100_001) }, '/content'],
    [{ firstComment: 'x'.repeat(10_001) }, '/firstComment'],
    [{ labels: 'x'.repeat(41) }, '/labels'],
    [{ media: 'https://a.example/a.jpg '.repeat(41) }, '/media'],
    [{ altText: 'one\ntwo' }, '/altText'],
  ] as const)
    t.throws(() => bodyOf({ accounts: 'acc_1', ...cells }, known), { param } as never);
  t.equal(columnOf({ param: '/accountIds/0' }), '/accounts');
  t.equal(columnOf({ param: '/media/1' }), '/media/1'.slice(0, 6));
  t.equal(columnOf({ param: undefined }), '/content');
  t.end();
});
