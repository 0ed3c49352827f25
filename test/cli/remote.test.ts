/** The commands that call a service, as a person runs them. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { longTest } from '../support/long.ts';
import { createTroupe } from '../../clients/typescript/src/index.ts';
import { people } from '../comments/people.ts';
import { requestedPost } from '../support/approval.ts';
import { eventually } from '../support/eventually.ts';
import { readZip } from '../support/read-zip.ts';
import { startService } from '../support/service.ts';
import { loading } from '../support/loading.ts';

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

interface Ran {
  code: number;
  out: string;
  err: string;
}

function run(args: string[], env: { [name: string]: string } = {}, input = ''): Promise<Ran> {
  const inherited = {
    PATH: process.env['PATH'] ?? '',
    HOME: tmpdir(),
    TROUPE_DATA: join(tmpdir(), 'no-such-folder'),
    ...loading,
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [cli, ...args],
      { env: { ...inherited, ...env } },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
    // a command that is wrong ends before it reads its input, and the pipe may then be closed already
    child.stdin!.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
    child.stdin!.end(input);
  });
}

/** A service, and the command line that reaches it by the environment. */
async function atService(t: Test, options: Parameters<typeof startService>[1] = {}) {
  const running = await startService(t, options);
  const { baseUrl, key } = running;
  const env = { TROUPE_URL: baseUrl, TROUPE_KEY: key };
  const troupe = (args: string[], input?: string) => run(args, env, input);
  return { ...running, env, troupe, client: createTroupe({ baseUrl, key }) };
}

void t.test('a file of posts is imported from the shell, checked first, and taken back', async (t) => {
  const { troupe, client } = await atService(t);
  const file = join(t.testdir(), 'may.csv');
  await writeFile(file, 'content\nFresh bread\n');
  t.match(await troupe(['import', file, '--dry-run']), { code: 1, err: /row 2, accounts: .*1 of 1 rows/s });
  const checked = await troupe(['import', file, '--dry-run', '--account', 'telegram:sandbox']);
  t.match(checked, { err: /problem/ });
  const { accounts } = await client.listAccounts();
  const made = await troupe(['import', file, '--account', accounts[0]!.id]);
  t.match(made, { code: 0, err: /1 imported, 0 with a problem/, out: /^import_\w+\n$/ });
  t.equal((await client.listPosts()).posts[0]!.content, 'Fresh bread');
  t.match(await troupe(['import', 'undo', made.out.trim()]), { code: 0, out: '1 removed, 0 kept\n' });
  t.equal((await client.listPosts()).posts.length, 0);
});

void t.test('a workspace is exported into a file from the shell, with its media or without', async (t) => {
  const { troupe } = await atService(t);
  const folder = t.testdir();
  const gif = join(folder, 'dot.gif');
  await writeFile(gif, Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
  const made = await troupe(['post', 'Fresh bread', '--account', 'all', '--draft', '--media', gif]);
  t.equal(made.code, 0, made.err);

  const whole = join(folder, 'whole.zip');
  t.match(await troupe(['export', '--output', whole]), { code: 0, out: `${whole}\n` });
  const files = readZip(await readFile(whole));
  t.match(files.get('posts.jsonl')!.toString(), /Fresh bread/);
  t.equal([...files.keys()].filter((name) => name.endsWith('.gif')).length, 1);

  const small = join(folder, 'small.zip');
  const told = await troupe(['export', '--output', small, '--without-media', '--json']);
  t.equal(told.code, 0, told.err);
  const bytes = await readFile(small);
  t.same(JSON.parse(told.out), { file: small, bytes: bytes.length });
  t.same(
    [...readZip(bytes).keys()].filter((name) => name.endsWith('.gif')),
    [],
  );

  const nowhere = join(folder, 'no-such-folder', 'x.zip');
  const refused = await troupe(['export', '--output', nowhere]);
  t.not(refused.code, 0);
  t.match(refused.err, `${nowhere} cannot be written`);
  t.notMatch(refused.err, / at .*\.ts:/, 'a sentence, no stack');
  t.same(
    (await readdir(folder)).filter((name) => name.endsWith('.part')),
    [],
    'nothing half written is left',
  );
});

void t.test('a post is published from the shell, and --wait tells its end', async (t) => {
  const { troupe, client, accounts, sandbox, baseUrl, key } = await atService(t);
  const sent = await troupe([
    'post',
    'Hello',
    '--account',
    'mastodon',
    '--account',
    accounts['telegram']!,
    '--now',
    '--wait',
  ]);
  t.equal(sent.code, 0, sent.err);
  t.match(sent.out, /^post_\w+\n$/, 'the id alone, for a script to catch');
  t.match(sent.err, /^published\n(.*\n)*mastodon: http/);
  const { post } = await client.getPost({ id: sent.out.trim() });
  t.match(post, { content: 'Hello', status: 'published' });
  t.same(new Set(post.accountIds), new Set([accounts['mastodon'], accounts['telegram']]));

  const gif = join(t.testdir(), 'dot.gif');
  await writeFile(gif, Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
  const made = [
    'post',
    '-',
    '--account',
    'all',
    '--draft',
    '--media',
    gif,
    '--idempotency-key',
    'k1',
    '--json',
  ];
  const draft = await troupe(made, 'two\nlines\n');
  t.equal(draft.code, 0, draft.err);
  const json = JSON.parse(draft.out);
  t.match(json, { post: { content: 'two\nlines', status: 'draft', media: [/\/media\/\w+\.gif$/] } });
  t.equal(json.post.accountIds.length, 5);
  t.equal(
    JSON.parse((await troupe(made, 'two\nlines\n')).out).post.id,
    json.post.id,
    'the same key makes no second one',
  );
  const later = await run(
    [
      'post',
      'Later',
      '--account',
      'discord',
      '--at',
      '2099-05-04T10:00',
      '--url',
      baseUrl,
      '--key',
      key,
      '--workspace',
      'home',
    ],
    {},
  );
  t.match(
    later,
    { code: 0, err: /^scheduled: 2099-05-04T10:00:00 Europe\/Berlin\n/ },
    'by options, without environment',
  );

  sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const failed = await troupe([
    'post',
    'No',
    '--account',
    'discord',
    '--account',
    'mastodon',
    '--now',
    '--wait',
  ]);
  t.match(failed, {
    code: 1,
    err: /1 of 2 accounts did not get the post: discord: .*see: troupe explain post_/,
  });
  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'discord', times: 9 });
  const slow = await troupe([
    'post',
    'Slow',
    '--account',
    'discord',
    '--now',
    '--wait',
    '--timeout',
    '1',
    '--json',
  ]);
  t.equal(slow.code, 5);
  t.match(JSON.parse(slow.err), { code: 'under_way', postId: /^post_/, error: /still being published/ });
  const why = await troupe(['explain', JSON.parse(slow.err).postId]);
  t.match(why, { code: 0, out: /On discord \(home\) attempt 1 of 4 / });
  const whyJson = JSON.parse((await troupe(['explain', JSON.parse(slow.err).postId, '--json'])).out);
  t.match(whyJson, { deliveries: [{ platform: 'discord', state: 'in_doubt' }] });
  t.match(await troupe(['explain', 'post_none']), { code: 1, err: /^troupe: / });
});

void t.test(
  'a post has its own words for a network, descriptions and settings, and leaves out who refuses',
  async (t) => {
    const { troupe } = await atService(t);
    const gif = join(t.testdir(), 'dot.gif');
    await writeFile(gif, Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
    const request = [
      'Hello',
      ...['mastodon', 'bluesky', 'telegram', 'instagram'].flatMap((one) => ['--account', one]),
      '--media',
      gif,
      '--alt',
      'A dot',
      '--text-for',
      'mastodon=For a=b',
      '--media-for',
      'telegram=',
      '--text-for',
      'telegram=Words',
      '--content-warning',
      'Dots',
      '--language',
      'de',
      '--visibility',
      'unlisted',
    ];
    const sent = await troupe(['post', ...request, '--skip-refused', '--at', '2099-05-04T10:00', '--json']);
    t.equal(sent.code, 0, sent.err);
    const { post } = JSON.parse(sent.out);
    const url = post.media[0];
    t.match(post, {
      altText: { [url]: 'A dot' },
      overrides: [
        { platforms: ['mastodon'], content: 'For a=b' },
        { platforms: ['telegram'], content: 'Words', media: [] },
      ],
      mastodonSettings: { spoilerText: 'Dots', language: 'de', visibility: 'unlisted' },
      blueskySettings: { languages: ['de'] },
      skipped: [{ platform: 'instagram', code: 'media_type_unsupported' }],
    });
    t.equal(post.accountIds.length, 3);
    const draft = await troupe(['post', ...request, '--skip-refused', '--draft']);
    t.match(draft.err, /left out: instagram acc_\w+: .*shows no GIF/);
    const preview = await troupe(['validate', ...request, '--skip-refused', '--now']);
    t.equal(preview.code, 0, preview.err);
    t.match(preview.out, /mastodon[^]*11 of 500 weight[^]*bluesky[^]*5 of 300 graphemes/);
  },
);

longTest('a thread, and the preview of a page', async (t) => {
  const { troupe } = await atService(t);
  const request = [
    'One',
    '--account',
    'mastodon',
    '--account',
    'bluesky',
    '--thread',
    'Two',
    '--thread',
    'Three',
  ];
  const preview = ['--preview', 'https://example.org/news'];
  const draft = await troupe(['post', ...request, ...preview, '--draft', '--json']);
  t.match(JSON.parse(draft.out).post, {
    thread: [{ content: 'Two' }, { content: 'Three' }],
    linkPreview: { url: 'https://example.org/news' },
  });
  const without = await troupe(['post', ...request, '--preview', 'none', '--draft', '--json']);
  t.equal(JSON.parse(without.out).post.linkPreview, false);
  const shown = await troupe(['validate', ...request, ...preview, '--now']);
  t.match(
    shown.out,
    /bluesky[^]*\| One\n {9}preview: https:\/\/example.org\/news\n {9}part 2: 3 of 300 graphemes\n {9}\| Two/,
  );
  const labelled = await troupe(['post', ...request, '--label', 'spring', '--label', 'rye', '--draft']);
  const id = labelled.out.trim();
  t.match(
    (await troupe(['posts', 'list', '--label', 'spring'])).out,
    new RegExp(`^${id}  draft  -  spring,rye  One\n$`),
  );
  t.match((await troupe(['posts', 'list', '--search', 'ONE spr'])).out, new RegExp(`^${id}  `));
  t.match(await troupe(['labels', 'add', 'new', id]), { code: 0 });
  t.match(await troupe(['labels', 'remove', 'rye', id]), { code: 0 });
  t.equal((await troupe(['labels', 'list'])).out, '1  new\n1  spring\n');
  t.match(await troupe(['labels', 'add', 'new', 'post_unknown']), { code: 1, err: /post_unknown/ });
  const copy = await troupe(['duplicate', id]);
  t.match(
    (await troupe(['posts', 'list', '--label', 'new', '--status', 'draft', '--count', '1'])).out,
    copy.out.trim(),
  );
  const commented = ['--first-comment', 'Four'];
  t.match(JSON.parse((await troupe(['post', ...request, ...commented, '--draft', '--json'])).out).post, {
    firstComment: 'Four',
  });
  t.match((await troupe(['validate', ...request, ...commented, '--now'])).out, /first comment: Four/);
  t.match(await troupe(['post', ...request, '--first-comment', ' ', '--draft']), {
    code: 2,
    err: /--first-comment is empty/,
  });
  t.match(await troupe(['post', ...request, '--preview', 'news', '--draft']), {
    code: 2,
    err: /--preview must be/,
  });
  t.match(await troupe(['post', 'One', '--account', 'x', '--thread', ' ', '--draft']), {
    code: 2,
    err: /--thread 1 is empty/,
  });
});

longTest('validate says what each network would be sent, and publishes nothing', async (t) => {
  const { troupe, client } = await atService(t);
  const fine = await troupe(['validate', 'Hello', '--account', 'mastodon', '--now']);
  t.match(fine, { code: 0, out: /^ok {7}mastodon acc_\w+\n {9}5 of 500 weight\n {9}\| Hello\n$/, err: '' });
  const bad = await troupe(['validate', 'Hello', '--account', 'mastodon', '--account', 'instagram', '--now']);
  t.match(bad, {
    code: 1,
    out: /REFUSED {2}instagram acc_\w+\n {9}.*media/,
    err: /1 of 2 accounts would refuse it/,
  });
  const json = await troupe(['validate', 'Hello', '--account', 'instagram', '--now', '--json']);
  t.equal(json.code, 1);
  t.match(JSON.parse(json.out), {
    valid: false,
    accounts: [{ platform: 'instagram', refusals: [{ message: /./ }] }],
  });
  t.strictSame((await client.listPosts()).posts, []);
});

void t.test('what a service or a connection says has its exit code, and its words in --json', async (t) => {
  const { troupe, env } = await atService(t);
  const draft = ['post', 'Hello', '--account', 'mastodon', '--draft'];
  t.match(await run(draft, { ...env, TROUPE_KEY: 'trp_wrong' }), { code: 4, out: '', err: /^troupe: / });
  t.match(await run(['tail'], { ...env, TROUPE_KEY: 'trp_wrong' }), { code: 4 });
  t.match(await run(['explain', 'post_1', '--url', 'http://127.0.0.1:1'], env), {
    code: 3,
    err: /127\.0\.0\.1:1/,
  });
  t.match(await run(['tail', '--url', 'http://127.0.0.1:1'], env), { code: 3 });
  const refused = await troupe([...draft, '--with', '{"colour": "red"}', '--json']);
  t.equal(refused.code, 1);
  t.match(JSON.parse(refused.err), { status: 400, code: 'unknown_field', field: '/colour', requestId: /./ });
  t.match(await troupe([...draft, '--workspace', 'elsewhere']), { code: 1, err: /^troupe: .*workspace/ });
});

void t.test('a command that is wrong ends with 2, before anything is sent', async (t) => {
  const { troupe, env, client } = await atService(t);
  const cases: [args: string[], words: RegExp][] = [
    [['post'], /say what/],
    [['post', 'a', 'b', '--account', 'all', '--now'], /unexpected argument: "b"/],
    [['post', 'a', '--now'], /say where/],
    [['post', 'a', '--account', 'all'], /say when/],
    [['post', 'a', '--account', 'all', '--now', '--draft'], /say when, in one way/],
    [['post', 'a', '--account', 'nobody', '--now'], /no account "nobody"; the workspace has .*mastodon:/],
    [['post', 'a', '--account', 'all', '--now', '--media', '/no/such.png'], /no file \/no\/such\.png/],
    [['post', 'a', '--account', 'all', '--now', '--with', '[1]'], /--with must be a JSON object/],
    [['post', 'a', '--account', 'all', '--now', '--timeout', '5'], /--timeout needs --wait/],
    [['post', 'a', '--account', 'all', '--now', '--alt', 'a'], /there are 1 --alt and 0 --media/],
    [['post', 'a', '--account', 'all', '--now', '--text-for', 'a'], /--text-for must be WHICH=/],
    [['post', 'a', '--account', 'all', '--now', '--visibility', 'direct'], /--visibility must be one of/],
    [
      ['post', 'a', '--account', 'all', '--now', '--wait', '--timeout', 'x'],
      /--timeout must be a whole number/,
    ],
    [['post', 'a', '--account', 'all', '--now', '--junit', 'x'], /troupe post takes no --junit/],
    [['tail', '--after', '-1'], /--after/],
    [['tail', 'me'], /unexpected argument/],
    [['explain', 'dlv_1'], /say what to explain/],
    [['notes', 'list'], /say which: troupe notes list POST/],
    [['notes', 'add', 'post_1'], /say which: troupe notes add POST TEXT/],
    [['approval-links', 'revoke', 'post_1', 'x', 'y'], /unexpected argument/],
    [['approval-links', 'list', 'dlv_1'], /say which/],
    [['report-links', 'create', '--account', 'all'], /say which accounts and days/],
    [['report-links', 'create', '--account', 'all', '--from', 'x', '--to', 'x', '--days', 'few'], /--days/],
    [['report-links', 'revoke'], /say which/],
    [['media', 'list', '--type', 'song'], /--type must be one of/],
    [['media', 'upload'], /say which file/],
    [['media', 'describe', 'med_1'], /say what/],
    [['media', 'delete'], /say which/],
    [['series', 'create', 'x'], /say what/],
    [['series', 'pause'], /say which/],
    [['series', 'delete', 'series_1', 'x'], /unexpected argument/],
    [['import'], /say which file/],
    [['import', '/no/such.csv'], /no file \/no\/such\.csv/],
    [['import', 'undo'], /say which/],
    [['feeds', 'create', 'x'], /say what/],
    [['feeds', 'create', 'x', '--account', 'all', '--mode', 'x'], /--mode/],
    [['feeds', 'create', 'x', '--account', 'all', '--mode', 'draft', '--every', 'x'], /--every/],
    [['feeds', 'pause'], /say which/],
    [['accounts', 'waiting'], /say which/],
    [['account-groups', 'create'], /say which/],
    [['templates', 'create', 'post_1'], /--name/],
    [['templates', 'use'], /say which/],
    [['account-groups', 'add', 'Bakery'], /say which accounts/],
    [['account-groups', 'rename', 'Bakery'], /--name/],
    [['connect-links', 'create', '--hours', 'few'], /--hours/],
    [['inbox', 'send', 'conv_1'], /say which: troupe inbox send CONVERSATION TEXT/],
    [['inbox', 'list', '--count', 'few'], /--count/],
    [['comments', 'reply', '1'], /say which/],
    [['comments', 'done', '1'], /say which account/],
    [['flows', 'get'], /say which/],
    [['replay'], /say which file/],
    [['explain', 'post_1', '--url', 'troupe.example'], /--url must be an address/],
  ];
  for (const [args, words] of cases)
    t.match(await troupe(args), { code: 2, out: '', err: words }, args.join(' '));
  t.match(await run(['tail'], { TROUPE_URL: env.TROUPE_URL }), { code: 2, err: /an API key is needed/ });
  t.match(await run(['tail'], { ...env, TROUPE_URL: 'here' }), {
    code: 1,
    err: /TROUPE_URL must be an address/,
  });
  t.strictSame((await client.listPosts()).posts, []);
  for (const name of [
    'post',
    'duplicate',
    'posts list',
    'labels list',
    'import',
    'import undo',
    'labels add',
    'labels remove',
    'validate',
    'tail',
    'explain',
    'notes add',
    'approval-links create',
    'report-links create',
    'media list',
    'media upload',
    'media describe',
    'media delete',
    'series list',
    'series create',
    'series pause',
    'series resume',
    'series delete',
    'feeds list',
    'feeds create',
    'feeds items',
    'feeds pause',
    'feeds resume',
    'feeds delete',
    'accounts list',
    'accounts waiting',
    'accounts hold-back',
    'templates list',
    'templates create',
    'templates use',
    'templates delete',
    'account-groups list',
    'account-groups create',
    'account-groups add',
    'account-groups remove',
    'account-groups rename',
    'account-groups delete',
    'connect-links list',
    'connect-links create',
    'connect-links revoke',
    'inbox list',
    'inbox messages',
    'inbox person',
    'inbox send',
    'inbox done',
    'comments list',
    'comments reply',
    'comments done',
    'replay',
    'flows list',
    'flows get',
    'flows push',
    'completion bash',
  ])
    t.match(await troupe([...name.split(' '), '--help']), {
      code: 0,
      out: new RegExp(`^troupe ${name}`),
      err: '',
    });
});

void t.test('notes about a post, and links for clients, from the shell', async (t) => {
  const running = await atService(t, { platforms: ['telegram'] });
  const { troupe, call, baseUrl } = running;
  const id = await requestedPost(running);
  const made = await troupe(['notes', 'add', id, 'Shorter, please']);
  t.match(made, { code: 0, out: /^note_\w+\n$/, err: '' });
  const noteId = made.out.trim();
  t.match(await troupe(['notes', 'list', id]), {
    out: new RegExp(`^${noteId}  \\S+  \\S+: Shorter, please\n$`),
  });
  t.match(JSON.parse((await troupe(['notes', 'list', id, '--json'])).out), { notes: [{ id: noteId }] });
  t.match(await troupe(['notes', 'delete', id, noteId]), { code: 0, out: '', err: /is deleted/ });
  t.equal((await troupe(['notes', 'list', id])).out, '');
  t.match(await troupe(['notes', 'delete', id, noteId]), { code: 1, err: /there is no note/ });

  const link = await troupe(['approval-links', 'create', id]);
  t.equal(link.code, 0, link.err);
  t.ok(link.out.startsWith(baseUrl));
  const linkId = /aplink_\w+/.exec(link.err)![0];
  t.match(await troupe(['approval-links', 'list', id]), { out: new RegExp(`^${linkId}  open      until `) });
  t.notOk(
    (await troupe(['approval-links', 'list', id, '--json'])).out.includes(link.out.trim()),
    'shown once',
  );
  t.match(await troupe(['approval-links', 'revoke', id, linkId]), { code: 0, err: /is revoked/ });
  t.match(await troupe(['approval-links', 'list', id]), { out: /revoked/ });
  const draft = { content: 'No approval', accountIds: [running.accounts['telegram']], draft: true };
  const { post } = (await call('POST', '/v1/posts', draft)).body;
  t.match(await troupe(['approval-links', 'create', post.id]), { code: 1, out: '' });
});

void t.test('the inbox and comments from the shell', async (t) => {
  const { running, act, comment, look } = await people(t, { subscribes: true });
  const { baseUrl, key, accounts, call } = running;
  const troupe = (args: string[]) => run(args, { TROUPE_URL: baseUrl, TROUPE_KEY: key });
  await act('instagram', 'rosa', { say: 'Are you open\non Sunday?' });
  const listed = await eventually(async () => {
    const { out } = await troupe(['inbox', 'list', '--account', 'instagram']);
    // the name is read after the message
    return out.includes('rosa') ? out : undefined;
  });
  t.match(listed, /^conv_\w+ {2}instagram {2}rosa {2}1 {2}Are you open on Sunday\?\n$/);
  const [conversation] = listed.split(' ');
  const sent = await troupe(['inbox', 'send', conversation!, 'Until noon', '--idempotency-key', 'answer-1']);
  t.match(sent, { code: 0, out: /^msg_\w+\n$/, err: '' });
  const again = await troupe(['inbox', 'send', conversation!, 'Until noon', '--idempotency-key', 'answer-1']);
  t.equal(again.out, sent.out, 'sent once');
  t.match(await troupe(['inbox', 'messages', conversation!]), {
    out: /^\S+ {2}> Are you open on Sunday\?\n\S+ {2}< Until noon\n$/,
  });
  t.match(await troupe(['inbox', 'person', conversation!]), { code: 0, out: '', err: '' });
  t.match(await troupe(['inbox', 'done', conversation!]), { code: 0, out: '', err: /is done/ });
  t.equal((await troupe(['inbox', 'list'])).out, '');
  t.equal((await troupe(['inbox', 'list', '--account', 'facebook'])).out, '');

  const id = await comment('instagram', 'ben', 'Which flour?');
  await eventually(async () => (await call('GET', '/v1/comments?done=false')).body.comments.length === 1);
  t.match(await troupe(['comments', 'list']), {
    out: `${id}  instagram  ${accounts['instagram']}  ben  Which flour?\n`,
  });
  t.match(await troupe(['comments', 'reply', id, 'Spelt', '--account', 'instagram']), {
    code: 0,
    out: /^\S+\n$/,
  });
  t.match(JSON.stringify(await look('instagram')), /Spelt/);
  const other = await comment('instagram', 'ann', 'Lovely');
  await eventually(async () => (await call('GET', '/v1/comments?done=false')).body.comments.length === 1);
  t.match(await troupe(['comments', 'done', other, '--account', 'instagram']), { code: 0, err: /is done/ });
  t.equal((await troupe(['comments', 'list'])).out, '');
  t.match(await troupe(['comments', 'done', 'nothing', '--account', 'instagram']), { code: 1 });
  await comment('instagram', 'rosa', 'Rye, please');
  await eventually(async () => {
    const { out } = await troupe(['inbox', 'person', conversation!]);
    return /^\S+ {2}comment {2}Rye, please\n$/.test(out);
  });
});

void t.test('accounts, their groups, what waits for them, and connect links from the shell', async (t) => {
  const running = await atService(t, { platforms: ['telegram', 'mastodon'] });
  const { troupe, call, accounts, baseUrl } = running;
  const telegram = accounts['telegram']!;
  t.match(await troupe(['accounts', 'list']), {
    out: new RegExp(`^${telegram}  telegram  .*  healthy$`, 'm'),
  });
  const slots = { slots: [{ day: 'mon', time: '09:00' }] };
  await call('PUT', `/v1/posting-schedule?accountId=${telegram}`, slots);
  t.match(await troupe(['accounts', 'list']), {
    out: new RegExp(`^${telegram}  .*  own schedule$`, 'm'),
  });

  const made = await troupe(['account-groups', 'create', 'Bakery', '--account', 'telegram']);
  t.match(made, { code: 0, out: /^group_\w+\n$/, err: '' });
  const group = made.out.trim();
  t.match(await troupe(['account-groups', 'add', 'bakery', '--account', 'mastodon']), {
    err: 'Bakery has 2 accounts.\n',
  });
  t.match(await troupe(['account-groups', 'remove', group, '--account', 'telegram']), {
    err: 'Bakery has 1 account.\n',
  });
  await troupe(['account-groups', 'rename', 'Bakery', '--name', 'Bakery Anna']);
  t.equal((await troupe(['account-groups', 'list'])).out, `${group}  1  Bakery Anna\n`);
  t.match(await troupe(['account-groups', 'delete', 'Studio']), {
    code: 2,
    err: /the workspace has Bakery Anna/,
  });
  t.match(await troupe(['account-groups', 'delete', 'Bakery Anna']), { code: 0, err: /is deleted/ });
  t.equal((await troupe(['account-groups', 'list'])).out, '');

  const link = await troupe([
    'connect-links',
    'create',
    '--network',
    'telegram',
    '--name',
    'Anna',
    '--hours',
    '2',
  ]);
  t.match(link, { code: 0, out: new RegExp(`^${baseUrl}/`) });
  const linkId = /link_\w+/.exec(link.err)![0];
  t.match(await troupe(['connect-links', 'list']), {
    out: new RegExp(`^${linkId}  until \\S+  0  telegram  Anna\n$`),
  });
  t.match(await troupe(['connect-links', 'revoke', linkId]), { code: 0, err: /is revoked/ });
  t.equal((await troupe(['connect-links', 'list'])).out, '');

  t.match(await troupe(['accounts', 'hold-back', 'mastodon']), { code: 0, out: '', err: /No post waits/ });
  running.sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'mastodon' });
  const { post } = (
    await call('POST', '/v1/posts', {
      content: 'Rye is back',
      accountIds: [accounts['mastodon']],
      publishNow: true,
    })
  ).body;
  const waiting = await eventually(async () => {
    const { out } = await troupe(['accounts', 'waiting', 'mastodon']);
    return out === '' ? undefined : out;
  });
  t.match(waiting, new RegExp(`^${post.id}  .*  draft  Rye is back\n$`));
  t.match(await troupe(['accounts', 'hold-back', 'mastodon']), { code: 0, out: `${post.id}\n`, err: '' });
  t.equal((await call('GET', `/v1/posts/${post.id}`)).body.post.status, 'draft');
  t.match(await troupe(['accounts', 'hold-back', 'mastodon', '--post', post.id]), {
    code: 1,
    out: '',
    err: /does not wait/,
  });
});

void t.test('links to reports from the shell', async (t) => {
  const { troupe, baseUrl, accounts } = await atService(t, { platforms: ['telegram'] });
  const days = ['--from', '2026-04-01', '--to', '2026-04-30'];
  const link = await troupe(['report-links', 'create', '--account', 'telegram', ...days, '--name', 'April']);
  t.equal(link.code, 0, link.err);
  t.ok(link.out.startsWith(`${baseUrl}/report/`));
  const id = /rplink_\w+/.exec(link.err)![0];
  t.match(await troupe(['report-links', 'list']), {
    out: new RegExp(`^${id}  open     until \\S+  2026-04-01 to 2026-04-30  April\n$`),
  });
  t.match(JSON.parse((await troupe(['report-links', 'list', '--json'])).out), {
    reportLinks: [{ id, accountIds: [accounts['telegram']] }],
  });
  t.match(await troupe(['report-links', 'revoke', id]), { code: 0, out: '', err: /is revoked/ });
  t.match(await troupe(['report-links', 'revoke', id]), { code: 1, err: /there is no open link/ });
});

void t.test('tail prints what happens, continues after a number, and ends with its reader', async (t) => {
  const { troupe, client, accounts, env } = await atService(t);
  const draft = async (content: string) =>
    (await client.createPost({ content, accountIds: [accounts['telegram']!], draft: true })).post.id;
  const [one, two] = [await draft('one'), await draft('two')];
  const told = await troupe(['tail', '--after', '0', '--count', '2']);
  t.match(told, { code: 0, out: new RegExp(`^1 {2}\\S+Z {2}post\\.created {2}${one} {2}draft\n2 .*${two}`) });
  const [line] = (await troupe(['tail', '--after', '1', '--count', '1', '--json'])).out.split('\n');
  t.match(JSON.parse(line!), { type: 'event', seq: 2, event: 'post.created', resource: { id: two } });
  const only = await troupe(['tail', '--after', '0', '--post', two, '--count', '1', '--json']);
  t.match(JSON.parse(only.out), { seq: 2 });
  const missed = await troupe(['tail', '--after', '1', '--post', 'post_none', '--post', two, '--count', '1']);
  t.match(missed, { code: 0, out: /^2 / });

  const following = spawn(process.execPath, [cli, 'tail', '--after', '2'], {
    env: { ...env, ...loading, PATH: process.env['PATH'] },
  });
  t.teardown(() => following.kill());
  const three = await draft('three');
  const [text] = (await once(following.stdout, 'data')) as [Buffer];
  t.match(text.toString(), new RegExp(`^3 .*${three}`), 'what happens now');
  following.stdout.destroy();
  const ended = once(following, 'exit');
  await draft('four');
  t.strictSame((await ended)[0], 0, 'as with `troupe tail | head`');
});

longTest('flows and runs of a service: listed, got as a file that tests take, replayed', async (t) => {
  const { troupe, client, accounts } = await atService(t);
  t.match(await troupe(['flows', 'list']), { code: 0, out: '' });
  const { automation } = await client.createDmAutomation({
    accountId: accounts['instagram']!,
    name: 'Prices',
    trigger: { type: 'keyword', keywords: ['price'] },
    steps: [{ type: 'message', text: 'Here they are', choices: [{ label: 'Thanks', steps: [] }] }],
  });
  const listed = await troupe(['flows', 'list', '--account', accounts['instagram']!]);
  t.match(listed, { code: 0, out: `${automation.id}  active  instagram  0 started  0 completed  Prices\n` });
  t.match(JSON.parse((await troupe(['flows', 'list', '--json'])).out), {
    automations: [{ id: automation.id }],
  });
  const got = await troupe(['flows', 'get', automation.id]);
  t.equal(got.code, 0, got.err);
  const folder = t.testdir({
    'prices.flow.yaml': got.out,
    'prices.test.yaml':
      'flow: prices.flow.yaml\ntests:\n  - name: asks\n    talk:\n      - say: price\n      - bot: { text: Here they are, choices: [Thanks] }\n      - tap: Thanks\n      - end: completed\n',
  });
  t.match(await troupe(['flows', 'test', folder]), { code: 0, out: /1 passed, 0 failed/ });
  t.match(JSON.parse((await troupe(['flows', 'get', automation.id, '--json'])).out), { name: 'Prices' });

  const { out } = await troupe(['post', 'Hello', '--account', 'telegram', '--now', '--wait']);
  const replayed = await troupe(['replay', out.trim()]);
  t.match(replayed, { code: 0, out: /^same {2}post post_\w+: (\d+) of \1 steps replayed\n/m });
  t.match(replayed.out, /same {2}delivery /);
  t.match(await troupe(['replay', 'post_none']), { code: 1, err: /^troupe: / });
});

longTest(
  'flows push makes and changes automations as files say, and the same again changes nothing',
  async (t) => {
    const { troupe, client, accounts } = await atService(t);
    const flow = (name: string, text: string) =>
      `name: ${name}\ntrigger: { type: keyword, keywords: [${name}] }\nsteps:\n  - type: message\n    text: ${text}\n`;
    const hours = JSON.stringify({
      name: 'hours',
      trigger: { type: 'keyword', keywords: ['hours'] },
      steps: [{ type: 'message', text: 'Nine to five' }],
      reentry: 'always',
      cooldownHours: 2,
    });
    const folder = t.testdir({
      'price.flow.yaml': flow('price', 'It costs 5'),
      more: { 'hours.flow.json': hours, 'notes.yaml': 'no: flow' },
    });
    const pushed = async (...more: string[]) =>
      JSON.parse((await troupe(['flows', 'push', folder, '--json', ...more])).out).flows.map(
        ({ name, did, version }: { [field: string]: unknown }) => [name, did, version],
      );
    t.strictSame(await pushed(), [
      ['hours', 'created', 1],
      ['price', 'created', 1],
    ]);
    const { automations } = await client.listDmAutomations();
    t.match(
      automations.find(({ name }) => name === 'hours'),
      { accountId: accounts['instagram'], active: true, reentry: 'always', cooldownHours: 2 },
    );
    t.strictSame(await pushed('--account', accounts['instagram']!), [
      ['hours', 'unchanged', 1],
      ['price', 'unchanged', 1],
    ]);
    await writeFile(join(folder, 'price.flow.yaml'), flow('price', 'It costs 6'));
    const again = await troupe(['flows', 'push', folder]);
    t.match(again, {
      code: 0,
      out: /^unchanged {2}auto_\w+ {2}version 1 {2}hours\nchanged {2}auto_\w+ {2}version 2 {2}price\n$/,
    });
    const { out } = await troupe(['flows', 'get', automations.find(({ name }) => name === 'price')!.id]);
    t.match(out, /It costs 6/);
    await writeFile(join(folder, 'price.flow.yaml'), out);
    t.strictSame((await pushed()).at(-1), ['price', 'unchanged', 2], 'what was got can be pushed');

    const ref = (name: string) =>
      `name: ${name}\ntrigger: { type: ref, ref: bread }\nsteps: [{ type: message, text: Hi }]\n`;
    for (const name of ['a', 'b']) await writeFile(join(folder, `${name}.flow.yaml`), ref(name));
    const refused = await troupe(['flows', 'push', folder]);
    t.match(refused, {
      code: 1,
      out: /^created {2}auto_\w+ {2}version 1 {2}a\n$/,
      err: /b\.flow\.yaml was not taken:\ntroupe: /,
    });

    await writeFile(join(folder, 'a.flow.yaml'), flow('new', 'x'));
    await writeFile(
      join(folder, 'z.flow.yaml'),
      'name: z\ntrigger: { type: keyword, keywords: [z] }\nsteps: [{ type: hop }]\n',
    );
    t.match(await troupe(['flows', 'push', folder]), {
      code: 2,
      out: '',
      err: /z\.flow\.yaml:3: \/steps\/0/,
    });
    await writeFile(join(folder, 'z.flow.yaml'), flow('price', 'x'));
    t.match(await troupe(['flows', 'push', folder]), { code: 2, out: '', err: /have the same name "price"/ });
    t.equal((await client.listDmAutomations()).automations.length, 3, 'nothing was sent');
    t.match(await troupe(['flows', 'push', folder, '--account', 'acc_none']), { code: 2 });
    t.match(await troupe(['flows', 'push', join(folder, 'nowhere')]), {
      code: 2,
      err: /there is no file or folder/,
    });
    t.match(await troupe(['flows', 'push']), { code: 2, err: /say which folder/ });
  },
);

void t.test('files are uploaded, described, listed and deleted from the shell', async (t) => {
  const { troupe, client } = await atService(t, { platforms: ['telegram'] });
  const uploaded = await troupe(['media', 'upload', 'simulators/samples/photo.jpg']);
  t.match(uploaded, { code: 0, out: /\/media\/[0-9a-f]{64}\.jpg\n$/ }, uploaded.err);
  t.match(await troupe(['media', 'upload', 'nowhere.jpg']), {
    code: 2,
    err: /there is no file nowhere\.jpg/,
  });
  const { id, url } = (await client.listMedia()).media[0]!;
  t.equal(uploaded.out.trim(), url);
  t.match(await troupe(['media', 'describe', id, 'A red boat']), { code: 0, out: /photo\.jpg: A red boat/ });
  t.match(await troupe(['media', 'list', '--search', 'RED', '--type', 'image']), {
    code: 0,
    out: new RegExp(`^${id}  image .*used 0 .*photo\\.jpg: A red boat\\n$`),
  });
  t.match(await troupe(['media', 'list', '--type', 'video']), { code: 0, out: /^$/ });
  const { accounts } = await client.listAccounts();
  const accountIds = accounts.map((account) => account.id);
  await client.createPost({ content: 'Boat', accountIds, media: [url], draft: true });
  t.match(await troupe(['media', 'delete', id]), { code: 1, err: /needs this file/ });
  t.match(await troupe(['media', 'delete', id, '--force']), { code: 0, err: /is deleted/ });
  t.strictSame((await client.listMedia()).media, []);
});

void t.test('a series is made, paused, resumed and deleted from the shell', async (t) => {
  const { troupe, client } = await atService(t, { platforms: ['telegram'] });
  const made = await troupe([
    'series',
    'create',
    'A new week',
    '--account',
    'telegram',
    '--rule',
    'FREQ=WEEKLY;BYDAY=MO',
    '--from',
    '2040-01-02T09:00',
    '--timezone',
    'Europe/Berlin',
    '--label',
    'weekly',
  ]);
  t.match(made, { code: 0, out: /^series_\w+\n$/ }, made.err);
  const id = made.out.trim();
  t.match(await client.getSeries({ id }), {
    series: { timezone: 'Europe/Berlin', next: '2040-01-02T08:00:00.000Z', post: { labels: ['weekly'] } },
  });
  t.match(await troupe(['series', 'list']), {
    code: 0,
    out: /active {2}next 2040-01-02T08:00:00\.000Z {2}RRULE:FREQ=WEEKLY;BYDAY=MO {2}A new week/,
  });
  t.match(await troupe(['series', 'pause', id]), { code: 0, out: /paused/ });
  t.match(await troupe(['series', 'resume', id]), { code: 0, out: /active/ });
  t.match(await troupe(['series', 'delete', id, '--remove-posts']), { code: 0, err: /is deleted/ });
  t.match(await troupe(['series', 'pause', id]), { code: 1, err: /there is no series/ });
});

void t.test('templates of posts from the shell', async (t) => {
  const { troupe, call, accounts } = await atService(t, { platforms: ['telegram', 'mastodon'] });
  const accountIds = [accounts['telegram']];
  const { post } = (await call('POST', '/v1/posts', { content: 'This week: rye', accountIds, draft: true }))
    .body;
  const made = await troupe(['templates', 'create', post.id, '--name', 'Weekly offer']);
  t.match(made, { code: 0, out: /^template_\w+\n$/, err: '' });
  t.equal((await troupe(['templates', 'list'])).out, `${made.out.trim()}  Weekly offer\n`);
  const draft = (await troupe(['templates', 'use', 'weekly offer', '--account', 'mastodon'])).out.trim();
  t.match((await call('GET', `/v1/posts/${draft}`)).body.post, {
    status: 'draft',
    content: 'This week: rye',
    accountIds: [accounts['mastodon']],
  });
  t.match(await troupe(['templates', 'use', 'Monthly']), { code: 2, err: /the workspace has Weekly offer/ });
  t.match(await troupe(['templates', 'delete', 'Weekly offer']), { code: 0, err: /is deleted/ });
  t.equal((await troupe(['templates', 'list'])).out, '');
});

void t.test('a feed is made, paused, resumed and deleted from the shell', async (t) => {
  const { troupe, client, sandbox } = await atService(t, { platforms: ['telegram'] });
  const made = await troupe([
    'feeds',
    'create',
    `${sandbox.url}/samples/feed.xml`,
    '--account=telegram',
    '--mode=draft',
    '--template=New: {title}',
    '--every=30',
    '--backfill=1',
  ]);
  t.match(made, { code: 0, out: /^feed_\w+\n$/ }, made.err);
  const id = made.out.trim();
  t.match(await client.getFeed({ id }), { feed: { everyMinutes: 30, template: 'New: {title}' } });
  await eventually(async () =>
    /made +post_\w+ {2}Fresh rye/.test((await troupe(['feeds', 'items', id])).out),
  );
  t.match(await troupe(['feeds', 'list']), { code: 0, out: /active +draft +read 2\S+ {2}http/ });
  t.match(await troupe(['feeds', 'pause', id]), { code: 0, out: /paused/ });
  t.match(await troupe(['feeds', 'resume', id]), { code: 0, out: /active/ });
  t.match(await troupe(['feeds', 'delete', id]), { code: 0, err: /is deleted/ });
  t.match(await troupe(['feeds', 'pause', id]), { code: 1, err: /there is no feed/ });
});
