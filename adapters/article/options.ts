/** The post field for article networks: one object, of which each network reads its part. */
import { Type } from 'typebox';
import type { PostOptions } from '../port/manifest.ts';

const closed = { additionalProperties: false };

export const options: PostOptions = {
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
};
