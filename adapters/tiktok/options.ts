/** The post field for TikTok. */
import { Type } from 'typebox';
import { inForm } from '../port/form.ts';
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
            ...inForm('Who may see it', {
              hint: '',
              labels: {
                PUBLIC_TO_EVERYONE: 'Everybody',
                FOLLOWER_OF_CREATOR: 'Followers',
                MUTUAL_FOLLOW_FRIENDS: 'Friends',
                SELF_ONLY: 'Only you',
              },
              required: 'Choose who may see it on TikTok.',
            }),
          }),
        ),
        disableComment: Type.Optional(Type.Boolean(inForm('Turn comments off'))),
        disableDuet: Type.Optional(Type.Boolean(inForm('Turn duets off'))),
        disableStitch: Type.Optional(Type.Boolean(inForm('Turn stitches off'))),
      },
      closed,
    ),
  ),
};
