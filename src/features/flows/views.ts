/** Automations and their runs as responses show them (docs/contract.md, DM automations). */
import { Type } from 'typebox';
import type { Entered, FlowContext } from '../../../machines/flow/setup.ts';
import { END_REASONS } from '../../../machines/flow/setup.ts';
import { everyStep } from '../../../machines/flow/steps.ts';
import type { AutomationRow } from '../../../store/dm-automations.ts';
import type { RunRow } from '../../../store/dm-runs.ts';
import { choice, instant, model, notBlank, nullable, text } from '../../api/schemas.ts';
import { explainEnd, type StepsDefinition } from '../../kinds/dm-run.ts';
import { redactText } from '../../base/redact.ts';
import { isoOf } from '../../base/time.ts';
import { type Trigger, TriggerShape } from './trigger.ts';

/** Automations of a workspace (docs/contract.md, Limits). */
export const MAX_AUTOMATIONS = 100;
/** The networks whose people go through automations. */
export const FLOW_PLATFORMS = ['instagram', 'facebook'];
export const DEFAULT_COOLDOWN_HOURS = 24;
const MAX_COOLDOWN_HOURS = 8_760;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const automationFields = {
  name: notBlank(100, 'For people. When absent, the first keyword, or the type of the trigger.'),
  trigger: TriggerShape,
  steps: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description:
      'In this order: `{type: "message", text, button?: {title, url}, choices?: [{label, steps}]}`, `{type: "wait", minutes}`, `{type: "condition", check: "replied"|"keyword"|"clicked"|"follows", keywords?, withinMinutes?, yes, no}`, `{type: "handoff", note?}`. What branches comes last in its list.',
  }),
  reentry: Type.Enum(['once', 'always'], {
    type: 'string',
    description: '`once`: a person goes through it once. `always`: again after `cooldownHours`.',
  }),
  cooldownHours: Type.Number({
    minimum: 0,
    maximum: MAX_COOLDOWN_HOURS,
    description: 'With `always`: hours from one start of a person to the next; 0.5 is half an hour.',
  }),
  requireTests: Type.Boolean({
    description:
      'true: steps with which a saved test fails are refused (409 `tests_failed`); else a warning says so.',
  }),
};

const statsShape = Type.Object({
  started: count('People who entered.'),
  completed: count('Runs that went through all steps.'),
  handedOff: count('Runs that handed a person to the team.'),
  clicks: count('Clicks on link buttons.'),
});

export const Automation = model(
  'DmAutomation',
  Type.Object({
    id: text('The automation.'),
    accountId: text('Its account.'),
    platform: text('The network.'),
    ...automationFields,
    active: Type.Boolean({ description: 'false: paused.' }),
    stats: statsShape,
    link: Type.Optional(text('The link to share, with a `ref` trigger.')),
    version: Type.Integer({ minimum: 1, description: 'Rises with each change of steps or trigger.' }),
    createdAt: instant('When it was made.'),
  }),
);

export const Warning = model(
  'DmAutomationWarning',
  Type.Object({
    code: text('`too_late`, `no_human`, `ref_needs_entry`, `unreachable`, `rules_go_on` or `test_failed`.'),
    path: text('JSON pointer of what it is about.'),
    message: text('What to look at.'),
    diff: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'With `test_failed`: the talk as it went. Lines begin with `+` (said, not expected), `-` (expected, not said) or a space.',
      }),
    ),
  }),
);

export const stepsOf = (definition: unknown) => (definition as StepsDefinition).steps;

/** @param counters of the automation, by name */
export function publicAutomation(row: AutomationRow, counters: ReadonlyMap<string, number> = new Map()) {
  const { id, accountId, platform, name, reentry, cooldownHours, requireTests, active, version, createdAt } =
    row;
  const trigger = row.trigger as Trigger;
  const link = linkOf(row);
  const of = (counter: string) => counters.get(counter) ?? 0;
  return {
    id,
    accountId,
    platform,
    name,
    trigger,
    steps: stepsOf(row.definition),
    reentry,
    cooldownHours,
    requireTests,
    active,
    stats: {
      started: of('started'),
      completed: of('ended completed'),
      handedOff: of('ended handoff'),
      clicks: of('clicks'),
    },
    ...(link !== null && { link }),
    version,
    createdAt,
  };
}

/** The link that opens a conversation with the code of the automation; null means another trigger. */
function linkOf({ platform, username, ref }: AutomationRow): string | null {
  if (ref === null || username === null) return null;
  const host = platform === 'facebook' ? 'https://m.me/' : 'https://ig.me/m/';
  return `${host}${encodeURIComponent(username)}?ref=${encodeURIComponent(ref)}`;
}

export const automationExample = {
  id: 'auto_01HV2ZK5J8Q2M4R6T8W0Y1A3C5',
  accountId: 'acc_01HV2ZK5J8Q2M4R6T8W0Y1A3C5',
  platform: 'instagram',
  name: 'Prices',
  trigger: { type: 'keyword' as const, keywords: ['price'], match: 'contains' as const },
  steps: [{ id: 's_k2f9x0qa', type: 'message', text: 'Hi {first_name}, here they are: https://example.com' }],
  reentry: 'once' as const,
  cooldownHours: DEFAULT_COOLDOWN_HOURS,
  requireTests: false,
  active: true,
  stats: { started: 0, completed: 0, handedOff: 0, clicks: 0 },
  version: 1,
  createdAt: '2026-05-04T08:00:00.000Z',
};

export const RunShape = model(
  'DmRun',
  Type.Object({
    id: text('The run.'),
    status: choice(['active', 'ended'], 'Whether the person is still in it.'),
    reason: nullable(choice(END_REASONS, 'How it ended; null if it has not.')),
    error: nullable(text('Why it failed, was stopped, or cannot send now; null if nothing of this.')),
    explanation: text('What it waits for, or why it ended, in a sentence.'),
    contact: Type.Object({
      id: text("The network's id of the person."),
      username: nullable(text('Their handle.')),
      name: nullable(text('Their name.')),
    }),
    conversationId: text('The conversation with the person.'),
    version: Type.Integer({ description: 'The version of the automation that the person goes through.' }),
    startedAt: instant('When the person entered.'),
    endedAt: nullable(instant('When it ended; null if it has not.')),
    steps: Type.Array(
      Type.Object({
        at: instant('When the person came to the step.'),
        type: text('`message`, `wait`, `condition` or `handoff`.'),
        stepId: text('The id of the step.'),
        path: text('JSON pointer of the step in that version.'),
        detail: nullable(
          text(
            'How it was left: the label of a choice, `yes`, `no`, or what the network said of `follows`. null if not yet, or by its only way.',
          ),
        ),
      }),
    ),
  }),
);

export function publicRun(row: RunRow) {
  const { id, conversationId, version, startedAt, personId, username, name } = row;
  const context = row.context as Partial<FlowContext>;
  const { log = [], endedAt = null, reason: error = null } = context;
  const places = new Map(everyStep(stepsOf(row.definition), '/steps').map((one) => [one.step.id, one]));
  const last = log.at(-1);
  return {
    id,
    status: row.reason === null ? 'active' : 'ended',
    reason: row.reason,
    error,
    explanation:
      row.reason === null
        ? explainWait(last, places, isHeld(row) ? (error ?? '') : null)
        : explainEnd(row.reason, error),
    contact: { id: personId, username, name },
    conversationId,
    version,
    startedAt,
    endedAt: endedAt === null ? null : isoOf(endedAt),
    steps: log.map(({ at, stepId, detail }) => {
      const place = places.get(stepId);
      return { at: isoOf(at), type: place?.step.type ?? '', stepId, path: place?.path ?? '', detail };
    }),
  };
}

type Places = ReadonlyMap<string, ReturnType<typeof everyStep>[number]>;

/** The account cannot send the message of the step. */
const isHeld = ({ value }: RunRow): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).includes('held');

/** @param held why the account cannot send; null if it can */
function explainWait(last: Entered | undefined, places: Places, held: string | null): string {
  const place = last && places.get(last.stepId);
  if (!place) return 'The run begins.';
  const { step, path } = place;
  if (held !== null)
    return `The account could not send the message at ${path} ("${redactText(held)}"); it is tried again every 5 minutes.`;
  switch (step.type) {
    case 'wait':
      return `The person is in the wait of ${step.minutes} minutes at ${path}.`;
    case 'condition':
      return `The condition "${step.check}" at ${path} is not decided yet.`;
    case 'message':
      return step.choices
        ? `The person was asked to choose at ${path}, and has not.`
        : `The message at ${path} is being sent.`;
    case 'handoff':
      return `The conversation is being handed to the team at ${path}.`;
    default:
      return step satisfies never;
  }
}

export const runExample = {
  id: 'run_01HV2ZK5J8Q2M4R6T8W0Y1A3C5',
  status: 'ended',
  reason: 'completed',
  error: null,
  explanation: explainEnd('completed', null),
  contact: { id: '1234500000000001', username: 'ann', name: 'Ann Lee' },
  conversationId: 'conv_01JD0000000000000000000001',
  version: 1,
  startedAt: '2026-05-04T08:00:00.000Z',
  endedAt: '2026-05-04T08:00:02.000Z',
  steps: [
    { at: '2026-05-04T08:00:00.000Z', type: 'message', stepId: 's_k2f9x0qa', path: '/steps/0', detail: null },
  ],
};
