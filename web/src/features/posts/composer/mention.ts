/** A person who was picked: their network gets the mention, the others the name. Pure. */
import type { Reply } from '../../../base/operations.ts';
import type { Draft } from '../draft.ts';
import { networkTextOf, withNetworkText } from '../own-text.ts';

export type Person = Reply<'listMentions'>['people'][number];

/** What the others get: a mention would mean somebody else there, or nobody. */
export const plainName = ({ name, mention }: Person): string => name ?? mention.replace(/^(@|u\/)/, '');

/**
 * The draft after a person was picked in the common text: their network has a text of its own, with the mention at the caret. Where it
 * had one before, the mention is at its end. The common text is as it was.
 */
export function withMention(
  draft: Draft,
  { platform, mention }: Person,
  [start, end]: readonly [number, number],
): Draft {
  const { content, overrides } = draft;
  const own = networkTextOf(overrides, platform);
  const text =
    own === null
      ? content.slice(0, start) + mention + content.slice(end)
      : `${own}${/(^|\s)$/.test(own) ? '' : ' '}${mention}`;
  return { ...draft, overrides: withNetworkText(overrides, platform, text) };
}
