/** Links in the messages of comment-to-DM rules are counted when the rule asks for it. */
import t from 'tap';
import { withRule } from '../comments/with-rule.ts';

const PERSON = { 'user-agent': 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15' };
const TO = 'https://example.com/bread?from=dm';

void t.test("a rule's links are short, lead on and count the people who open them", async (t) => {
  const world = await withRule(t, { dmText: `Hi {username}: ${TO}.`, trackLinks: true });
  const { call, accounts, baseUrl, service } = world.running;
  await call('PUT', '/v1/comment-dm-rules/settings', {
    accountId: accounts['instagram'],
    testers: ['tess'],
    publicReplySeconds: 0,
  });
  const stats = async () => (await call('GET', '/v1/comment-dm-rules')).body.rules[0].stats;
  const open = async (text: string, headers: Record<string, string> = PERSON) => {
    const [address] = /http\S+(?=\.$)/u.exec(text)!;
    const response = await fetch(address, { headers, redirect: 'manual' });
    t.equal(response.headers.get('location'), TO);
  };
  const textFor = async (username: string) => {
    const { dm } = await world.entry(await world.comment(username, 'link'), (one) => one.status === 'sent');
    return dm.text;
  };

  const ann = await textFor('ann');
  t.match(ann, new RegExp(`^Hi ann: ${baseUrl}/l/\\w{10}\\.$`));
  const bob = await textFor('bob');
  t.not(ann.slice('Hi ann'.length), bob.slice('Hi bob'.length), 'each message has links of its own');
  await open(await textFor('tess'));
  t.match(await stats(), { sent: 2, trackedSends: 2, clicks: 0, uniqueClicks: 0 }, 'testers are not counted');
  await open(ann, { 'user-agent': 'facebookexternalhit/1.1' });
  t.match(await stats(), { clicks: 0, uniqueClicks: 0 });
  await open(ann);
  await open(ann);
  await open(bob);
  t.match(await stats(), { trackedSends: 2, clicks: 3, uniqueClicks: 2 });

  const { id } = world.rule;
  t.equal(
    (await call('PATCH', `/v1/comment-dm-rules/${id}`, { trackLinks: false })).body.rule.trackLinks,
    false,
  );
  t.equal(await textFor('cleo'), `Hi cleo: ${TO}.`);
  t.match(await stats(), { sent: 3, trackedSends: 2 });

  await call('DELETE', `/v1/comment-dm-rules/${id}`);
  await open(ann);
  t.strictSame([...(await service.sql`select from counters where owner_id = ${id}`)], []);
});

void t.test('a message that is too long with short addresses is refused, and says so', async (t) => {
  const world = await withRule(t);
  const { call, baseUrl } = world.running;
  const dmText = `${'x'.repeat(985)} http://a.bc`;
  const path = `/v1/comment-dm-rules/${world.rule.id}` as const;
  t.equal((await call('PATCH', path, { dmText })).status, 200);
  const { status, body } = await call('PATCH', path, { trackLinks: true });
  const length = 986 + baseUrl.length + '/l/'.length + 10;
  t.match(
    { status, body },
    { status: 400, body: { param: '/dmText', error: new RegExp(`has ${length} characters`) } },
  );
  t.equal((await call('PATCH', path, { trackLinks: true, dmText: 'Here: http://a.bc' })).status, 200);
});
