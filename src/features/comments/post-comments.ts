/** The comments of a post, read at every network it is on (docs/contract.md, Comments and inbox). */
import { Type } from 'typebox';
import type { DeliveryContext } from '../../../machines/delivery/index.ts';
import { readCommentIdsOfPost, readPlacedComments, type PlacedComment } from '../../../store/comments.ts';
import { findPost } from '../../../store/posts.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { idParams, workspaceQuery } from '../../api/schemas.ts';
import { readAs, wordsOf } from './as-account.ts';
import { type CommentsContext, operation } from './context.ts';
import { factOf, type PostRead, readPost } from './network-reads.ts';
import { errorsField, type NetworkError } from './network-error.ts';
import { Comment, commentExample, nested, type PublicComment } from './comment-view.ts';
import { takeFacts } from './take.ts';
import { within } from '../../api/held.ts';
import { limitedPost } from '../../kinds/views/limited-post.ts';

/** For all pages of one network. */
const TIMEOUT_MS = 20_000;
/** By how much the clock of a network may be behind ours: a younger comment may be missing from its list still. */
const SKEW_MS = 60_000;

export const getPostComments = operation({
  id: 'getPostComments',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/posts/{id}/comments' },
  tool: { name: 'get_post_comments' },
  tag: 'Comments',
  summary: 'Read the comments of a post',
  description:
    'Read at every network the post is on, with each call: newest first, with replies below, oldest first. About 500 comments of each network. What could not be read is in `errors`, beside what came.',
  params: idParams('post'),
  query: workspaceQuery,
  result: Type.Object({
    comments: Type.Array(Comment),
    incomplete: Type.Boolean({ description: 'A network has more comments than are listed.' }),
    errors: errorsField,
  }),
  errors: { 404: 'There is no such post in the workspace' },
  example: {
    params: { id: commentExample.post.id! },
    result: { comments: [commentExample], incomplete: false, errors: [] },
  },
  handle: async (call) => {
    const { context } = call;
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const post = await findPost(context.sql, { id, ...within(workspace) });
    if (!post) throw notFound('post', id);
    const live = limitedPost(post, workspace.heldTo)
      .deliveries.map(({ context: delivery }) => delivery as DeliveryContext)
      .filter(({ networkPostId, platform }) => networkPostId && context.adapters[platform]?.comments);
    const read = await Promise.all(live.map((delivery) => readOne(context, delivery)));
    return {
      body: {
        comments: nested(
          read.flatMap(({ visible }) => visible),
          context.clock(),
        ),
        incomplete: read.some(({ isComplete }) => !isComplete),
        errors: read.flatMap(({ errors }) => errors),
      },
    };
  },
});

/**
 * Reads the comments of one network post, and stores what came.
 * @param post an account of a network with comments, and the network's own id of the post
 * @returns comments newest first, with replies below, and what kept them or a part of them away; null if nothing
 */
export async function readNetworkPost(
  context: CommentsContext,
  post: Pick<DeliveryContext, 'accountId' | 'platform'> & { networkPostId: string },
): Promise<{ comments: PublicComment[]; error: string | null }> {
  const { visible, errors } = await readOne(context, post);
  return { comments: nested(visible, context.clock()), error: errors[0]?.error ?? null };
}

interface OneRead {
  visible: PlacedComment[];
  isComplete: boolean;
  errors: NetworkError[];
}

/** Reads the comments of one delivery, and stores what came. */
async function readOne(
  context: CommentsContext,
  { accountId, platform, networkPostId }: Pick<DeliveryContext, 'accountId' | 'platform' | 'networkPostId'>,
): Promise<OneRead> {
  const postId = networkPostId!;
  const errors = (error: string) => [{ accountId, platform, error }];
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const read = await readAs<PostRead>(context, { accountId, signal }, (step) => readPost(step, postId));
  if ('kind' in read) return { visible: [], isComplete: false, errors: errors(wordsOf(read)) };
  await storeRead(context, { accountId, networkPostId: postId }, read);
  const ids = read.comments.map(({ id }) => id);
  const visible = await readPlacedComments(context.sql, { accountId, ids });
  const { isComplete, error } = read;
  return { visible, isComplete, errors: error === null ? [] : errors(error) };
}

/** Stores comments as they are at the network. What a complete list lacks is gone. */
async function storeRead(
  { node, onArrived }: CommentsContext,
  { accountId, networkPostId }: { accountId: string; networkPostId: string },
  { comments, isComplete, begunAt }: PostRead,
): Promise<void> {
  await node.command(async (tx, turn) => {
    const facts = comments.map((comment) => factOf(comment, begunAt));
    const there = new Set(comments.map(({ id }) => id));
    const before = begunAt - SKEW_MS;
    const storedIds = isComplete ? await readCommentIdsOfPost(tx, { accountId, networkPostId, before }) : [];
    for (const id of storedIds) {
      if (!there.has(id)) facts.push({ kind: 'deleted', id, at: begunAt, text: null });
    }
    const { feed, ...intake } = await takeFacts(tx, turn, { id: accountId, receivingSince: null }, { facts });
    await onArrived(tx, turn, { accountId, ...intake });
    return { result: undefined, feed };
  });
}
