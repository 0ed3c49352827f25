/** Checks whether a post can be saved as it is. Pure. */
import type { Account, Post, Preview } from '../../base/api.ts';
import { isWhole } from '../../base/parts/moment.ts';
import type { Composer } from './composer/shapes.ts';
import type { Draft, Timing } from './draft.ts';

/**
 * What is missing in a text, and who would refuse it.
 * @param form.post that is edited; null means a new one
 * @param form.chosen accounts of the draft
 */
export function whatStops(
  { check, uploads }: Pick<Composer, 'check' | 'uploads'>,
  form: { post: Post | null; draft: Draft; chosen: Account[] },
) {
  const { post, draft, chosen } = form;
  const platforms = new Set(chosen.map(({ platform }) => platform));
  // a draft may be saved unfinished
  const isUnfinishedFine = isDraft(draft.timing, post);
  const missing = whatIsMissing({ draft, platforms, isUploading: uploads > 0, isUnfinishedFine });
  const refused = check.state === 'refused' && check.preview !== null ? whoRefuses(check.preview) : null;
  const isRefused = refused !== null && !isUnfinishedFine;
  return { platforms, missing, refused, isRefused };
}

function whatIsMissing(form: {
  draft: Draft;
  platforms: Set<string>;
  isUploading: boolean;
  isUnfinishedFine: boolean;
}): string | null {
  const { draft, platforms, isUploading, isUnfinishedFine } = form;
  const { accountIds, content, media, timing, at, options } = draft;
  if (isUploading) return 'A file is still being uploaded.';
  if (content.trim() === '' && media.length === 0) return 'Write something, or add a picture.';
  if (accountIds.length === 0) return 'Choose an account.';
  if (isUnfinishedFine) return null;
  if (platforms.has('pinterest') && options.pinterestBoardId === '') return 'Choose a board for Pinterest.';
  if (platforms.has('tiktok') && options.tiktokPrivacy === '') return 'Choose who may see it on TikTok.';
  if (timing === 'at' && !isWhole(at)) return 'Choose a day and a time.';
  return null;
}

const isDraft = (timing: Timing, post: Post | null): boolean =>
  timing === 'draft' || (timing === 'keep' && post?.status === 'draft');

function whoRefuses({ accounts }: Preview): string | null {
  const refusing = accounts.filter(({ refusals }) => refusals.length > 0).length;
  if (refusing === 0) return null;
  return `${refusing} of ${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'} would refuse this: see the preview.`;
}
