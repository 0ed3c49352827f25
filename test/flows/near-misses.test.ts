/** Words that a rule nearly matched are listed, and one call makes a keyword of one. */
import t from 'tap';
import { takeComments } from '../../src/features/comments/index.ts';
import { answerComments } from '../../src/features/rules/index.ts';
import { commentEvent } from '../comments/scene.ts';
import { startService } from '../support/service.ts';

void t.test('a word that people wrote is listed until it is a keyword, and then answers', async (t) => {
  const running = await startService(t, { platforms: ['instagram'] });
  const { call, service, accounts } = running;
  const accountId = accounts['instagram']!;
  const terms = { accountId, keywords: ['link', 'Größe'], dmText: 'Here it is' };
  const { rule } = (await call('POST', '/v1/comment-dm-rules', terms)).body;
  const path = `/v1/comment-dm-rules/${rule.id}` as const;
  const comment = (id: string, username: string, text: string) =>
    service.context.node.command(async (tx, turn) => {
      const said = { id, text, from: { id: `id of ${username}`, username, name: null } };
      const account = { id: accountId, receivingSince: 0 };
      const { feed, arrived } = await takeComments(tx, turn, account, [commentEvent(said, turn.now)]);
      await answerComments(tx, turn, { accountId, ids: arrived }, { linkBase: 'http://localhost' });
      return { result: null, feed };
    });
  await comment('c1', 'ann', 'links please');
  await comment('c2', 'bob', 'Links!!');
  await comment('c3', 'bob', 'LINKS');
  await comment('c4', 'cleo', 'lnik');
  await comment('c5', 'dora', 'nice');
  await comment('c5', 'dora', 'nice');

  t.match((await call('GET', `${path}/near-misses`)).body, {
    nearMisses: [
      { word: 'links', keyword: 'link', people: 2, comments: 3, lastAt: String },
      { word: 'lnik', keyword: 'link', people: 1, comments: 1 },
    ],
    more: 0,
  });
  const one = (await call('GET', `${path}/near-misses?limit=1`)).body;
  t.match(one, { nearMisses: [{ word: 'links' }], more: 1 });
  t.equal(one.nearMisses.length, 1);

  const added = await call('POST', `${path}/keywords`, { keyword: 'links' });
  t.match(added, { status: 200, body: { rule: { keywords: ['link', 'Größe', 'links'], active: true } } });
  const left = (await call('GET', `${path}/near-misses`)).body.nearMisses;
  t.strictSame(
    left.map(({ word }) => word),
    ['lnik'],
  );
  await comment('c6', 'ed', 'links?');
  const { events } = (await call('GET', `${path}/events?queued=true`)).body;
  t.match(events, [{ keyword: 'links', comment: { id: 'c6' } }]);

  t.match(
    (await call('POST', `${path}/keywords`, { keyword: 'GROSSE' })).body.rule.keywords,
    ['link', 'Größe', 'links'],
    'it is the same word',
  );
  await call('PATCH', path, { keywords: ['recipe'] });
  t.strictSame((await call('GET', `${path}/near-misses`)).body, { nearMisses: [], more: 0 });
});

void t.test('a keyword that cannot be added is refused with the reason', async (t) => {
  const { call, accounts } = await startService(t, { platforms: ['instagram'] });
  const rule = async (keywords: string[]) => {
    const body = { accountId: accounts['instagram'], keywords, dmText: 'Here it is' };
    return (await call('POST', '/v1/comment-dm-rules', body)).body.rule.id;
  };
  const full = await rule(Array.from({ length: 20 }, (_, n) => `word${n}`));
  const every = await rule([]);
  const add = (id: string, keyword: string) =>
    call('POST', `/v1/comment-dm-rules/${id}/keywords`, { keyword });
  const wrong = { status: 400, body: { param: '/keyword' } };
  t.match(await add(full, 'links'), { ...wrong, body: { param: '/keyword', error: /at most 20/ } });
  t.match(await add(every, 'links'), { ...wrong, body: { param: '/keyword', error: /every comment/ } });
  t.match(await add(full, '\u200b'), wrong);
  t.match(await add(full, 'x'.repeat(101)), wrong);
  t.equal((await add('rule_none', 'links')).status, 404);
  // two people at once lose none of the words
  const both = await rule(['link']);
  await Promise.all([add(both, 'one'), add(both, 'two')]);
  const { rules } = (await call('GET', '/v1/comment-dm-rules')).body;
  const found = rules.find(({ id }) => id === both);
  t.strictSame(found.keywords.toSorted(), ['link', 'one', 'two']);
});
