/** Templates of automations and rules: files in `templates/`, each with the talks that test it (`troupe flows test`). */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { parse } from 'yaml';
import { closed, nullable, text, workspaceQuery } from '../../api/schemas.ts';
import { workspaceOf } from '../../api/principal.ts';
import { operation } from './context.ts';
import { checkFlow } from './flow-file.ts';
import { StepShape } from './step-schemas.ts';
import { TriggerShape } from './trigger.ts';

/** The folder of the files. */
export const TEMPLATES = fileURLToPath(new URL('templates/', import.meta.url));

/** In the order in which they are offered: `<id>.flow.yaml`, `<id>.rule.yaml`, or both. */
export const templateIds = [
  'link-on-comment',
  'guide',
  'follow-to-get',
  'story-code',
  'thank-mention',
  'price-list',
  'book-call',
  'webinar',
  'product-finder',
  'first-contact',
] as const;

const Template = Type.Object({
  id: text('The same in every version of the service.'),
  name: text('What people call it.'),
  description: text('What it does, in a sentence or two.'),
  rule: nullable(
    Type.Object(
      {
        keywords: Type.Array(Type.String()),
        dmText: Type.String(),
        publicReplies: Type.Array(Type.String()),
      },
      { ...closed, description: 'Fields of a comment-to-DM rule; null if it needs none.' },
    ),
  ),
  automation: nullable(
    Type.Object(
      {
        trigger: TriggerShape,
        steps: Type.Array(StepShape),
        reentry: Type.Enum(['once', 'always'], { type: 'string' }),
        cooldownHours: Type.Number(),
      },
      { ...closed, description: 'Fields of a DM automation; null means the rule does it alone.' },
    ),
  ),
});
type Template = Type.Static<typeof Template>;

let cached: readonly Template[] | null = null;

/** All templates. The files are read once. */
export function templates(): readonly Template[] {
  cached ??= templateIds.map((id) => {
    const [flow, rule] = [read(`${id}.flow.yaml`), read(`${id}.rule.yaml`)];
    const { name, description } = (flow ?? rule) as { name: string; description: string };
    return { id, name, description, rule: rule && ruleIn(rule), automation: flow && automationIn(flow) };
  });
  return cached;
}

function read(name: string): object | null {
  const path = `${TEMPLATES}${name}`;
  return existsSync(path) ? (parse(readFileSync(path, 'utf8')) as object) : null;
}

function ruleIn(input: object): Template['rule'] {
  const { keywords, dmText, publicReplies } = input as NonNullable<Template['rule']>;
  return { keywords, dmText, publicReplies };
}

function automationIn(input: object): Template['automation'] {
  const found = checkFlow(input);
  if ('refusals' in found) throw new TypeError(JSON.stringify(found.refusals));
  const { trigger, steps, file } = found.flow;
  return { trigger, steps, reentry: file.reentry ?? 'once', cooldownHours: file.cooldownHours ?? 24 };
}

export const listDmAutomationTemplates = operation({
  id: 'listDmAutomationTemplates',
  accountLimit: 'irrelevant',
  rest: { method: 'get', path: '/v1/dm-automations/templates' },
  tag: 'DM automations',
  summary: 'Templates of automations',
  description:
    'Automations and comment-to-DM rules to begin with. `rule` and `automation` have the fields with which each is created, without the account; a template with both needs both. Links and words are examples.',
  query: workspaceQuery,
  result: Type.Object({ templates: Type.Array(Template) }),
  errors: {},
  example: {
    result: {
      templates: [
        {
          id: 'webinar',
          name: 'Webinar or waitlist',
          description: 'A link in the bio leads to the sign-up.',
          rule: null,
          automation: {
            trigger: { type: 'ref', ref: 'webinar' },
            steps: [{ id: 'sign-up', type: 'message', text: 'This is the sign-up.' }],
            reentry: 'once',
            cooldownHours: 24,
          },
        },
      ],
    },
  },
  handle: async (call) => {
    workspaceOf(call, call.query.workspace);
    return { body: { templates: [...templates()] } };
  },
});
