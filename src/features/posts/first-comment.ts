/** The first comment below a post: how it is asked for, and whether an account's network takes it (docs/contract.md, First comments). */
import { Type } from 'typebox';
import type { AccountFacts } from '../../../adapters/port/account.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { TextLength } from '../../../adapters/port/measure.ts';
import type { FieldWarning, Refusal, Values } from '../../../adapters/port/publish.ts';
import type { PostExtras } from '../../../store/post-extras.ts';
import { invalid } from '../../api/problem.ts';
import { firstCommentFor } from '../../kinds/views/first-comment.ts';

/** More than any network takes. */
export const MAX_FIRST_COMMENT = 10_000;

/** The field, of a post or of an override, without null. */
export const firstCommentField = (description?: string) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_FIRST_COMMENT,
    ...(description !== undefined && { description }),
  });

/**
 * What a body says, over what the post had. null takes it away.
 * @throws Problem 400 for a comment without words
 */
export function commentAfter(
  written: string | null | undefined,
  before: string | undefined,
): { firstComment?: string } {
  const text = written === undefined ? before : written;
  if (typeof text !== 'string') return {};
  insistOnWords(text, '/firstComment');
  return { firstComment: text };
}

/** @throws Problem 400 for a comment without words */
export function insistOnWords(text: string, path: string): void {
  if (text.trim() !== '') return;
  throw invalid(path, 'firstComment must not be empty: write a text, or leave it out', {
    code: 'content_required',
  });
}

/** The first comment of an account, as it would be sent. */
export interface PlannedComment {
  text: string;
  length: TextLength;
}

/** What becomes of the first comment on an account. */
interface CommentPlan {
  /** null if the account gets none. */
  comment: PlannedComment | null;
  warnings: FieldWarning[];
  refusals: Refusal[];
}

export function planComment(
  { firstComment: port, name }: Pick<Manifest, 'firstComment' | 'name'>,
  extras: PostExtras,
  account: AccountFacts,
): CommentPlan {
  const { text, path: param } = firstCommentFor(extras, account);
  if (text === null) return { comment: null, warnings: [], refusals: [] };
  if (!port) {
    const message = `firstComment: ${name} takes no first comment, so it is left out.`;
    return { comment: null, warnings: [{ code: 'first_comment_ignored', param, message }], refusals: [] };
  }
  const refusals: Refusal[] = [];
  const refuse = (code: Refusal['code'], message: string, values?: Values) =>
    refusals.push({ code, param, message, ...(values && { values }) });
  if (!isAllowed(port, account.scopes ?? null))
    refuse(
      'permission_missing',
      `firstComment: ${name} was connected without the permission to comment: connect again to allow first comments.`,
    );
  const length = port.length(text, account);
  if (length.limit !== null && length.used > length.limit)
    refuse(
      'text_too_long',
      `firstComment: ${name} takes ${length.limit} ${UNITS[length.unit]} and the comment has ${length.used}. Shorten it.`,
      length.unit === 'bytes' ? undefined : { length: length.used, limit: length.limit },
    );
  return { comment: { text, length }, warnings: [], refusals };
}

const UNITS: { [unit in TextLength['unit']]: string } = {
  characters: 'characters',
  graphemes: 'characters',
  utf16_units: 'characters',
  bytes: 'bytes',
  weight: 'characters by its own count',
};

/** @param granted null means that it is not known */
function isAllowed(
  { scopes, isScopeNew }: NonNullable<Manifest['firstComment']>,
  granted: readonly string[] | null,
): boolean {
  if (!scopes) return true;
  if (granted === null) return isScopeNew !== true;
  return scopes.some((scope) => granted.includes(scope));
}
