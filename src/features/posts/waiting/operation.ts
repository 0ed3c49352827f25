/** Posts that wait until an account is connected again: what there is to choose from before that (docs/contract.md, Accounts). */
import { Type } from 'typebox';
import { listWaitingPosts as findWaitingPosts } from '../../../../store/accounts.ts';
import { findPosts, type PostRow } from '../../../../store/posts.ts';
import { insistOnAccount } from '../../../api/named-accounts.ts';
import { reaches } from '../../../api/held.ts';
import { type Membership, workspaceOf } from '../../../api/principal.ts';
import { choice, idParams, instant, nullable, text, workspaceQuery } from '../../../api/schemas.ts';
import { isoOf, isoOrNull } from '../../../base/time.ts';
import { accountsOfPost } from '../../../kinds/views/limited-post.ts';
import { postExample } from '../../../kinds/views/post.ts';
import { operation } from '../context.ts';
import { heldBackAs } from './held-back.ts';

/** As many as one batch takes. */
const MAX_LISTED = 100;
/** As much of a text as a line shows, characters. */
const MAX_TEXT = 120;

export const listWaitingPosts = operation({
  id: 'listWaitingPosts',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/accounts/{id}/waiting-posts' },
  tag: 'Accounts',
  summary: 'List the posts that wait for an account',
  description: `They go out when the account is connected again. Those that should not are held back before that, with action \`hold_back\` of POST /v1/posts/batch. The first ${MAX_LISTED}, in the order in which they were to go out.`,
  params: idParams('account'),
  query: workspaceQuery,
  result: Type.Object({
    posts: Type.Array(
      Type.Object({
        id: Type.String(),
        text: text('The beginning of its text.'),
        scheduledAt: nullable(instant('When it was to go out.')),
        waitsUntil: instant('When it stops waiting: it ends without this account then.'),
        heldBackAs: choice(
          ['draft', 'left_out'],
          'What becomes of it if it is held back. `left_out`: it is or may be live somewhere, or goes to other accounts, and ends without this one.',
        ),
      }),
    ),
    more: Type.Boolean({ description: 'Whether there are others after these.' }),
  }),
  errors: { 404: 'There is no such account in the workspace' },
  example: {
    params: { id: postExample.accountIds[0]! },
    result: {
      posts: [
        {
          id: postExample.id,
          text: 'Rye is back on Friday',
          scheduledAt: '2026-05-04T08:00:00.000Z',
          waitsUntil: '2026-05-11T08:00:01.000Z',
          heldBackAs: 'draft',
        },
      ],
      more: false,
    },
  },
  handle: async ({ context: { sql }, principal, params: { id: accountId }, query }) => {
    const workspace = workspaceOf({ principal }, query.workspace);
    await insistOnAccount(sql, workspace, accountId);
    const find = { workspaceId: workspace.id, accountId, limit: MAX_LISTED + 1, textLimit: MAX_TEXT };
    const waiting = await findWaitingPosts(sql, find);
    const listed = waiting.slice(0, MAX_LISTED);
    const ids = listed.map(({ id }) => id);
    const rows = new Map((await findPosts(sql, ids, workspace.heldTo)).map((row) => [row.id, row]));
    const posts = listed.flatMap(({ id, text: start, plannedAt, until }) => {
      const row = rows.get(id);
      const becomes = row && becomesOf(row, accountId, workspace);
      // it has gone on since the first read
      if (!becomes) return [];
      const times = { scheduledAt: isoOrNull(plannedAt), waitsUntil: isoOf(until) };
      return [{ id, text: start, ...times, heldBackAs: becomes }];
    });
    return { body: { posts, more: waiting.length > MAX_LISTED } };
  },
});

/** Of a post that goes to accounts too which the caller does not reach, nothing is said of those. */
function becomesOf(row: PostRow, accountId: string, { heldTo }: Membership): 'draft' | 'left_out' | null {
  const becomes = heldBackAs(row.deliveries, accountId);
  const isWhole = accountsOfPost(row).every((one) => reaches(heldTo, one));
  return becomes === null || isWhole ? becomes : 'left_out';
}
