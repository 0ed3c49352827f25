/** The post field for Google Business. */
import { Type } from 'typebox';
import type { PostOptions } from '../port/manifest.ts';

/** The types of a call to action. */
export const BUTTONS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'] as const;
const closed = { additionalProperties: false };

export const options: PostOptions = {
  googleBusinessSettings: Type.Optional(
    Type.Object(
      {
        button: Type.Optional(
          Type.Enum([...BUTTONS], {
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
