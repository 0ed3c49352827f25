/** What rules would do with comments is said as the service would do it, and nothing is stored. */
import t from 'tap';
import { DEFAULT_TERMS } from '../../src/base/plans/plan.ts';
import { setPlan } from '../../src/features/workspaces/set-plan.ts';
import { saveCommentedPosts } from '../../store/commented-posts.ts';
import { people } from '../comments/people.ts';

const DAY = 24 * 3_600_000;

void t.test('one rule, all rules, or one that does not exist yet', async (t) => {
  const world = await people(t);
  const { call, accounts, service, workspaceId } = world.running;
  const accountId = accounts['instagram']!;
  const make = async (body: object) =>
    (await call('POST', '/v1/comment-dm-rules', { accountId, dmText: 'Hi {username}', ...body })).body.rule;
  const every = await make({ keywords: ['link'], publicReplies: ['One, {username}', 'Two'] });
  const onPost = await make({ keywords: ['link'], postId: world.post.id, dmText: 'For this post' });
  const paused = await make({ keywords: ['recipe'], match: 'exact', active: false });
  const media = world.mediaOf('instagram');
  const otherId = accounts['facebook']!;
  await service.sql`update accounts set platform = 'instagram' where id = ${otherId}`;
  const other = await make({ accountId: otherId, keywords: ['link'], active: false });
  await saveCommentedPosts(service.sql, { id: accountId, workspaceId }, [
    { networkPostId: 'ad_1', isAd: true, originalPostId: media, text: null, url: null, thumbnailUrl: null },
  ]);
  const rows = async () => {
    const [row] = await service.sql<{ rows: string }[]>`
      select json_build_array((select count(*) from actors), (select count(*) from private_replies),
        (select count(*) from rule_people), (select count(*) from rule_near_misses),
        (select count(*) from comments), (select sum(count) from counters))::text as rows`;
    return row!.rows;
  };
  const before = await rows();
  await setPlan(service, { workspaceId, ...DEFAULT_TERMS, plan: 'none' });
  service.context.forgetPrincipals();
  const simulate = async (body: object) => {
    const { status, body: found } = await call('POST', '/v1/comment-dm-rules/simulate', body);
    t.equal(status, 200, JSON.stringify(found));
    return found.verdicts;
  };

  const all = await simulate({
    all: true,
    comments: [
      { text: 'LINK', from: 'ann', mediaId: 'elsewhere' },
      { text: 'the link', from: '@Ann', mediaId: 'elsewhere' },
      { text: 'link', from: 'bob', mediaId: 'elsewhere' },
      { text: 'link', from: 'ann', mediaId: media },
      { text: 'link', from: 'cleo', mediaId: 'ad_1' },
      { text: 'links', from: 'dora', mediaId: 'elsewhere' },
      { text: 'nice', from: 'ed', mediaId: 'elsewhere' },
      { text: 'recipe', from: 'ed' },
    ],
  });
  t.match(all, [
    { ruleId: every.id, status: 'sent', reason: null, dm: 'Hi ann', publicReply: 'One, ann', nearMiss: null },
    { ruleId: every.id, status: 'skipped', reason: 'duplicate', dm: null, publicReply: null },
    { ruleId: every.id, status: 'sent', dm: 'Hi bob', publicReply: 'Two' },
    { ruleId: onPost.id, status: 'sent', dm: 'For this post', publicReply: null },
    { ruleId: onPost.id, status: 'sent' },
    { ruleId: null, status: 'unmatched', reason: null, nearMiss: { wrote: 'links', keyword: 'link' } },
    { ruleId: null, status: 'unmatched', nearMiss: null },
    { ruleId: null, status: 'unmatched' },
  ]);
  t.match(all[1].explanation, /“link”.*this person has had the message/);
  t.match(all[0].compared, [
    { ruleId: onPost.id, keyword: 'link', matched: true, watches: false },
    { ruleId: every.id, keyword: 'link', matched: true, watches: true, explanation: /has the keyword/ },
  ]);
  t.equal(all[0].compared.length, 2, 'a paused rule is none of all');
  const comments = [{ text: 'link', from: 'ann', mediaId: 'elsewhere' }];
  await call('PATCH', `/v1/comment-dm-rules/${other.id}`, { active: true });
  for (const [asked, rule] of [
    [accountId, every],
    [otherId, other],
  ] as const) {
    const [verdict] = await simulate({ all: true, accountId: asked, comments });
    t.match(verdict, { ruleId: rule.id, status: 'sent' });
    t.equal(
      verdict.compared.some(({ ruleId }) => ruleId === other.id),
      asked === otherId,
      'rules of other accounts are not compared',
    );
  }
  const asked = async (body: object) => call('POST', '/v1/comment-dm-rules/simulate', { comments, ...body });
  t.match(await asked({ ruleId: every.id, accountId }), { status: 400, body: { param: '/accountId' } });
  t.match(await asked({ all: true, accountId: 'acc_01JD0000000000000000000001' }), { status: 404 });

  const named = await simulate({
    ruleId: paused.id,
    comments: [
      { text: 'Recipe!', from: 'ann' },
      { text: '@ann recipe', from: 'bob' },
      { text: '@ann recipe', from: 'bob', isReply: true },
    ],
  });
  t.match(named, [
    { ruleId: paused.id, status: 'sent' },
    {
      status: 'unmatched',
      compared: [{ matched: false, keyword: 'recipe', explanation: /among other words/ }],
    },
    { status: 'sent' },
  ]);

  const tried = await simulate({
    rule: { keywords: ['guía'], dmText: 'Hola', mediaId: '17' },
    comments: [
      { text: 'GUIA', from: 'ann', mediaId: '17' },
      { text: 'guia', from: 'bob', mediaId: '18' },
      { text: 'guia', from: 'cleo' },
    ],
  });
  t.match(tried, [
    {
      ruleId: null,
      status: 'sent',
      dm: 'Hola',
      compared: [{ ruleId: null, keyword: 'guía', matched: true }],
    },
    { ruleId: null, status: 'unmatched', compared: [{ matched: true, watches: false }] },
    { status: 'sent' },
  ]);
  t.equal(await rows(), before, 'nothing is stored');
});

void t.test('comments of another time, and of the account itself', async (t) => {
  const { running } = await people(t);
  const { call, accounts, advance, service } = running;
  const body = { accountId: accounts['instagram'], keywords: ['link'], dmText: 'Here' };
  const { rule } = (await call('POST', '/v1/comment-dm-rules', body)).body;
  advance(8 * DAY);
  const now = service.context.clock();
  const [account] = await service.sql`select username from accounts where platform = 'instagram'`;
  const at = (ms: number) => new Date(now + ms).toISOString();
  const ask = (comments: object[]) =>
    call('POST', '/v1/comment-dm-rules/simulate', { ruleId: rule.id, comments });
  const { verdicts } = (
    await ask([
      { text: 'link', from: 'ann', at: at(-7 * DAY - 60_000) },
      { text: 'link', from: 'ann', at: at(-7 * DAY + 60_000) },
      { text: 'link', from: 'bob', at: at(-9 * DAY) },
      { text: 'link', from: account!['username'] },
    ])
  ).body;
  t.match(verdicts, [
    { ruleId: rule.id, status: 'skipped', reason: 'too_old', dm: null },
    { status: 'sent', reason: null },
    { ruleId: null, status: 'unmatched', compared: [] },
    { ruleId: rule.id, status: 'skipped', reason: 'own', explanation: /the account itself/ },
  ]);
  t.match(await ask([{ text: 'link', from: 'ann', at: 'yesterday' }]), {
    status: 400,
    body: { param: '/comments/0/at' },
  });
  for (const wrong of [{ all: true }, { rule: { dmText: 'x' } }])
    t.match(
      await call('POST', '/v1/comment-dm-rules/simulate', {
        ...wrong,
        ruleId: rule.id,
        comments: [{ text: 'x', from: 'y' }],
      }),
      { status: 400, body: { param: '/rule', error: /exactly one/ } },
    );
});
