/** Reviews of a location: the calls as Google documents them, and what its responses mean. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { comments } from '../../adapters/google_business/comments.ts';
import type { Json } from '../../machines/outcome.ts';
import { scriptedCall } from './bench.ts';

const NOW = Date.UTC(2026, 9, 1, 8);
const REVIEWS = 'https://posts.test/v4/accounts/111/locations/222/reviews';

const stepWith = (...responses: (Response | Error)[]) =>
  scriptedCall(
    responses,
    {
      platform: 'google_business',
      remoteId: 'locations/222',
      username: 'Rosa',
      endpoints: { posts: 'https://posts.test' },
      credentials: { accessToken: 'ya29.geheim', account: 'accounts/111' },
    },
    NOW,
  );

/** As in Google's reference of `accounts.locations.reviews`. */
const REVIEW: { [name: string]: Json } = {
  name: 'accounts/111/locations/222/reviews/AbF',
  reviewId: 'AbF',
  reviewer: { displayName: 'Bo', profilePhotoUrl: 'https://lh3.googleusercontent.com/a', isAnonymous: false },
  starRating: 'FIVE',
  comment: 'Great yard',
  createTime: '2026-05-01T08:00:00Z',
  updateTime: '2026-05-01T08:00:00Z',
  reviewReply: { comment: 'Thanks', updateTime: '2026-05-02T08:00:00Z', reviewReplyState: 'APPROVED' },
};

async function list(...rows: Json[]) {
  const { step } = stepWith(Response.json({ reviews: rows }));
  const page = await comments.list({ ...step, networkPostId: null, cursor: null });
  ok(page.kind === 'page');
  return page.items;
}

void t.test('the calls are the ones of the reference', async () => {
  const { step, requests } = stepWith(
    Response.json({ reviews: [REVIEW], nextPageToken: 'n 2' }),
    Response.json({}),
    Response.json({ comment: 'Hi', updateTime: '2026-05-02T08:00:00Z' }),
    Response.json({}),
    Response.json(REVIEW),
  );
  const page = await comments.list({ ...step, networkPostId: null, cursor: null });
  equal(page.kind === 'page' && page.cursor, 'n 2');
  deepEqual(await comments.list({ ...step, networkPostId: null, cursor: 'n 2' }), {
    kind: 'page',
    items: [],
    cursor: null,
  });
  deepEqual(await comments.reply?.({ ...step, commentId: 'AbF', text: 'Hi' }), {
    kind: 'done',
    id: 'AbF:reply',
  });
  deepEqual(await comments.delete?.({ ...step, commentId: 'AbF:reply' }), { kind: 'done', id: 'AbF:reply' });
  await comments.read?.({ ...step, commentId: 'AbF' });
  deepEqual(
    requests.map(({ method, url }) => `${method} ${url}`),
    [
      `GET ${REVIEWS}?pageSize=50&orderBy=updateTime+desc`,
      `GET ${REVIEWS}?pageSize=50&orderBy=updateTime+desc&pageToken=n+2`,
      `PUT ${REVIEWS}/AbF/reply`,
      `DELETE ${REVIEWS}/AbF/reply`,
      `GET ${REVIEWS}/AbF`,
    ],
  );
  deepEqual(await requests[2]?.json(), { comment: 'Hi' });
  for (const { headers } of requests) equal(headers.get('authorization'), 'Bearer ya29.geheim');
});

void t.test('stars, missing words, hidden names and refused replies are read', async () => {
  const [review, reply] = await list(REVIEW);
  deepEqual(
    [review?.id, review?.rating, review?.createdAt, review?.from.name],
    ['AbF', 5, Date.UTC(2026, 4, 1, 8), 'Bo'],
  );
  deepEqual(
    [reply?.id, reply?.parentId, reply?.createdAt, reply?.hidden],
    ['AbF:reply', 'AbF', Date.UTC(2026, 4, 2, 8), false],
  );
  const { comment: _, reviewReply: __, ...stars } = REVIEW;
  const [bare, ...none] = await list({ ...stars, starRating: 'STAR_RATING_UNSPECIFIED' });
  deepEqual([bare?.text, bare?.rating, none], ['', null, []]);
  const [anonymous] = await list({ ...stars, reviewer: { displayName: 'A Google user', isAnonymous: true } });
  equal(anonymous?.from.name, null);
  const refused = { comment: 'No', updateTime: '2026-05-02T08:00:00Z', reviewReplyState: 'REJECTED' };
  equal((await list({ ...REVIEW, reviewReply: refused }))[1]?.hidden, true);
  deepEqual(await list(null, 'x', {}, { reviewId: '' }), []);
});

void t.test('a body that is no list proves nothing', async () => {
  for (const answer of [new Response('<html>'), Response.json({ reviews: 'x' })]) {
    const { step } = stepWith(answer);
    equal((await comments.list({ ...step, networkPostId: null, cursor: null })).kind, 'retry');
  }
});

void t.test(
  'a project without quota is no reason to try again; a lack of scope asks for a new sign-in',
  async () => {
    const error = (code: number, details: Json[]) =>
      Response.json({ error: { code, message: 'No', status: 'X', details } }, { status: code });
    const noQuota = error(429, [{ reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_limit_value: '0' } }]);
    const noScope = error(403, [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }]);
    const reply = (answer: Response) =>
      comments.reply?.({ ...stepWith(answer).step, commentId: 'AbF', text: 'Hi' });
    equal((await reply(noQuota))?.kind, 'rejected');
    equal((await reply(noScope))?.kind, 'reauthorize');
  },
);
