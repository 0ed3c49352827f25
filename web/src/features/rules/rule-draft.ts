/** A rule that is being written, and the request made from it. Pure. */
import type { Rule, RuleTerms } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** Which posts are watched. */
export type Watched =
  | { kind: 'every' }
  /** The first post that is published from now on. */
  | { kind: 'next' }
  | { kind: 'none' }
  | { kind: 'post'; postId: string }
  | { kind: 'media'; mediaId: string };

/** A type alias, because an interface may get more fields: the form knows all of them. */
export type RuleDraft = {
  /** Empty: not chosen yet. */
  accountId: string;
  /** `none`: one post, which is not chosen yet. */
  watched: Watched;
  /** `every`: whatever a comment says. */
  match: Rule['match'] | 'every';
  keywords: string[];
  dmText: string;
  publicReplies: string[];
  /** A public reply is left out when it would come so many minutes after the message, or later; null means never. */
  publicReplyLateMinutes: number | null;
  /** Addresses in the message become short ones that count their clicks. */
  trackLinks: boolean;
  /** The automation that starts with the first answer to the message; null means none. */
  thenId: string | null;
};

export const emptyRule = (accountId: string, watched: Watched): RuleDraft => ({
  accountId,
  watched,
  match: 'contains',
  keywords: [],
  dmText: '',
  publicReplies: [],
  publicReplyLateMinutes: null,
  trackLinks: false,
  thenId: null,
});

export function draftOfRule(rule: Rule): RuleDraft {
  const { accountId, mediaId, postId, nextPost, keywords, match, dmText, publicReplies } = rule;
  const watched: Watched = nextPost
    ? { kind: 'next' }
    : postId !== null
      ? { kind: 'post', postId }
      : mediaId !== null
        ? { kind: 'media', mediaId }
        : { kind: 'every' };
  return {
    accountId,
    watched,
    match: keywords.length === 0 ? 'every' : match,
    keywords,
    dmText,
    publicReplies,
    publicReplyLateMinutes: rule.publicReplyLateMinutes,
    trackLinks: rule.trackLinks,
    thenId: rule.then?.automationId ?? null,
  };
}

/** What `JSON.stringify` made of a draft. @returns null for anything else: an earlier version of these pages may have written it */
export function parseRule(text: string): RuleDraft | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null; // not ours: nothing is restored
  }
  if (typeof read !== 'object' || read === null) return null;
  // a draft of before these fields
  const draft = { publicReplyLateMinutes: null, trackLinks: false, thenId: null, ...read };
  const { accountId, watched, match, keywords, dmText, publicReplies } = draft as { [name: string]: unknown };
  const { publicReplyLateMinutes, trackLinks, thenId } = draft as { [name: string]: unknown };
  const isKnown =
    typeof accountId === 'string' &&
    typeof dmText === 'string' &&
    isWatched(watched) &&
    ['contains', 'exact', 'every'].includes(String(match)) &&
    isTexts(keywords) &&
    isTexts(publicReplies) &&
    (publicReplyLateMinutes === null || typeof publicReplyLateMinutes === 'number') &&
    typeof trackLinks === 'boolean' &&
    (thenId === null || typeof thenId === 'string');
  return isKnown ? (draft as RuleDraft) : null;
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function isWatched(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, postId, mediaId } = value as { [name: string]: unknown };
  if (kind === 'every' || kind === 'next' || kind === 'none') return true;
  return kind === 'post' ? typeof postId === 'string' : kind === 'media' && typeof mediaId === 'string';
}

/** The rule that a draft makes. Empty public replies are left out. */
export function termsOf(draft: RuleDraft): RuleTerms {
  const { watched, match, keywords, dmText, publicReplies, publicReplyLateMinutes, trackLinks, thenId } =
    draft;
  return {
    mediaId: watched.kind === 'media' ? watched.mediaId : null,
    postId: watched.kind === 'post' ? watched.postId : null,
    nextPost: watched.kind === 'next',
    keywords: match === 'every' ? [] : keywords,
    match: match === 'every' ? 'contains' : match,
    dmText,
    publicReplies: publicReplies.filter((reply) => reply.trim() !== ''),
    publicReplyLateMinutes,
    trackLinks,
    then: thenId === null ? null : { automationId: thenId },
  };
}

/** What is still missing, by its field. */
export function missingIn({ accountId, watched, match, keywords, dmText }: RuleDraft): {
  [field in keyof RuleDraft]?: string;
} {
  return {
    ...(accountId === '' && { accountId: t('Choose an account.') }),
    ...(watched.kind === 'none' && { watched: t('Choose a post.') }),
    ...(match !== 'every' && keywords.length === 0 && { keywords: t('Write a keyword, then press Enter.') }),
    ...(dmText.trim() === '' && { dmText: t('Write the message.') }),
  };
}

/** Fields of the API that the form calls something else, or shows in another field. */
const FIELDS: { [name: string]: keyof RuleDraft } = {
  platform: 'accountId',
  mediaId: 'watched',
  postId: 'watched',
  nextPost: 'watched',
  match: 'keywords',
  then: 'thenId',
};

/**
 * Where an error of the service belongs, and what it says there: an error of one keyword names it.
 * @param error.param JSON pointer
 * @param draft that was sent: empty public replies are not among those that the service counts
 * @returns null where the form has a field of that name
 */
export function placeOf(
  { param, message }: { param: string; message: string },
  draft: Pick<RuleDraft, 'keywords' | 'publicReplies'>,
): { path: string; message: string } | null {
  const [, name = '', index] = param.split('/');
  const keyword = name === 'keywords' && index !== undefined ? draft.keywords[Number(index)] : undefined;
  if (keyword !== undefined) return { path: 'keywords', message: `“${keyword}”: ${message}` };
  if (name === 'publicReplies' && index !== undefined)
    return { path: `publicReplies.${whereIs(Number(index), draft.publicReplies)}`, message };
  const path = FIELDS[name];
  return path === undefined ? null : { path, message };
}

/** Where the n-th public reply that is not empty is among all. */
function whereIs(index: number, replies: readonly string[]): number {
  const filled = replies.flatMap((reply, place) => (reply.trim() === '' ? [] : [place]));
  return filled[index] ?? 0;
}

/** The message as a person gets it. @param username their handle */
export const filledIn = (text: string, username: string): string => text.replaceAll('{username}', username);
