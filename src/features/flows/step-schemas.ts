/** The shapes of steps as requests have them. `check.ts` follows them into each other and adds the rules between steps. */
import { type Static, Type } from 'typebox';
import { closed, model } from '../../api/schemas.ts';
import { MAX_WRITTEN_KEYWORDS } from '../../base/matching/index.ts';

export const MAX_STEPS = 40;
export const MAX_LEVELS = 6;
const MAX_CHOICES = 13;
/** 23 hours. */
const MAX_WAIT_MINUTES = 1_380;

const id = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z0-9_-]{1,40}$',
    description: 'Stays with the step across versions. Made when absent.',
  }),
);
/** Nested steps are checked separately, so that an error names the innermost one. */
const inner = Type.Array(Type.Unknown(), { description: 'Steps of the same kinds.' });
const label = Type.String({ minLength: 1, maxLength: 20 });
const minutes = Type.Integer({ minimum: 1, maximum: MAX_WAIT_MINUTES });
/** At most MAX_KEYWORDS of them differ (`tooManyKeywords`). */
export const keywords = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: MAX_WRITTEN_KEYWORDS,
});

const Message = Type.Object(
  {
    id,
    type: Type.Literal('message'),
    text: Type.String({ minLength: 1, description: 'Takes {username} and {first_name}.' }),
    button: Type.Optional(
      Type.Object({ title: label, url: Type.String({ minLength: 1, maxLength: 2_000 }) }, closed),
    ),
    choices: Type.Optional(
      Type.Array(Type.Object({ label, steps: inner }, closed), { minItems: 1, maxItems: MAX_CHOICES }),
    ),
  },
  closed,
);
const Wait = Type.Object({ id, type: Type.Literal('wait'), minutes }, closed);
const Handoff = Type.Object(
  { id, type: Type.Literal('handoff'), note: Type.Optional(Type.String({ maxLength: 1_000 })) },
  closed,
);
const Condition = Type.Object(
  {
    id,
    type: Type.Literal('condition'),
    check: Type.Enum(['replied', 'keyword', 'clicked', 'follows'], { type: 'string' }),
    keywords: Type.Optional(keywords),
    withinMinutes: Type.Optional(minutes),
    yes: inner,
    no: inner,
  },
  closed,
);

/** The shape of each type of step. */
export const shapes = { message: Message, wait: Wait, condition: Condition, handoff: Handoff } as const;

/** A step in a request. */
export const StepShape = model('DmAutomationStep', Type.Union([Message, Wait, Condition, Handoff]));
export type StepShape = Static<typeof StepShape>;
