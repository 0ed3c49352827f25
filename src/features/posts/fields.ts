/** The limits and the timing, which create, PATCH and validate share (docs/contract.md, Posts). */
import { Type } from 'typebox';

/** Characters of a text. */
export const MAX_CONTENT = 100_000;
export const MAX_ACCOUNTS = 100;
export const MAX_MEDIA = 40;
/** Characters of a media URL. */
export const MAX_URL = 2048;

export const timingFields = {
  scheduledAt: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'ISO date-time, read in the time zone of the workspace unless it carries Z or an offset. In the past: publishes at once.',
      examples: ['2026-05-04T10:00:00'],
    }),
  ),
  publishNow: Type.Optional(Type.Boolean({ description: 'Publish at once.' })),
  useNextSlot: Type.Optional(
    Type.Boolean({ description: 'Take the next free slot of the posting schedule.' }),
  ),
  draft: Type.Optional(Type.Boolean({ description: 'Save for review, or move back to drafts.' })),
};
