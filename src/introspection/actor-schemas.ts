/** The shapes of the debugger's operations. */
import { Type } from 'typebox';
import { instant, model, nullable, text } from '../api/schemas.ts';

const json = (description: string) => Type.Unknown({ description });

export const ActorTrouble = model(
  'ActorTrouble',
  Type.Object({
    code: Type.String({
      enum: ['set_aside', 'newer_version', 'overdue', 'slow_effect', 'nothing_pending', 'waits_for_person'],
    }),
    message: text('What is the matter and what to do.'),
  }),
);

export const Actor = model(
  'Actor',
  Type.Object({
    id: Type.String(),
    kind: text('Such as `delivery`; its chart is GET /v1/charts/{kind}.'),
    definitionId: nullable(
      text(
        'What its chart is made from: `definition` of GET /v1/charts/{kind}. null: its kind has one chart.',
      ),
    ),
    version: Type.Integer({ description: 'Of the machine that wrote its snapshot.' }),
    status: Type.String({ enum: ['active', 'done', 'needs_attention'] }),
    state: text('The state it is in, with the states inside: `verifying.waiting`.'),
    title: text('What it is about, for people.'),
    parentId: nullable(text('The actor that started it.')),
    postId: nullable(Type.String()),
    accountId: nullable(Type.String()),
    platform: nullable(Type.String()),
    error: nullable(text('What it remembers of the last failure.')),
    seq: Type.Integer({ description: 'Steps it has taken.' }),
    updatedAt: instant('Of its last step.'),
    nextAt: nullable(instant('When its next message is due.')),
    mail: Type.Integer({ description: 'Messages and timers that wait for it.' }),
    effects: Type.Integer({ description: 'What it asked for and has no answer to yet.' }),
    trouble: nullable(ActorTrouble),
  }),
);

export const ActorChoice = model(
  'ActorChoice',
  Type.Object(
    {
      action: Type.String({ enum: ['retry', 'skip', 'cancel', 'send'] }),
      event: text('The event or timer it is about.'),
      title: text('For a button.'),
      detail: text('What follows.'),
      fields: Type.Array(Type.String(), { description: 'Fields of the request that may come along.' }),
    },
    { description: 'Something that may be done to the actor now.' },
  ),
);

export const PendingMailView = Type.Object({
  id: Type.String(),
  timer: nullable(text('The name of a timer; null: a message.')),
  event: json('The event that it brings.'),
  dueAt: nullable(instant('null: parked until a person has looked.')),
});

export const PendingEffectView = Type.Object({
  id: Type.String(),
  type: text('`publish`, `verify`, `refresh` …'),
  params: json('What it was asked with.'),
  tries: Type.Integer({ description: 'How often a node took it up.' }),
  createdAt: instant('When it was asked for.'),
  startedAt: nullable(instant('When a call left that must not be repeated blindly.')),
  lease: Type.String({
    enum: ['held', 'lapsed', 'free'],
    description:
      '`held`: a node that is alive works on it; `lapsed`: its node is gone; `free`: nobody has it.',
  }),
  nodeId: nullable(Type.String()),
});

export const HandView = Type.Object({
  userId: Type.String(),
  keyId: Type.Optional(text('The API key it came by, where it came by one.')),
  reason: Type.String(),
});

export const HandBy = model(
  'HandBy',
  Type.Object(
    {
      id: text('Of the person.'),
      name: nullable(text('As it is today; null: a person no longer here.')),
      key: nullable(
        Type.Object(
          { id: Type.String(), name: nullable(text('null: the key was revoked.')) },
          { description: 'The API key it came by; null: the person was at the dashboard.' },
        ),
      ),
    },
    { description: 'Who caused a step by hand.' },
  ),
);

export const JournalStepView = model(
  'JournalStep',
  Type.Object(
    {
      seq: Type.Integer(),
      version: Type.Integer({ description: 'Of the machine that took it.' }),
      at: instant('The instant the machine saw.'),
      event: json('What it was given.'),
      value: json("Where it stood afterwards: XState's value."),
      state: text('The same, as text.'),
      taken: Type.Array(Type.String(), { description: 'Edges of the chart.' }),
      effects: Type.Array(Type.Object({ type: Type.String(), params: json('null: cannot be told.') })),
      timers: Type.Array(Type.Object({ id: Type.String(), dueAt: instant('When it is due.') })),
      cancels: Type.Array(Type.String()),
      fault: nullable(text('Why it was set aside.')),
      hand: nullable(HandView),
      by: nullable(HandBy),
      changed: nullable(
        json(
          'Fields of the context that this step changed, with their new values; null where contexts cannot be told. The first step of an answer has all fields.',
        ),
      ),
      differences: Type.Array(Type.String(), {
        description: 'Where the machine of today does something else than what is recorded.',
      }),
    },
    { description: 'A step of an actor, replayed.' },
  ),
);

export const JournalStop = Type.Object(
  {
    seq: Type.Integer({ description: 'The first step without a context.' }),
    code: Type.String({ enum: ['pruned', 'gap', 'differs', 'unknown_kind', 'no_definition'] }),
    reason: Type.String(),
  },
  { description: 'Why contexts cannot be told from a step on.' },
);

const point = Type.Object({ x: Type.Number(), y: Type.Number() });
const row = Type.Object({ edge: Type.String(), text: Type.String() });
export const ChartLayoutView = model(
  'ChartLayout',
  Type.Object(
    {
      width: Type.Number(),
      height: Type.Number(),
      nodes: Type.Array(
        Type.Object({
          id: Type.String(),
          parent: nullable(Type.String()),
          x: Type.Number(),
          y: Type.Number(),
          width: Type.Number(),
          height: Type.Number(),
          rows: Type.Array(
            Type.Object({
              edge: Type.String(),
              text: Type.String(),
              targets: Type.Array(Type.String()),
            }),
          ),
        }),
      ),
      arrows: Type.Array(
        Type.Object({
          source: Type.String(),
          target: Type.String(),
          points: Type.Array(point),
          label: Type.Object({
            x: Type.Number(),
            y: Type.Number(),
            width: Type.Number(),
            height: Type.Number(),
          }),
          rows: Type.Array(row),
        }),
      ),
    },
    { description: 'Where states and arrows are drawn, in CSS pixels from the top left corner.' },
  ),
);
