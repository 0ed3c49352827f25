/** Warnings about settings of a rule that work, but are probably a mistake. */
import { type Static, Type } from 'typebox';
import { bytesOf, MAX_TEXT_BYTES } from '../../../machines/flow/fill.ts';
import type { RuleRow } from '../../../store/comment-rules.ts';
import type { Db } from '../../../store/connect.ts';
import { findMedia } from '../../../store/listed-posts.ts';
import { model, text } from '../../api/schemas.ts';

export const RuleWarning = model(
  'CommentRuleWarning',
  Type.Object({
    code: text(
      '`too_long`: the network takes fewer bytes, so the end of the message is cut. `unknown_media`: `mediaId` is no post that was read of the account.',
    ),
    path: text('JSON pointer of what it is about.'),
    message: text('What to look at.'),
  }),
);
type Warning = Static<typeof RuleWarning>;

/** @param db inside the transaction that stores the rule, or after it */
export async function ruleWarnings(
  db: Db,
  rule: Pick<RuleRow, 'dmText' | 'mediaId' | 'accountId'>,
): Promise<Warning[]> {
  return [...tooLong(rule), ...(await unknownMedia(db, rule))];
}

function tooLong({ dmText }: Pick<RuleRow, 'dmText'>): Warning[] {
  const bytes = bytesOf(dmText);
  if (bytes <= MAX_TEXT_BYTES) return [];
  const message = `dmText has ${bytes} bytes, and the network takes ${MAX_TEXT_BYTES}: the end is cut, addresses stay whole`;
  return [{ code: 'too_long', path: '/dmText', message }];
}

async function unknownMedia(
  db: Db,
  { accountId, mediaId }: Pick<RuleRow, 'mediaId' | 'accountId'>,
): Promise<Warning[]> {
  if (mediaId === null) return [];
  const media = await findMedia(db, { accountId, networkPostId: mediaId });
  if (media === undefined || media.listedAt === null || media.isKnown) return [];
  const message = `mediaId ${mediaId} is none of the posts that were read of the account: compare it with GET /v1/comment-dm-rules/media, which lists the latest`;
  return [{ code: 'unknown_media', path: '/mediaId', message }];
}
