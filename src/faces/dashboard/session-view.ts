/** What the dashboard knows about the person who uses it: the response of `GET /app/api/session`. */
import { type Static, Type } from 'typebox';
import { ROLES } from '../../api/principal.ts';
import { choice } from '../../api/schemas.ts';

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const SessionView = Type.Object({
  user: nullable(
    Type.Object(
      { id: Type.String(), name: Type.String(), email: nullable(Type.String()) },
      { description: 'null means nobody is signed in.' },
    ),
  ),
  workspaces: Type.Array(
    Type.Object({
      slug: Type.String(),
      name: Type.String(),
      timezone: Type.String(),
      sandbox: Type.Boolean({ description: 'Whether its accounts are on simulated networks.' }),
      mixed: Type.Boolean({ description: 'Whether they may be on real ones too.' }),
      formerSlugs: Type.Array(Type.String(), {
        description: 'Slugs that it had before: addresses with them lead to it.',
      }),
      role: choice(ROLES, 'Of the person in it.'),
      feedSeq: Type.Integer({
        description:
          'Number of its newest event at the latest when this was read: what is read from now on is current if the page follows the feed from there.',
      }),
      approval: Type.Boolean({
        description: 'Whether posts of people who may not approve wait for an approval.',
      }),
      heldTo: nullable(
        Type.Array(Type.String(), {
          description: 'The only accounts that the person reaches; null means all.',
        }),
      ),
    }),
  ),
  refused: Type.Object(
    {},
    {
      additionalProperties: Type.Array(Type.String()),
      description:
        'By each role that the person has somewhere: ids of the operations that it does not allow, or that are for operators where the person is none. No page shows a button for them.',
    },
  ),
  isOperator: Type.Boolean({ description: 'Whether the person is an operator of the installation.' }),
  refusedToHeld: Type.Array(Type.String(), {
    description:
      'Ids of the operations that are refused where `heldTo` of the workspace is not null, whatever the role. No page shows a button for them.',
  }),
  setup: nullable(
    Type.Object(
      {
        needsKey: Type.Boolean({
          description:
            'The installation is already in use: the first person has to enter one of its API keys.',
        }),
        simulatedAccounts: Type.Integer({
          description: 'How many simulated accounts wait in the demo workspace that this person takes over.',
        }),
      },
      { description: 'Not null as long as nobody can sign in.' },
    ),
  ),
  networks: Type.Array(
    Type.Object({
      platform: Type.String(),
      name: Type.String(),
      mark: Type.Object(
        { letters: Type.String(), color: Type.String() },
        { description: 'Two letters, for white text on the network’s colour.' },
      ),
      messages: nullable(
        Type.Object(
          {
            maxBytes: nullable(Type.Integer()),
            maxCharacters: nullable(Type.Integer()),
            fileTypes: Type.Array(Type.String(), {
              description: 'Of files in messages. Empty: it takes none.',
            }),
          },
          { description: 'How long a direct message may be. null means it takes any length.' },
        ),
      ),
      comments: Type.Boolean({ description: 'Its comments or reviews can be read.' }),
      firstComments: Type.Boolean({ description: 'A post can have a first comment.' }),
      rules: Type.Boolean({ description: 'Its comments can be answered by rules.' }),
      automations: Type.Boolean({ description: 'Its messages can be answered by automations.' }),
    }),
    {
      description:
        'Names and marks of all networks, and whether they have direct messages (null means no), comments, rules and automations; empty while nobody is signed in.',
    },
  ),
  sendsMail: Type.Boolean({
    description: 'The installation has a mail server, so people may get a link for a new password.',
  }),
  sandboxUrl: nullable(
    Type.String({
      description: 'Where people see what the simulated networks received; null means there is no sandbox.',
    }),
  ),
});

export type SessionView = Static<typeof SessionView>;
