/** The first comment below a post: what an account gets of it, and how it is shown (docs/contract.md, First comments). */
import { networks } from '../../../adapters/networks.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { FirstComment } from '../../../machines/first-comment.ts';
import type { PostContext } from '../../../machines/post.ts';
import type { Override, PostExtras } from '../../../store/post-extras.ts';

const manifests: { [platform: string]: Manifest } = networks;

/** A first comment, as callers see it. */
export interface FirstCommentView {
  status: FirstComment['status'];
  networkCommentId: string | null;
  error: string | null;
}

/** What is known of a post's first comments: those that were started, and the accounts whose end the post has taken. */
export type CommentsState = Partial<Pick<PostContext, 'firstComments' | 'results'>>;

/** The entry of the overrides that counts for an account: its own before its platform's. -1 means that none does. */
export function entryFor(
  entries: readonly Override[],
  { id, platform }: { id: string; platform: string },
): number {
  const own = entries.findIndex(({ accountIds }) => accountIds?.includes(id));
  return own === -1 ? entries.findIndex(({ platforms }) => platforms?.includes(platform)) : own;
}

/**
 * The first comment of an account, whether its network takes one or not.
 * @returns the text, null if it gets none, and the JSON pointer of its field
 */
export function firstCommentFor(
  { overrides = [], firstComment }: Pick<PostExtras, 'overrides' | 'firstComment'>,
  account: { id: string; platform: string },
): { text: string | null; path: string } {
  const index = entryFor(overrides, account);
  const own = overrides[index]?.firstComment;
  return own === undefined
    ? { text: firstComment ?? null, path: '/firstComment' }
    : { text: own, path: `/overrides/${index}/firstComment` };
}

/** @returns null where the account gets none, and where the post went out without one */
export function firstCommentView(
  extras: PostExtras,
  account: { id: string; platform: string },
  { firstComments = {}, results = {} }: CommentsState,
): FirstCommentView | null {
  const started = firstComments[account.id];
  if (started) {
    const { status, networkCommentId, error } = started;
    return { status, networkCommentId, error };
  }
  const { text } = firstCommentFor(extras, account);
  const isTaken = manifests[account.platform]?.firstComment !== undefined;
  if (text === null || !isTaken || results[account.id]?.status === 'published') return null;
  return { status: 'pending', networkCommentId: null, error: null };
}
