/** The post field for TikTok. */
import { Type } from 'typebox';
import type { PostOptions } from '../port/manifest.ts';

/** Who may see a video, as TikTok names them. */
export const PRIVACY_LEVELS = [
  'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
  'SELF_ONLY',
] as const;
const closed = { additionalProperties: false };

export const options: PostOptions = {
  tiktokSettings: Type.Optional(
    Type.Object(
      {
        privacyLevel: Type.Optional(
          Type.Enum([...PRIVACY_LEVELS], {
            type: 'string',
            description: 'Who may see the video.',
          }),
        ),
        disableComment: Type.Optional(Type.Boolean()),
        disableDuet: Type.Optional(Type.Boolean()),
        disableStitch: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
  ),
};
