/** What the path names comes before what is wrong with the query or body, in every operation of the table. */
import t from 'tap';
import { type Operation, routesOf } from '../../src/api/operation.ts';
import { operations } from '../../src/service/operations.ts';
import { dashboardOperations } from '../../src/faces/dashboard/operations.ts';
import { setUp } from '../web/set-up.ts';
import { startService } from '../support/service.ts';
import { idFieldsOf } from '../support/table-inputs.ts';

const NOWHERE = '01JD0000000000000000000009';
const WRONG = { nonsense: 1 };

/** Requests to an operation with this id in their path and a field that it does not have, in the query and in the body. */
function wrongRequests(operation: Operation<never>, id: string) {
  return routesOf(operation).flatMap(({ method, path }) => {
    const filled = path.replace(/\{(id|userId)\}/, id).replaceAll(/\{\w+\}/g, '1');
    const ways: [path: string, body: object | undefined][] = [[`${filled}?nonsense=1`, undefined]];
    if (operation.body !== undefined) ways.push([filled, WRONG]);
    return ways.map(([where, body]) => ({ method: method.toUpperCase(), path: where, body }));
  });
}

void t.test(
  'an id that is not in the workspace is 404, whatever else is wrong with the request',
  async (t) => {
    const running = await startService(t);
    const neighbour = await running.neighbour();
    const { name, value } = await setUp(running);
    const session = { cookie: `${name}=${value}`, authorization: '', 'sec-fetch-site': 'same-origin' };
    const theirs = await running.call(
      'POST',
      '/v1/posts',
      { content: 'x', accountIds: [neighbour.accounts['instagram']], draft: true },
      { authorization: `Bearer ${neighbour.key}` },
    );
    const ofNeighbour: { [kind: string]: string } = {
      account: neighbour.accounts['instagram']!,
      post: theirs.body.post.id,
      actor: theirs.body.post.id,
    };
    let tried = 0;
    for (const operation of [...operations, ...dashboardOperations(null)] as Operation<never>[]) {
      const field = idFieldsOf(operation).fields.find(
        ({ place, name, kind }) => place === 'params' && (name === 'id' || kind === 'member'),
      );
      if (field === undefined) continue;
      for (const id of [`thing_${NOWHERE}`, ofNeighbour[field.kind]])
        if (id !== undefined)
          for (const { method, path, body } of wrongRequests(operation, id)) {
            const headers = path.startsWith('/app/') || operation.isForSessions ? session : {};
            const answer = await running.call(method, path, body, headers);
            t.strictSame(
              [answer.status, answer.body.code],
              [404, 'not_found'],
              `${operation.id}: ${method} ${path}`,
            );
            tried += 1;
          }
    }
    t.ok(tried > 100, `${tried} were tried`);
  },
);

void t.test('what is wrong with a request about something that is there is said', async (t) => {
  const running = await startService(t, { platforms: ['instagram'] });
  const accountId = running.accounts['instagram'];
  const { rule } = (await running.call('POST', '/v1/comment-dm-rules', { accountId, dmText: 'Hi' })).body;
  const post = (
    await running.call('POST', '/v1/posts', { content: 'x', accountIds: [accountId], draft: true })
  ).body.post;
  const tries: [method: string, path: string, body: object | undefined, param: string][] = [
    ['GET', `/v1/comment-dm-rules/${rule.id}/past-comments`, undefined, '/days'],
    ['POST', `/v1/comment-dm-rules/${rule.id}/past-comments`, { days: 99 }, '/days'],
    ['PATCH', `/v1/posts/${post.id}`, WRONG, '/nonsense'],
    ['GET', `/v1/actors/${post.id}?nonsense=1`, undefined, '/nonsense'],
    ['PATCH', `/v1/accounts/${accountId}`, WRONG, '/nonsense'],
  ];
  for (const [method, path, body, param] of tries) {
    const answer = await running.call(method, path, body);
    t.strictSame([answer.status, answer.body.param], [400, param], `${method} ${path}`);
  }
});
