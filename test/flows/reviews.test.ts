/** Reviews of a business are read, answered and the answer is deleted, over the real service and the sandbox. */
import t, { type Test } from 'tap';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';

async function location(t: Test, subscribes = false) {
  const running = await startService(t, { platforms: ['google_business'], subscribes });
  const { call, accounts, sandbox } = running;
  const accountId = accounts['google_business']!;
  const review = async (username: string, stars: number, text: string): Promise<string> => {
    const { commentId } = await controlOf(sandbox)('people', {
      network: 'google_business',
      account: sandbox.sandbox.people.accounts('google_business')[0]?.id,
      person: { username },
      act: { review: { stars, text } },
    });
    return commentId;
  };
  const reply = (commentId: string, message: string) =>
    call('POST', '/v1/comments/reply', { accountId, platform: 'google_business', commentId, message });
  const list = async () => (await call('GET', '/v1/comments?platform=google_business')).body;
  const remove = (id: string) => call('DELETE', `/v1/comments/${id}?accountId=${accountId}`);
  return { ...running, review, reply, list, remove, accountId };
}

void t.test(
  'a review is listed with its stars, answered, and the answer deleted and made again',
  async (t) => {
    const { review, reply, list, remove, accountId } = await location(t);
    const id = await review('rosa', 2, 'Cold coffee');
    const { comments, errors } = await list();
    t.strictSame(errors, []);
    t.match(comments, [
      { id, accountId, rating: 2, text: 'Cold coffee', isOwn: false, from: { name: 'rosa' }, replies: [] },
    ]);
    t.match(comments[0].can, { reply: true, hide: false, delete: false, privateReply: false });

    const answered = await reply(id, 'It is hot again');
    t.equal(answered.status, 200, JSON.stringify(answered.body));
    t.match(answered.body.comment, { id: `${id}:reply`, parentId: id, isOwn: true, can: { delete: true } });
    for (const named of [`${id}:reply`, id]) {
      t.equal((await remove(named)).status, 200);
      t.match((await list()).comments, [{ id, text: 'Cold coffee', answeredPrivatelyAt: null, replies: [] }]);
      const again = await reply(id, `Come back, after ${named}`);
      t.equal(again.status, 200, JSON.stringify(again.body));
      t.match((await list()).comments, [{ id, replies: [{ text: `Come back, after ${named}` }] }]);
    }
    t.equal((await remove(`${id}:reply`)).status, 200);
    t.equal((await remove(`${id}:reply`)).status, 404);
  },
);

void t.test('a reply to a review whose response is lost is found', async (t) => {
  const { review, reply, sandbox } = await location(t);
  const id = await review('rosa', 5, '');
  sandbox.sandbox.faults.add({
    kind: 'lost_answer',
    network: 'google_business',
    call: 'reviews.updateReply',
    times: 1,
  });
  const { status, body } = await reply(id, 'Thank you');
  t.equal(status, 200, JSON.stringify(body));
  t.match(body.comment, { id: `${id}:reply`, text: 'Thank you' });
  const sent = sandbox.sandbox.calls.entries({ network: 'google_business' });
  t.equal(sent.filter(({ call }) => call === 'reviews.updateReply').length, 1);
});

void t.test('reviews arrive without anybody asking: they are read every 15 minutes', async (t) => {
  const { review, call, service, sandbox, advance } = await location(t, true);
  const receiving = async () => (await call('GET', '/v1/accounts')).body.accounts[0].receiving;
  t.match(await eventually(receiving), { via: 'polling', everySeconds: 900, problem: null });
  const texts = async () => {
    const rows = await service.sql<
      { text: string }[]
    >`select text from comments where not is_own order by text`;
    return rows.map(({ text }) => text);
  };
  advance(1_000); // Google's list names whole seconds
  await review('rosa', 2, 'Cold coffee');
  advance(16 * 60_000);
  await eventually(async () => (await texts()).length === 1);
  await review('ben', 5, 'Warm again');
  advance(16 * 60_000);
  await eventually(async () => (await texts()).length === 2);
  const reads = () =>
    sandbox.sandbox.calls
      .entries({ network: 'google_business' })
      .filter(({ call: name }) => name === 'reviews.list').length;
  const before = reads();
  advance(16 * 60_000);
  await eventually(async () => reads() > before);
  t.strictSame(await texts(), ['Cold coffee', 'Warm again'], 'nothing is there twice');
  t.match((await call('GET', '/v1/comments?platform=google_business')).body.comments, [{}, {}]);
});
