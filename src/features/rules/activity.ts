/** What a rule did, and the posts that a rule can watch (docs/contract.md, Comment-to-DM rules). */
import { Type } from 'typebox';
import type { CommentedPost } from '../../../adapters/port/comments.ts';
import { savePostsListed } from '../../../store/listed-posts.ts';
import { findOwnPosts } from '../../../store/network-posts.ts';
import { listActivity } from '../../../store/private-replies.ts';
import { nextOf, pages } from '../../api/paging.ts';
import { workspaceOf } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import {
  closed,
  idParams,
  instant,
  model,
  nullable,
  resourceId,
  text,
  workspaceField,
} from '../../api/schemas.ts';
import { postRows, readAs, takeFacts, wordsOf } from '../comments/index.ts';
import type { Turn } from '../../engine/turn.ts';
import { isoOf } from '../../base/time.ts';
import { operation, type RulesContext } from './context.ts';
import { ruleAccount, ruleIn } from './operations.ts';
import { readPlaces } from './queue-views.ts';
import { activityExample, publicActivity, RuleActivity, ruleExample } from './views.ts';

const page = pages(25);
/** How long the network is waited for, ms. */
const READ_MS = 10_000;

export const listRuleEvents = operation({
  id: 'listCommentRuleEvents',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/comment-dm-rules/{id}/events' },
  tag: 'Comment-to-DM rules',
  summary: 'List what a rule did',
  description:
    'The comments that it matched, newest first, with what became of each. Kept for 90 days. Messages that wait in the queue are listed with `queued=true`.',
  params: idParams('comment_rule'),
  query: Type.Object(
    {
      queued: Type.Optional(
        Type.Boolean({ description: 'Also list the messages that wait. Default: false.' }),
      ),
      ...page.fields,
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    events: Type.Array(RuleActivity),
    next: nullable(text('What `before` takes for the next page.')),
  }),
  errors: { 404: 'There is no such rule in the workspace' },
  example: { params: { id: ruleExample.id }, result: { events: [activityExample], next: null } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const { sql } = call.context;
    const { accountId } = await ruleIn(sql, { id, workspace });
    const range = page.read(call.query);
    const { queued = false } = call.query;
    const rows = await listActivity(sql, { ruleId: id, workspaceId: workspace.id, queued, ...range });
    const places = await readPlaces(call.context, { accountId, rows, now: call.now });
    const events = rows.map((row) => publicActivity(row, places.get(row.id)));
    return { body: { events, next: nextOf(rows, range) } };
  },
});

const RuleMedia = model(
  'CommentRuleMedia',
  Type.Object({
    id: text("The network's id: what `mediaId` takes."),
    type: nullable(text("The network's own word: IMAGE, VIDEO, CAROUSEL_ALBUM …")),
    text: text('Its caption.'),
    url: nullable(text('Its address.')),
    thumbnailUrl: nullable(text('A picture of it.')),
    publishedAt: instant('When it went out.'),
    postId: nullable(text('The post of this service; null if it was made elsewhere.')),
  }),
);

export const listRuleMedia = operation({
  id: 'listCommentRuleMedia',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/comment-dm-rules/media' },
  tag: 'Comment-to-DM rules',
  summary: 'List the posts that a rule can watch',
  description: "The account's latest posts, read at the network, newest first.",
  query: Type.Object({ accountId: resourceId('account'), ...workspaceField }, closed),
  result: Type.Object({ media: Type.Array(RuleMedia) }),
  errors: {
    404: 'There is no such account in the workspace',
    502: "The network refused; the error has the network's words",
  },
  example: {
    query: { accountId: ruleExample.accountId },
    result: {
      media: [
        {
          id: '17895695668004550',
          type: 'IMAGE',
          text: 'Fresh bread at seven',
          url: 'https://www.instagram.com/p/C6pZ1/',
          thumbnailUrl: null,
          publishedAt: '2026-05-04T08:00:00.000Z',
          postId: null,
        },
      ],
    },
  },
  handle: async (call) => {
    const { context } = call;
    const workspace = workspaceOf(call, call.query.workspace);
    const account = await ruleAccount(context, workspace, call.query);
    const signal = AbortSignal.timeout(READ_MS);
    const found = await readAs(context, { accountId: account.id, signal }, async ({ port, ...step }) =>
      port.posts ? port.posts({ ...step, cursor: null }) : { kind: 'missing' as const, reason: 'no list' },
    );
    if (found.kind !== 'page')
      throw new Problem('network_refused', wordsOf(found), { accountId: account.id });
    await keepPosts(context, account.id, found.items);
    const ours = await findOwnPosts(context.sql, {
      accountId: account.id,
      networkPostIds: found.items.map(({ networkPostId }) => networkPostId),
    });
    const media = found.items.map((item) => ({
      id: item.networkPostId,
      type: item.type,
      text: item.text,
      url: item.url,
      thumbnailUrl: item.thumbnailUrl,
      publishedAt: isoOf(item.publishedAt),
      postId: ours.get(item.networkPostId) ?? null,
    }));
    return { body: { media } };
  },
});

/** Stores which posts an account has, so that a rule that names another one can be warned of. */
async function keepPosts(
  { node, sql, clock }: RulesContext,
  accountId: string,
  items: readonly CommentedPost[],
): Promise<void> {
  const posts = items.flatMap((post) => postRows(post));
  await node.command(async (tx, turn: Turn) => {
    const { feed } = await takeFacts(tx, turn, { id: accountId, receivingSince: null }, { facts: [], posts });
    return { result: undefined, feed };
  });
  await savePostsListed(sql, { accountId, at: clock() });
}
