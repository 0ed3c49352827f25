/** The steps that the editor makes: new ones of each type, and the follow gate, which is several. Pure. */
import { LIMITS } from '../../base/limits.ts';
import { copies } from './outline.ts';
import type { Flow, Step, Trigger, TriggerType } from './shapes.ts';
import { t } from '../../base/language/text.ts';

const LETTERS = '0123456789abcdefghijkmnpqrstuvwxyz';

/** An id for a step, as the service makes them. */
export const newStepId = (): string =>
  `s_${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;

/** What can be added. */
export type Block =
  | 'message'
  | 'choices'
  | 'wait'
  | 'replied'
  | 'keyword'
  | 'clicked'
  | 'follows'
  | 'gate'
  | 'handoff';

interface BlockLabel {
  block: Block;
  label: string;
  hint: string;
}

export const BLOCKS: readonly BlockLabel[] = [
  { block: 'message', label: t('Message'), hint: t('A text, perhaps with a link') },
  { block: 'choices', label: t('Question with choices'), hint: t('Each choice goes its own way') },
  { block: 'wait', label: t('Wait'), hint: t('Up to {count} hours', { count: LIMITS.stepMinutes / 60 }) },
  { block: 'replied', label: t('Did they answer?'), hint: t('Waits for any answer') },
  { block: 'keyword', label: t('Does the answer have a keyword?'), hint: t('Waits for an answer') },
  { block: 'clicked', label: t('Did they open the link?'), hint: t('Of the link above') },
  { block: 'follows', label: t('Do they follow you?'), hint: t('Decided at once') },
  { block: 'gate', label: t('Follow gate'), hint: t('Asks to follow, checks again, twice') },
  { block: 'handoff', label: t('Hand over to a person'), hint: t('Flags the conversation and ends') },
];

/** Only Instagram says whether a person follows. */
export const blocksOn = (platform: string): readonly BlockLabel[] =>
  BLOCKS.filter(({ block }) => platform === 'instagram' || (block !== 'follows' && block !== 'gate'));

/**
 * The steps of a block.
 * @param following the steps after the place: a follow gate offers them to everybody who comes through it
 */
export function stepsFor(block: Block, makeId: () => string, following: readonly Step[] = []): Step[] {
  switch (block) {
    case 'message':
      return [{ id: makeId(), type: 'message', text: '' }];
    case 'choices':
      return [{ id: makeId(), type: 'message', text: '', choices: [choice(t('Yes')), choice(t('No'))] }];
    case 'wait':
      return [{ id: makeId(), type: 'wait', minutes: 60 }];
    case 'keyword':
      return [{ id: makeId(), type: 'condition', check: block, keywords: [], yes: [], no: [] }];
    case 'replied':
    case 'clicked':
      return [{ id: makeId(), type: 'condition', check: block, withinMinutes: 120, yes: [], no: [] }];
    case 'follows':
      return [{ id: makeId(), type: 'condition', check: block, yes: [], no: [] }];
    case 'gate':
      return [followGate(makeId, following)];
    case 'handoff':
      return [{ id: makeId(), type: 'handoff' }];
    default:
      return block satisfies never;
  }
}

const choice = (label: string) => ({ label, steps: [] });

/**
 * Asks people who do not follow to follow, and checks again, twice: the steps have no loops, so each try is written out.
 * @param following what those get who follow. The first check leaves it empty, since what follows is moved there
 */
function followGate(makeId: () => string, following: readonly Step[]): Step {
  const reward = (): Step[] =>
    following.length > 0
      ? copies(following, makeId)
      : [{ id: makeId(), type: 'message', text: t("Here you are, '{'first_name'}'") }];
  const check = (yes: Step[], no: Step[]): Step => ({
    id: makeId(),
    type: 'condition',
    check: 'follows',
    yes,
    no,
  });
  const ask = (text: string, label: string, steps: Step[]): Step => ({
    id: makeId(),
    type: 'message',
    text,
    choices: [{ label, steps }],
  });
  const last = check(reward(), [
    { id: makeId(), type: 'message', text: t('Sorry, it does not work. We will have a look.') },
    { id: makeId(), type: 'handoff', note: t('Follows, but the network does not say so.') },
  ]);
  const again = check(reward(), [ask(t('I cannot see it yet, try once more'), t('Again'), [last])]);
  return check(following.length > 0 ? [] : reward(), [
    ask(t('It is for followers: follow, then tap'), t('I follow now'), [again]),
  ]);
}

/** A trigger of another type, which keeps the words where it can. */
export function triggerOf(type: TriggerType, before: Trigger): Trigger {
  const { keywords, match } = before;
  if (type === 'keyword') return { type, keywords: keywords ?? [], match: match ?? 'contains' };
  if (type === 'story_reply')
    return { type, ...(keywords !== undefined && keywords.length > 0 && { keywords }) };
  if (type === 'ref') return { type, ...(before.ref !== undefined && { ref: before.ref }) };
  return { type };
}

export const emptyFlow = (accountId: string): Flow => ({
  name: '',
  accountId,
  trigger: { type: 'keyword', keywords: [], match: 'contains' },
  steps: [],
  reentry: 'once',
  cooldownHours: 24,
  requireTests: false,
  tests: [],
});

/** A flow that was being written; null means the text is none. */
export function parseFlow(text: string): Flow | null {
  try {
    const input = JSON.parse(text) as Partial<Flow> | null;
    const isFlow =
      typeof input?.name === 'string' &&
      typeof input.accountId === 'string' &&
      typeof input.trigger?.type === 'string' &&
      Array.isArray(input.steps) &&
      (input.reentry === 'once' || input.reentry === 'always') &&
      typeof input.cooldownHours === 'number';
    return isFlow ? ({ requireTests: false, tests: [], ...input } as Flow) : null;
  } catch {
    return null;
  }
}
