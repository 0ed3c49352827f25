/** Comments over the real service: people of the sandbox comment, and the service reads them. */
import t from 'tap';
import { people, PLATFORMS } from '../comments/people.ts';
import type { ReadSchema } from '../support/typed-calls.ts';

const brief = ({ id, text, replies }: ReadSchema<'Comment'>): object => ({
  id,
  text,
  replies: replies.map(brief),
});

void t.test('the comments of a post come from every network, replies below what they answer', async (t) => {
  const { running, post, comment } = await people(t);
  const { call, accounts } = running;
  const expected: { [platform: string]: object[] } = {};
  for (const platform of PLATFORMS) {
    const first = await comment(platform, 'rosa', `Open on Sunday? ${platform}`);
    const second = await comment(platform, 'ben', `Lovely ${platform}`);
    const reply = await comment(platform, 'ben', `I hope so ${platform}`, { parentId: first });
    expected[platform] = [
      { id: second, text: `Lovely ${platform}`, replies: [] },
      {
        id: first,
        text: `Open on Sunday? ${platform}`,
        replies: [{ id: reply, text: `I hope so ${platform}`, replies: [] }],
      },
    ];
  }
  const { status, body } = await call('GET', `/v1/posts/${post.id}/comments`);
  t.equal(status, 200);
  t.strictSame(body.errors, []);
  t.equal(body.incomplete, false);
  for (const platform of PLATFORMS) {
    const own = body.comments.filter((one) => one.platform === platform);
    t.strictSame(own.map(brief), expected[platform], platform);
    t.match(own[0], {
      accountId: accounts[platform],
      postId: post.id,
      done: false,
      hidden: false,
      isOwn: false,
      post: { id: post.id, kind: 'post', text: 'Fresh bread at seven' },
    });
  }
  const can = Object.fromEntries(body.comments.map((one) => [one.platform, one.can]));
  t.match(can.instagram, { reply: true, hide: true, delete: true, privateReply: true });
  t.match(can.threads, { reply: true, delete: false, privateReply: false, reasons: { delete: /Threads/ } });
  t.equal((await call('GET', '/v1/posts/post_none/comments')).status, 404);
});

void t.test('a network that is down hides no other, and is named with its words', async (t) => {
  const { running, post, comment } = await people(t);
  const { call, accounts, sandbox } = running;
  await comment('instagram', 'rosa', 'Hello');
  await comment('facebook', 'rosa', 'Hello');
  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'facebook', times: 10 });
  const { status, body } = await call('GET', `/v1/posts/${post.id}/comments`);
  t.equal(status, 200);
  t.strictSame(
    body.comments.map((one) => one.platform),
    ['instagram'],
  );
  t.match(body.errors, [
    { accountId: accounts['facebook'], platform: 'facebook', error: /503|down|busy|try/i },
  ]);
  t.equal(body.errors.length, 1);
});

void t.test(
  'reading a post settles what is stored: gone is deleted, a new text replaces the old one',
  async (t) => {
    const { running, post, comment, act } = await people(t);
    const { call } = running;
    const kept = await comment('facebook', 'rosa', 'Hello');
    const gone = await comment('facebook', 'ben', 'Goodbye');
    await call('GET', `/v1/posts/${post.id}/comments`);
    t.strictSame(
      (await call('GET', '/v1/comments?platform=facebook')).body.comments.map((one) => one.id).sort(),
      [kept, gone].sort(),
    );
    await act('facebook', 'rosa', { edit: { commentId: kept, text: 'Good morning' } });
    await act('facebook', 'ben', { delete: { commentId: gone } });
    running.advance(120_000);
    await call('GET', `/v1/posts/${post.id}/comments`);
    const { body } = await call('GET', '/v1/comments');
    t.match(body.comments, [{ id: kept, text: 'Good morning' }]);
    t.equal(body.comments.length, 1);
  },
);

void t.test('the list reads accounts that are not fresh, and knows what comments stand below', async (t) => {
  const { running, comment, post } = await people(t);
  const { call, accounts } = running;
  for (const platform of PLATFORMS) await comment(platform, 'rosa', `Hello ${platform}`);
  const { body } = await call('GET', '/v1/comments');
  t.strictSame(body.errors, []);
  t.strictSame(
    body.comments.map((one) => one.text).sort(),
    PLATFORMS.map((platform) => `Hello ${platform}`).sort(),
  );
  for (const one of body.comments)
    t.match(
      one,
      { post: { id: post.id, kind: 'post', text: 'Fresh bread at seven', url: /^http/ } },
      one.platform,
    );
  for (const one of body.comments) t.match(one.post.thumbnailUrl, /^http/, one.platform);
  t.strictSame((await call('GET', '/v1/comments?answered=true')).body.comments, []);
  t.equal((await call('GET', '/v1/comments?answered=false&rated=false')).body.comments.length, 3);
  t.strictSame((await call('GET', '/v1/comments?rated=true')).body.comments, []);

  await comment('instagram', 'ben', 'A second one');
  t.equal((await call('GET', '/v1/comments')).body.comments.length, 3, 'fresh accounts are not read');
  running.advance(61_000);
  const again = await call('GET', `/v1/comments?accountId=${accounts['instagram']}`);
  t.strictSame(
    again.body.comments.map((one) => one.text),
    ['A second one', 'Hello instagram'],
    'newest first',
  );
  const first = await call('GET', '/v1/comments?limit=3');
  t.equal(first.body.comments.length, 3);
  const rest = await call('GET', `/v1/comments?limit=3&before=${first.body.next}`);
  t.equal(rest.body.comments.length, 1);
  t.equal(rest.body.next, null);
  for (const query of [
    'limit=0',
    'limit=101',
    'platform=mastodon',
    'before=x',
    'done=maybe',
    'answered=maybe',
    'nope=1',
  ])
    t.equal((await call('GET', `/v1/comments?${query}`)).status, 400, query);
  t.equal((await call('GET', '/v1/comments?accountId=acc_none')).status, 404);
});

void t.test('an account that could not be read is named until it answers', async (t) => {
  const { running } = await people(t);
  const { call, accounts, sandbox } = running;
  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'threads', times: 1 });
  const named = [{ accountId: accounts['threads'], platform: 'threads' }];
  t.match((await call('GET', '/v1/comments')).body.errors, named);
  t.match((await call('GET', '/v1/comments')).body.errors, named, 'also while it is not asked again');
  running.advance(61_000);
  t.strictSame((await call('GET', '/v1/comments')).body.errors, []);

  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'threads', times: 1 });
  running.advance(61_000);
  t.match((await call('GET', '/v1/comments')).body.errors, named);
  running.advance(2_000);
  t.match((await call('GET', '/v1/comments')).body.errors, named, 'it was read a moment ago');
  t.strictSame((await call('GET', '/v1/comments?refresh=true')).body.errors, [], 'a person tries again');
});

void t.test('a comment can be marked done, and not', async (t) => {
  const { running, comment } = await people(t);
  const { call, accounts } = running;
  const id = await comment('instagram', 'rosa', 'Hello');
  const done = (accountId: string | undefined, more = {}) =>
    call('POST', `/v1/comments/${id}/done`, { accountId, ...more });
  t.equal((await done(accounts['instagram'])).status, 404, 'it was not read yet');
  await call('GET', '/v1/comments');
  t.match((await done(accounts['instagram'])).body.comment, { id, done: true });
  t.strictSame((await call('GET', '/v1/comments?done=false')).body.comments, []);
  t.equal((await call('GET', '/v1/comments?done=true')).body.comments.length, 1);
  t.match((await done(accounts['instagram'], { done: false })).body.comment, { done: false });
  t.equal((await done(accounts['facebook'])).status, 404, 'of another account');
  t.match((await done(undefined)).body, { param: '/accountId' });
});
