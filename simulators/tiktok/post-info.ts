/** What the network accepts of the text and settings of a post. */
import { refusal } from './errors.ts';
import { type Body, textIn } from './input.ts';
import { type Account, MAX_CAPTION, MAX_DESCRIPTION, MAX_TITLE, type Post } from './state.ts';

export function levelsOf({ username }: Account): string[] {
  const first = username.startsWith('private') ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE';
  return [first, 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
}

/** What both kinds of posts must say; null where it is said. */
export function infoFault(account: Account, info: Body, kind: Post['kind']): Response | null {
  const level = info['privacy_level'];
  if (typeof level !== 'string') return refusal(400, 'invalid_params', 'privacy_level is required');
  if (!levelsOf(account).includes(level)) {
    return refusal(
      403,
      'privacy_level_option_mismatch',
      'The privacy_level is not one of those in privacy_level_options.',
    );
  }
  if (kind === 'video' && info['disable_stitch'] !== true) {
    return refusal(400, 'invalid_params', 'stitch is disabled by the creator');
  }
  const title = textIn(info, 'title');
  const most = kind === 'video' ? MAX_CAPTION : MAX_TITLE;
  if (title.length > most) return refusal(400, 'invalid_params', `title is longer than ${most}`);
  if (textIn(info, 'description').length > MAX_DESCRIPTION) {
    return refusal(400, 'invalid_params', `description is longer than ${MAX_DESCRIPTION}`);
  }
  return null;
}
