/** Tests that are stored with an automation: list them with their current results, save and delete one (docs/contract.md, DM automations). */
import { Type } from 'typebox';
import { findDraft } from '../../../store/dm-versions.ts';
import { deleteTest, listTests, type SavedTest, saveTest } from '../../../store/dm-tests.ts';
import { workspaceOf } from '../../api/principal.ts';
import { invalid, Problem } from '../../api/problem.ts';
import {
  closed,
  idParams,
  instant,
  model,
  notBlank,
  nullable,
  resourceId,
  text,
  workspaceField,
  workspaceQuery,
} from '../../api/schemas.ts';
import { recorded, recordedIn } from '../../api/recorded.ts';
import { automationIn, lockNewest, newStepId } from './change.ts';
import { checkSteps } from './check.ts';
import { operation } from './context.ts';
import { MAX_TESTS, runTests, type Verdict } from './saved-tests.ts';
import { automationExample, stepsOf } from './views.ts';
import { checkTalkTest, type Tested, TalkTestShape } from './talk-test.ts';
import { checkTrigger, type Trigger } from './trigger.ts';

const { contact, loose, talk } = TalkTestShape.properties;
const fields = { contact, loose, talk };

const name = notBlank(100, 'What it is about. Each name once in an automation.');
const params = Type.Object({ id: resourceId('automation'), name });

const SavedTestShape = model(
  'DmAutomationTest',
  Type.Object({
    name: text('What it is about. Each name once in an automation.'),
    ...fields,
    savedAt: instant('When it was saved.'),
    passes: Type.Boolean({ description: 'Whether it passes now.' }),
    message: nullable(text('Why it fails; null if it passes.')),
    diff: Type.Array(Type.String(), {
      description:
        'The talk as it went. Lines begin with `+` (said, not expected), `-` (expected, not said) or a space. Empty: it passes.',
    }),
  }),
);
const example = {
  name: 'a guide',
  talk: [{ say: 'price' }, { bot: 'Hi, here they are: https://example.com' }, { end: 'completed' as const }],
  savedAt: automationExample.createdAt,
  passes: true,
  message: null,
  diff: [],
};

export const listDmAutomationTests = operation({
  id: 'listDmAutomationTests',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/dm-automations/{id}/tests' },
  tag: 'DM automations',
  summary: 'Run the tests of an automation',
  description:
    'All that are saved, by name, with how each ends with the newest version, or with the draft. Messages are compared without the disclosure text of the workspace.',
  params: idParams('automation'),
  query: Type.Object(
    {
      of: Type.Optional(
        Type.Enum(['version', 'draft'], {
          type: 'string',
          default: 'version',
          description: 'What is tested. A draft with problems fails every test.',
        }),
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ tests: Type.Array(SavedTestShape) }),
  errors: { 404: 'There is no such automation in the workspace, or it has no draft' },
  example: { params: { id: automationExample.id }, result: { tests: [example] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { sql } = call.context;
    const { id } = call.params;
    const row = await automationIn(sql, { id, workspace });
    const newest = { trigger: row.trigger as Trigger, steps: stepsOf(row.definition) };
    const saved = await listTests(sql, id);
    if (call.query.of !== 'draft') return { body: { tests: testViews(saved, runTests(saved, newest)) } };
    const draft = await findDraft(sql, { automationId: id, workspaceId: workspace.id });
    if (!draft) throw new Problem('not_found', `the automation ${id} has no draft`);
    const { steps, refusals } = checkSteps(draft.steps, { makeId: newStepId, platform: row.platform });
    const [problem] = [...checkTrigger(draft.trigger, { platform: row.platform }), ...refusals];
    const verdicts =
      problem || !steps
        ? saved.map((one) => broken(one, `the draft has a problem at ${problem?.path ?? ''}`))
        : runTests(saved, { trigger: draft.trigger as Trigger, steps });
    return { body: { tests: testViews(saved, verdicts) } };
  },
});

export const saveDmAutomationTest = operation({
  id: 'saveDmAutomationTest',
  accountLimit: 'followed',
  rest: { method: 'put', path: '/v1/dm-automations/{id}/tests/{name}' },
  scope: 'answer',
  tag: 'DM automations',
  summary: 'Save a test of an automation',
  description: `A talk, as files of \`troupe flows test\` have it: what the person does, and what the automation has to say. It takes the place of one with the same name; ${MAX_TESTS} at most. It is saved also when it fails.`,
  params,
  body: Type.Object({ ...fields, ...workspaceField }, closed),
  result: Type.Object({ test: SavedTestShape }),
  errors: {
    403: `The automation has ${MAX_TESTS} tests (\`test_limit\`)`,
    404: 'There is no such automation in the workspace',
  },
  example: {
    params: { id: automationExample.id, name: example.name },
    body: { talk: example.talk },
    result: { test: example },
  },
  handle: async (call) => {
    const { id, name: testName } = call.params;
    const { workspace: slug, ...test } = call.body;
    const workspace = workspaceOf(call, slug);
    const { saved, tested } = await recorded(call, async (tx) => {
      await lockNewest(tx, { id, workspace, version: undefined });
      const row = await automationIn(tx, { id, workspace });
      const newest: Tested = { trigger: row.trigger as Trigger, steps: stepsOf(row.definition) };
      const [refusal] = checkTalkTest({ ...test, name: testName }, { trigger: newest.trigger, path: '' });
      if (refusal)
        throw invalid(refusal.path, `${refusal.path.slice(1).replaceAll('/', '.')}: ${refusal.message}`);
      const others = (await listTests(tx, id)).filter((one) => one.name !== testName);
      if (others.length >= MAX_TESTS)
        throw new Problem('test_limit', `an automation has at most ${MAX_TESTS} tests; delete one first`, {
          values: { limit: MAX_TESTS },
        });
      await saveTest(tx, { automationId: id, workspaceId: workspace.id, name: testName, test }, call.now);
      const stored = (await listTests(tx, id)).filter((one) => one.name === testName);
      return { result: { saved: stored, tested: newest } };
    });
    const [view] = testViews(saved, runTests(saved, tested));
    return { body: { test: view! } };
  },
});

export const deleteDmAutomationTest = operation({
  id: 'deleteDmAutomationTest',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/dm-automations/{id}/tests/{name}' },
  scope: 'answer',
  tag: 'DM automations',
  summary: 'Delete a test of an automation',
  description: 'Removes the test. It no longer has to pass before a draft is published.',
  params,
  query: workspaceQuery,
  result: Type.Object({ name: text('The test.'), deleted: Type.Literal(true) }),
  errors: { 404: 'There is no such automation in the workspace, or it has no such test' },
  example: {
    params: { id: automationExample.id, name: example.name },
    result: { name: example.name, deleted: true },
  },
  handle: async (call) => {
    const { id, name: testName } = call.params;
    const workspace = workspaceOf(call, call.query.workspace);
    await recordedIn(call.context.sql, call, async (tx) => {
      await automationIn(tx, { id, workspace });
      if (!(await deleteTest(tx, id, testName)))
        throw new Problem('not_found', `the automation ${id} has no test "${testName}"`);
    });
    return { body: { name: testName, deleted: true as const } };
  },
});

const broken = ({ name: of }: SavedTest, message: string): Verdict => ({
  name: of,
  passes: false,
  message,
  diff: [],
  updated: null,
});

function testViews(saved: readonly SavedTest[], verdicts: readonly Verdict[]) {
  return saved.map(({ name: of, test, savedAt }, index) => {
    const { passes, message, diff } = verdicts[index]!;
    return { name: of, ...(test as Pick<typeof example, 'talk'>), savedAt, passes, message, diff };
  });
}
