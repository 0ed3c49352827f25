/** What a call of a tool would do, as a person is told before they decide (docs/mcp.md, Confirmations). */
import { type Static, Type } from 'typebox';
import { nullable, text } from '../../api/schemas.ts';

export const Plan = Type.Object(
  {
    title: Type.Optional(text('What the tool does.')),
    changes: Type.Optional(text('What changes, in a sentence or two.')),
    arguments: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'What the tool was given.' }),
    ),
    about: Type.Optional(
      Type.Array(
        Type.Object({
          type: text('`account`, `post`, `comment`, `conversation`, `rule` or `automation`.'),
          id: Type.String(),
          title: text('Its name, or how its text begins.'),
        }),
        { description: 'What the call is about.' },
      ),
    ),
    post: Type.Optional(
      Type.Object(
        {
          when: text('`now`, `next_slot`, or an instant.'),
          warnings: Type.Array(Type.String()),
          accounts: Type.Array(
            Type.Object({
              accountId: Type.String(),
              platform: Type.String(),
              name: Type.String(),
              text: Type.String(),
              title: nullable(Type.String()),
              media: Type.Array(Type.String()),
            }),
          ),
        },
        { description: 'What each account would be sent.' },
      ),
    ),
  },
  { description: 'What would happen.' },
);
export type Plan = Static<typeof Plan>;
