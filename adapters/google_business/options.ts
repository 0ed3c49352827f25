/** The post field for Google Business. */
import { Type } from 'typebox';
import { inForm } from '../port/form.ts';
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
            ...inForm('Button', {
              labels: {
                BOOK: 'Book',
                ORDER: 'Order',
                SHOP: 'Shop',
                LEARN_MORE: 'Learn more',
                SIGN_UP: 'Sign up',
                CALL: 'Call',
              },
              ifEmpty: 'None',
            }),
          }),
        ),
        buttonUrl: Type.Optional(
          Type.String({
            format: 'uri',
            maxLength: 2048,
            ...inForm('Where the button leads', {
              shownWith: { property: 'button', values: BUTTONS.filter((button) => button !== 'CALL') },
            }),
          }),
        ),
      },
      closed,
    ),
  ),
};
