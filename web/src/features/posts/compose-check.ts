/** Checks whether a post can be saved as it is. Pure, except for the preview, which the service computes. */
import { useDebouncedValue } from '@mantine/hooks';
import type { Account, Input, Post, Preview } from '../../base/api.ts';
import { isWhole } from '../../base/parts/moment.ts';
import { useWorkspace } from '../../base/session.ts';
import { type Draft, type Timing, validateBodyOf } from './draft.ts';
import { usePreview } from './preview.tsx';

/** The preview is requested this long after the last key press, ms. */
const QUIET_MS = 350;

/**
 * Checks a draft while it is written: what is missing, what each network would show, and who would refuse it.
 * @param post that is edited; null means a new one
 * @param chosen accounts of the draft
 */
export function useCheck(form: { post: Post | null; draft: Draft; chosen: Account[]; isUploading: boolean }) {
  const { post, draft, chosen, isUploading } = form;
  const { slug } = useWorkspace();
  const platforms = new Set(chosen.map(({ platform }) => platform));
  const isEmpty = draft.accountIds.length === 0 || (draft.content.trim() === '' && draft.media.length === 0);
  const wanted = isEmpty ? null : JSON.stringify({ ...validateBodyOf(draft, chosen), workspace: slug });
  const [latest] = useDebouncedValue(wanted, QUIET_MS);
  const preview = usePreview(
    latest === null || wanted === null ? null : (JSON.parse(latest) as Input<'validatePost'>),
  );
  const isOld = wanted !== latest;

  // a draft may be saved unfinished
  const isUnfinishedFine = isDraft(draft.timing, post);
  const missing = whatIsMissing({ draft, platforms, isUploading, isUnfinishedFine });
  const refused = isOld || preview.data === undefined ? null : whoRefuses(preview.data);
  const isRefused = refused !== null && !isUnfinishedFine;

  return { platforms, preview, isOld, missing, refused, isRefused };
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
