/** The post field for Google Business. */
import { Type } from 'typebox';
import type { PostOptions } from '../port/manifest.ts';

const closed = { additionalProperties: false };

export const options: PostOptions = {
  googleBusinessSettings: Type.Optional(
    Type.Object(
      {
        button: Type.Optional(
          Type.Enum(['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'], {
            type: 'string',
            description: 'The button under the update.',
          }),
        ),
        buttonUrl: Type.Optional(Type.String({ format: 'uri', maxLength: 2048 })),
      },
      closed,
    ),
  ),
};
