/** The schemas of the debugger's operations. */
import { Type } from 'typebox';
import { instant, model, nullable, text } from '../../api/schemas.ts';

const json = (description: string) => Type.Unknown({ description });

const ActorTrouble = model(
  'ActorTrouble',
  Type.Object({
    code: Type.String({
      enum: ['set_aside', 'newer_version', 'overdue', 'slow_effect', 'nothing_pending', 'waits_for_person'],
    }),
    message: text('What is wrong and what to do.'),
  }),
);

export const Actor = model(
  'Actor',
  Type.Object({
    id: Type.String(),
    kind: text('Such as `delivery`; its chart is GET /v1/charts/{kind}.'),
    definitionId: nullable(
      text(
        'The definition its chart is compiled from: `definition` of GET /v1/charts/{kind}. null means its kind has one chart.',
      ),
    ),
    version: Type.Integer({ description: 'Version of the machine that wrote its snapshot.' }),
    status: Type.String({ enum: ['active', 'done', 'needs_attention'] }),
    state: text('The state it is in, with the states inside: `verifying.waiting`.'),
    title: text('What it is about, for people.'),
    parentId: nullable(text('The actor that started it.')),
    postId: nullable(Type.String()),
    accountId: nullable(Type.String()),
    platform: nullable(Type.String()),
    error: nullable(text('The last failure in its context.')),
    seq: Type.Integer({ description: 'Steps it has taken.' }),
    updatedAt: instant('When it took its last step.'),
    nextAt: nullable(instant('When its next message is due.')),
    mail: Type.Integer({ description: 'Messages and timers in its mailbox.' }),
    effects: Type.Integer({ description: 'Effects it has requested that have no result yet.' }),
    trouble: nullable(ActorTrouble),
    limited: Type.Optional(
      Type.Literal(true, {
        description: 'It is of accounts too that the caller does not reach; what is of these is left out.',
      }),
    ),
  }),
);

export const ActorChoice = model(
  'ActorChoice',
  Type.Object(
    {
      action: Type.String({ enum: ['retry', 'skip', 'cancel', 'send'] }),
      event: text('The event it sends, or the timer it ends.'),
      title: text('For a button.'),
      detail: text('What follows.'),
      fields: Type.Array(Type.String(), { description: 'Fields that the request may add.' }),
    },
    { description: 'A manual action that the actor accepts now.' },
  ),
);

export const PendingMailView = Type.Object({
  id: Type.String(),
  timer: nullable(text('The name of a timer; null means a message.')),
  event: json('The event it delivers.'),
  dueAt: nullable(instant('null means parked until a person continues it.')),
});

export const PendingEffectView = Type.Object({
  id: Type.String(),
  type: text('`publish`, `verify`, `refresh` …'),
  params: json('Its parameters.'),
  tries: Type.Integer({ description: 'How often a node started it.' }),
  createdAt: instant('When the machine requested it.'),
  startedAt: nullable(instant('When a call started that must not be repeated without a check.')),
  lease: Type.String({
    enum: ['held', 'lapsed', 'free'],
    description:
      '`held`: a live node runs it; `lapsed`: the node that ran it is gone; `free`: no node has taken it.',
  }),
  nodeId: nullable(Type.String()),
});

const HandView = Type.Object({
  userId: Type.String(),
  keyId: Type.Optional(text('The API key that was used, if one was.')),
  reason: Type.String(),
});

export const HandBy = model(
  'HandBy',
  Type.Object(
    {
      id: text('Id of the user.'),
      name: nullable(text('The current name; null if the user was deleted.')),
      key: nullable(
        Type.Object(
          { id: Type.String(), name: nullable(text('null if the key was revoked.')) },
          { description: 'The API key that was used; null means the person used the dashboard.' },
        ),
      ),
    },
    { description: 'Who took the manual action behind a step.' },
  ),
);

export const JournalStepView = model(
  'JournalStep',
  Type.Object(
    {
      seq: Type.Integer(),
      version: Type.Integer({ description: 'Version of the machine that took the step.' }),
      at: instant('The time that the machine was given.'),
      event: json('The event it received.'),
      value: json("The state afterwards: XState's value."),
      state: text('The same, as text.'),
      taken: Type.Array(Type.String(), { description: 'Ids of the chart’s edges that were taken.' }),
      effects: Type.Array(Type.Object({ type: Type.String(), params: json('null if unknown.') })),
      timers: Type.Array(Type.Object({ id: Type.String(), dueAt: instant('When it is due.') })),
      cancels: Type.Array(Type.String()),
      fault: nullable(text('Why it was parked.')),
      hand: nullable(HandView),
      by: nullable(HandBy),
      changed: nullable(
        json(
          'Fields of the context that this step changed, with their new values; null when the context is not known. The first step of a response has all fields.',
        ),
      ),
      differences: Type.Array(Type.String(), {
        description: 'How today’s machine differs from what is recorded.',
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
  { description: 'Why contexts are not known from some step on.' },
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
