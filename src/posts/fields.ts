/** Fields that create, PATCH and validate share: the timing, and the options of single networks. */
import { Type } from 'typebox';

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

export { postOptions } from '../../adapters/options.ts';

/** A post as the examples show it. */
export const postExample = {
  id: 'post_01JD0000000000000000000001',
  content: 'Hello from all of us',
  status: 'publishing',
  scheduledAt: '2026-05-04T08:00:00.000Z',
  scheduledLocal: '2026-05-04T10:00:00',
  timezone: 'Europe/Berlin',
  publishedAt: null,
  accountIds: ['acc_01JD0000000000000000000001'],
  media: [],
  metrics: null,
  error: null,
  warnings: [],
  deliveries: [
    {
      accountId: 'acc_01JD0000000000000000000001',
      platform: 'bluesky',
      status: 'sending',
      attempt: 1,
      nextAttemptAt: null,
      networkPostId: null,
      url: null,
      error: null,
      warnings: [],
    },
  ],
  createdAt: '2026-05-04T08:00:00.000Z',
  updatedAt: '2026-05-04T08:00:00.000Z',
};
