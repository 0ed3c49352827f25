/** Hosts the files of a change that is asked for, before its transaction: a download may take long. */
import type { PostEvent } from '../../../../machines/post.ts';
import { findPost, type PostRow } from '../../../../store/posts.ts';
import type { Call } from '../../../api/operation.ts';
import { within } from '../../../api/held.ts';
import type { Membership } from '../../../api/principal.ts';
import { Problem } from '../../../api/problem.ts';
import { needsApproval } from '../../../api/roles.ts';
import type { Content } from '../content.ts';
import type { PostsContext } from '../context.ts';
import type { Timing } from '../draft.ts';
import { contentAfter } from '../request.ts';
import { beforeOf, changeByWriter } from './after-change.ts';
import { foreignFiles, hostFiles, type Hosted, withHosted } from './foreign-files.ts';

type Changing = Pick<Call<PostsContext>, 'context' | 'now' | 'principal'> & {
  params: { id: string };
  body: Parameters<typeof contentAfter>[0];
};

/** Whether a post waits for an approval. */
export const isRequested = (post: PostRow): boolean => beforeOf(post).approval?.state === 'requested';

/** Whether the files of a post have to be here after an event: it waits for an approval then. */
export const needsHosting = (event: PostEvent, before: PostRow, { approval }: Membership): boolean =>
  event.type === 'ask' || (approval === true && event.type === 'edit' && isRequested(before));

/**
 * @returns the addresses of the files here; none where nothing is asked for. The post may change before the transaction.
 * @throws Problem that names a file which cannot be had
 */
export async function hostBefore(
  call: Changing,
  workspace: Membership,
  timing: Timing | null,
): Promise<Hosted> {
  const { context, now, principal } = call;
  if (workspace.approval !== true) return new Map();
  const before = await findPost(context.sql, { id: call.params.id, ...within(workspace) });
  if (!before) return new Map(); // the transaction says so
  const content = await contentAfter(call.body, before, context.posts.readAccounts);
  const asks =
    needsApproval(principal, workspace) &&
    changeByWriter(beforeOf(before), content, { timing, now }).kind === 'ask';
  return asks || isRequested(before) ? hostFiles(call, workspace.id, content) : new Map();
}

/** @throws Problem 409 where the post has files that were not hosted before: it was changed meanwhile */
export function insistOnHosted(
  { context }: Pick<Changing, 'context'>,
  content: Content,
  hosted: Hosted,
): Content {
  const after = withHosted(content, hosted);
  if (foreignFiles(context, after).length === 0) return after;
  throw new Problem('conflict', 'the post was changed at the same time: read it, and send the change again', {
    values: { reason: 'changed' },
  });
}
