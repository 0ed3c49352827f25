/** What an automation would say in a talk: no row, no network, no plan (docs/contract.md, DM automations). */
import { Type } from 'typebox';
import { END_REASONS } from '../../../machines/flow/setup.ts';
import { readDisclosure } from '../../../store/dm-automations.ts';
import { idempotent } from '../../api/idempotent.ts';
import { workspaceOf } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { choice, closed, model, nullable, resourceId, text, workspaceField } from '../../api/schemas.ts';
import { checkSteps, idFromPath } from './check.ts';
import { operation } from './context.ts';
import { automationIn, type Limits } from './change.ts';
import { type Played, play } from './play.ts';
import { createAutomationBody, flowAccount } from './operations.ts';
import { MAX_TESTS, runTests } from './saved-tests.ts';
import { stepsOf } from './views.ts';
import { StepShape } from './step-schemas.ts';
import { checkTalkTest, type TalkTest, TalkTestShape, type Tested } from './talk-test.ts';
import { actFields, actOf, ActShape, isRefusal, spanMs, spanOf } from './transcript.ts';
import { checkTrigger, type Trigger, TriggerShape } from './trigger.ts';
import { warningsOf } from './warnings.ts';
import { compileFlow } from '../../kinds/flow-words.ts';

const MAX_LINES = 200;

const Offset = (description: string) => Type.String({ maxLength: 40, description, examples: ['+2h5m'] });

const Draft = Type.Object(
  {
    platform: Type.Optional(Type.Enum(['instagram', 'facebook'], { type: 'string', default: 'instagram' })),
    trigger: TriggerShape,
    steps: Type.Array(StepShape),
  },
  { ...closed, description: 'An automation that does not exist yet.' },
);

/** The body of a create, of which the rest does not matter here. */
const TriedAutomation = Type.Object(
  {
    ...createAutomationBody.properties,
    ...Draft.properties,
    accountId: Type.Optional(createAutomationBody.properties.accountId),
  },
  {
    ...closed,
    description:
      'An automation that does not exist yet: the body of a create, of which `trigger` and `steps` are required.',
  },
);

const TalkSchema = {
  messages: Type.Array(
    Type.Object({
      at: text('When, from the start of the talk.'),
      stepId: text('The step that sends it.'),
      text: text('The message, filled in.'),
      button: nullable(Type.Object({ title: Type.String(), url: Type.String() })),
      choices: Type.Array(Type.String(), { description: 'The labels that can be tapped.' }),
    }),
  ),
  path: Type.Array(Type.String(), { description: 'Ids of the steps that the run entered, in order.' }),
  end: nullable(
    Type.Object({
      reason: choice(END_REASONS, 'How the run ends.'),
      at: text('When, from the start of the talk.'),
      detail: nullable(text('Why it failed or was stopped; null if neither.')),
    }),
  ),
  waiting: nullable(
    Type.Object({
      for: choice(['reply', 'tap', 'click', 'time'], 'What the run waits for at `until` of the request.'),
      until: text('Until when, from the start of the talk.'),
    }),
  ),
};

const TestVerdict = model(
  'DmAutomationTestVerdict',
  Type.Object({
    name: text('The test.'),
    passes: Type.Boolean({ description: 'Whether it passes.' }),
    message: nullable(text('Why it fails; null if it passes.')),
    diff: Type.Array(Type.String(), { description: 'As saved tests have it. Empty: it passes.' }),
    updated: nullable(
      Type.Array(Type.Unknown(), {
        description: 'The lines of a talk that passes now; null means the test was not played.',
      }),
    ),
  }),
);

export const simulateDmAutomation = operation({
  id: 'simulateDmAutomation',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/dm-automations/simulate' },
  scope: 'read',
  isHarmless: true,
  audit: 'nothing',
  tag: 'DM automations',
  summary: 'Try an automation in a talk',
  description:
    'Says what an automation would send in a talk, and how it would end. Exactly one of `automation` and `automationId` says which. Nothing is sent and nothing is stored, and no plan is needed. The clock runs until the run has ended, or until `until`. When nothing in the talk starts the automation, there are no messages, and a warning says so.',
  body: Type.Object(
    {
      automation: Type.Optional(TriedAutomation),
      automationId: Type.Optional(
        resourceId('automation', { description: 'One that exists, also a paused one.' }),
      ),
      contact: Type.Optional(
        Type.Object(
          {
            username: Type.Optional(Type.String({ maxLength: 128 })),
            name: Type.Optional(
              Type.String({ maxLength: 256, description: '{first_name} is its first word.' }),
            ),
            follows: Type.Optional(
              Type.Enum(['yes', 'no', 'unknown'], {
                type: 'string',
                default: 'unknown',
                description: '`unknown` counts as yes.',
              }),
            ),
          },
          { ...closed, description: 'The person.' },
        ),
      ),
      transcript: Type.Array(
        Type.Object(
          {
            at: Type.Optional(Offset('When, from the start of the talk. Absent means with the line before.')),
            ...actFields,
            mediaId: ActShape.properties.mediaId,
          },
          { ...closed, description: 'One act, besides its time.' },
        ),
        { minItems: 1, maxItems: MAX_LINES, description: 'In the order of their times.' },
      ),
      until: Type.Optional(
        Offset('Stops the clock there, and `waiting` says for what. Absent means at the end.'),
      ),
      tests: Type.Optional(
        Type.Array(TalkTestShape, {
          maxItems: MAX_TESTS,
          description:
            'Tests to play as well, as files of `troupe flows test` have them. Messages are compared without the disclosure text of the workspace.',
        }),
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    ...TalkSchema,
    warnings: Type.Array(
      Type.Object({
        code: text('`too_late`, `no_human`, `ref_needs_entry`, `unreachable` or `not_started`.'),
        path: text('JSON pointer of the field it is about.'),
        message: text('What is probably not meant, in a sentence.'),
      }),
    ),
    tests: Type.Optional(
      Type.Array(TestVerdict, { description: 'How each test of the request ended, in their order.' }),
    ),
  }),
  errors: { 404: 'There is no such automation in the workspace' },
  example: {
    body: {
      automation: {
        trigger: { type: 'keyword', keywords: ['guide'] },
        steps: [
          { id: 'hello', type: 'message', text: 'Here it is, {first_name}' },
          { id: 'team', type: 'handoff' },
        ],
      },
      contact: { name: 'Ann Lee' },
      transcript: [{ at: '+0m', say: 'guide please' }],
    },
    result: {
      messages: [{ at: '+0m', stepId: 'hello', text: 'Here it is, Ann', button: null, choices: [] }],
      path: ['hello', 'team'],
      end: { reason: 'handoff', at: '+0m', detail: null },
      waiting: null,
      warnings: [],
    },
  },
  handle: async (call) => {
    const { automation, automationId, contact = {}, transcript, until, tests } = call.body;
    const workspace = workspaceOf(call, call.body.workspace ?? automation?.workspace);
    const row =
      automationId === undefined
        ? null
        : await automationIn(call.context.sql, { id: automationId, workspace });
    if ((automation === undefined) === (row === null))
      throw invalid('/automation', 'send either automation or automationId');
    const account =
      automation?.accountId === undefined
        ? null
        : await flowAccount(call.context.sql, workspace, automation.accountId);
    const { platform = account?.platform ?? 'instagram' } = row ?? automation!;
    const disclosure = await readDisclosure(call.context.sql, workspace.id);
    const { trigger, steps } = row
      ? { trigger: row.trigger as Trigger, steps: stepsOf(row.definition) }
      : checkedAutomation(automation!, { platform, disclosure });
    const at = row ? '' : '/automation';
    const untilMs = until === undefined ? null : offsetMs(until, '/until');
    const { username = null, name = null, follows = 'unknown' } = contact;
    const played = play({
      machine: compileFlow(steps),
      trigger,
      steps,
      contact: { username, name, follows },
      acts: actsOf(transcript, trigger),
      untilMs,
      disclosure,
    });
    const warnings: { code: string; path: string; message: string }[] = warningsOf(
      { trigger, steps },
      { platform, hasEntry: false, path: `${at}/steps`, triggerPath: `${at}/trigger` },
    );
    if (!played.hasStarted)
      warnings.push({
        code: 'not_started',
        path: '/transcript',
        message: 'nothing in this talk starts the automation',
      });
    const verdicts = tests && verdictsOf(tests, { trigger, steps });
    // a repeated request with the same key gets the stored response, even from a later version of the service
    return idempotent(call, async () => ({
      result: { ...talkView(played), warnings, ...(verdicts && { tests: verdicts }) },
    }));
  },
});

/** @throws Problem that names the line which cannot be played */
function verdictsOf(tests: readonly TalkTest[], tested: Tested) {
  const [refusal] = tests.flatMap((test, index) =>
    checkTalkTest(test, { trigger: tested.trigger, path: `/tests/${index}` }),
  );
  if (refusal) throw invalid(refusal.path, refusal.message);
  return runTests(
    tests.map((test) => ({ name: test.name, test })),
    tested,
  );
}

/** @throws Problem that names the first field at fault */
function checkedAutomation(input: { trigger: unknown; steps: unknown }, { platform, disclosure }: Limits) {
  const checked = checkSteps(input.steps, {
    path: '/automation/steps',
    makeId: idFromPath,
    platform,
    disclosure,
  });
  const [refusal] = [
    ...checkTrigger(input.trigger, { path: '/automation/trigger', platform }),
    ...checked.refusals,
  ];
  if (refusal || !checked.steps) throw invalid(refusal?.path ?? '', refusal?.message ?? '');
  return { trigger: input.trigger as Trigger, steps: checked.steps };
}

type Transcript = readonly (Parameters<typeof actOf>[0] & { at?: string | undefined })[];

/** @throws Problem that names the line */
function actsOf(transcript: Transcript, trigger: Trigger) {
  let now = 0;
  return transcript.map(({ at, ...line }, index) => {
    const path = `/transcript/${index}`;
    const atMs = at === undefined ? now : offsetMs(at, `${path}/at`);
    if (atMs < now) throw invalid(`${path}/at`, 'the lines of a transcript are in the order of their times');
    now = atMs;
    const act = actOf(line, { trigger, path });
    if (isRefusal(act)) throw invalid(act.path, act.message);
    return { atMs, act };
  });
}

/** @throws Problem that names the field */
function offsetMs(offset: string, path: string): number {
  const ms = offset.startsWith('+') ? spanMs(offset.slice(1)) : null;
  if (ms === null) throw invalid(path, 'this must be a time from the start of up to 90 days, such as +2h5m');
  return ms;
}

const offsetOf = (ms: number) => `+${spanOf(ms)}`;

/** A talk that was played, with its times as text. */
function talkView({ messages, path, end, waiting }: Played) {
  return {
    messages: messages.map(({ atMs, ...message }) => ({ at: offsetOf(atMs), ...message })),
    path,
    end: end && { reason: end.reason, at: offsetOf(end.atMs), detail: end.detail },
    waiting: waiting && { for: waiting.for, until: offsetOf(waiting.untilMs) },
  };
}
