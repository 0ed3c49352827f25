/** Checks whether a post can be saved as it is. Pure. */
import type { Post } from '../../base/api.ts';
import { isWhole } from '../../base/parts/moment.ts';
import { type PlannedAccount, refusing } from './composer/refusing.ts';
import type { Composer } from './composer/shapes.ts';
import type { Draft, Timing } from './draft.ts';
import { missingOption } from './options/fields.ts';
import { t } from '../../base/language/text.ts';

/** What keeps a post from being saved. */
export interface Stops {
  /** What a person still has to do; null if nothing. */
  missing: string | null;
  /** The accounts that refuse it, or will. */
  refusing: readonly PlannedAccount[];
  /** How many accounts take it. */
  left: number;
  /** It is saved as a draft: that may be unfinished. */
  isUnfinishedFine: boolean;
}

/**
 * @param form.post that is edited; null means a new one
 * @param form.platforms networks of the chosen accounts
 */
export function whatStops(
  { check, uploads }: Pick<Composer, 'check' | 'uploads'>,
  form: { post: Post | null; draft: Draft; platforms: Set<string> },
): Stops {
  const { post, draft, platforms } = form;
  const isUnfinishedFine = isDraft(draft.timing, post);
  const missing = whatIsMissing({ draft, platforms, isUploading: uploads > 0, isUnfinishedFine });
  const accounts = check.state === 'refused' ? check.preview!.accounts : [];
  const refused = refusing(accounts);
  // a series leaves nobody out by itself
  const toLeaveOut =
    draft.timing === 'repeat' && refused.length > 0 ? t('Leave out the accounts that refuse it.') : null;
  return {
    missing: missing ?? toLeaveOut,
    refusing: refused,
    left: accounts.length - refused.length,
    isUnfinishedFine,
  };
}

function whatIsMissing(form: {
  draft: Draft;
  platforms: Set<string>;
  isUploading: boolean;
  isUnfinishedFine: boolean;
}): string | null {
  const { draft, platforms, isUploading, isUnfinishedFine } = form;
  const { accountIds, content, media, timing, at, options } = draft;
  if (isUploading) return t('A file is still being uploaded.');
  if (content.trim() === '' && media.length === 0) return t('Write something, or add a picture.');
  if (accountIds.length === 0) return t('Choose an account.');
  if (isUnfinishedFine) return null;
  const option = missingOption(options, platforms);
  if (option !== null) return option;
  if (timing === 'repeat' && draft.repeat.ends === 'on' && draft.repeat.until === '')
    return t('Choose the last day.');
  if ((timing === 'at' || timing === 'repeat') && !isWhole(at)) return t('Choose a day and a time.');
  return null;
}

const isDraft = (timing: Timing, post: Post | null): boolean =>
  timing === 'draft' || (timing === 'keep' && post?.status === 'draft' && post.approval !== 'requested');
