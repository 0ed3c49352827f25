/** Options of a post for single networks: requests take them, answers show them (docs/contract.md, Posts). */
import { Type } from 'typebox';
import { closed } from '../../api/schemas.ts';

const choice = (values: string[], description: string) => Type.Enum(values, { type: 'string', description });

export const postOptions = {
  pinterestBoardId: Type.Optional(
    Type.String({ maxLength: 200, description: 'From GET /v1/pinterest-boards; required for pinterest.' }),
  ),
  pinterestLink: Type.Optional(
    Type.String({ format: 'uri', maxLength: 2048, description: 'Destination link of a pin.' }),
  ),
  redditSubreddit: Type.Optional(
    Type.String({ maxLength: 50, description: "Without r/; the user's profile when absent." }),
  ),
  redditFlairText: Type.Optional(
    Type.String({ maxLength: 100, description: 'Name of the flair, where the subreddit wants one.' }),
  ),
  tiktokSettings: Type.Optional(
    Type.Object(
      {
        privacyLevel: Type.Optional(
          choice(
            ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
            'Who may see the video.',
          ),
        ),
        disableComment: Type.Optional(Type.Boolean()),
        disableDuet: Type.Optional(Type.Boolean()),
        disableStitch: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
  ),
  articleSettings: Type.Optional(
    Type.Object(
      {
        tags: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 15 })),
        canonicalUrl: Type.Optional(Type.String({ format: 'uri', maxLength: 2048 })),
        asDraft: Type.Optional(Type.Boolean()),
        newsletter: Type.Optional(Type.String({ maxLength: 200 })),
        emailSegment: Type.Optional(Type.String({ maxLength: 200 })),
        aiDisclosure: Type.Optional(Type.String({ maxLength: 100 })),
      },
      closed,
    ),
  ),
  googleBusinessSettings: Type.Optional(
    Type.Object(
      {
        button: Type.Optional(
          choice(['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'], 'The button under the update.'),
        ),
        buttonUrl: Type.Optional(Type.String({ format: 'uri', maxLength: 2048 })),
      },
      closed,
    ),
  ),
};
