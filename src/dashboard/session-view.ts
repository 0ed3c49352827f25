/** What the dashboard knows of the person at it: the response of `GET /app/api/session`. */
import { type Static, Type } from 'typebox';

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const SessionView = Type.Object({
  user: nullable(
    Type.Object(
      { name: Type.String(), email: nullable(Type.String()) },
      { description: 'null: nobody is signed in.' },
    ),
  ),
  workspaces: Type.Array(Type.Object({ slug: Type.String(), name: Type.String(), timezone: Type.String() })),
  setup: nullable(
    Type.Object(
      {
        needsKey: Type.Boolean({
          description: 'The installation is in use already: the first person gives one of its API keys.',
        }),
        simulatedAccounts: Type.Integer({
          description: 'How many simulated accounts wait in the demo workspace that this person takes over.',
        }),
      },
      { description: 'Not null while nobody can sign in yet.' },
    ),
  ),
  sandboxUrl: nullable(
    Type.String({
      description: 'Where people see what the simulated networks received; null: there is no sandbox.',
    }),
  ),
});

export type SessionView = Static<typeof SessionView>;
