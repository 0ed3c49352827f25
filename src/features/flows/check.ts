/**
 * Checks the steps of an automation. For any input it returns either the steps with their ids, or every
 * refusal with the path of its step (docs/contract.md, DM automations).
 */
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { bytesOf, MAX_BUTTON_TEXT_CHARS, MAX_TEXT_BYTES, openingOf } from '../../../machines/flow/fill.ts';
import type { Step } from '../../../machines/flow/steps.ts';
import { distinctKeywords } from '../../base/matching/index.ts';
import { checkKeywords } from './keywords.ts';
import { MAX_LEVELS, MAX_STEPS, shapes, type StepShape } from './step-schemas.ts';
import { labelOf } from '../../kinds/flow-words.ts';

/** Why steps are refused. */
export interface Refusal {
  /** JSON pointer of the step, or of the field in it. */
  path: string;
  message: string;
}

export type Checked = { steps: Step[]; refusals: [] } | { steps: null; refusals: Refusal[] };

interface CheckOptions {
  /** JSON pointer of the list. */
  path?: string;
  /** Makes the id of a step that has none. @param path of the step, below the list */
  makeId: (path: string) => string;
  /** Only Instagram says whether a person follows. */
  platform?: string;
  /** The text that opens the first message of a run; absent or null if none. */
  disclosure?: string | null;
}

/** @param input anything, such as a part of a request */
export function checkSteps(
  input: unknown,
  { path = '/steps', makeId, platform, disclosure = null }: CheckOptions,
): Checked {
  const check = new Check(platform, disclosure);
  check.list(input, { path, level: 0, linkAbove: false, messageAbove: false });
  if (Array.isArray(input) && input.length === 0) check.refuse(path, 'steps needs at least one step');
  if (check.refusals.length > 0) return { steps: null, refusals: check.refusals };
  const ids = new Set(check.ids.keys());
  return { steps: withIds(input as StepShape[], { path: '', makeId, ids }), refusals: [] };
}

interface Where {
  path: string;
  /** How many branches are around it. */
  level: number;
  /** The path has a message with a link before it. */
  linkAbove: boolean;
  /** The path has a message before it, so another message does not open the run. */
  messageAbove: boolean;
}

class Check {
  readonly refusals: Refusal[] = [];
  /** The ids that steps were given, with their paths. */
  readonly ids = new Map<string, string>();
  readonly #platform: string | undefined;
  /** The text in front of the first message of a run. */
  readonly #opening: string;
  #count = 0;

  constructor(platform: string | undefined, disclosure: string | null) {
    this.#platform = platform;
    this.#opening = openingOf(disclosure);
  }

  refuse(path: string, message: string): void {
    this.refusals.push({ path, message });
  }

  list(input: unknown, where: Where): void {
    if (!Array.isArray(input)) return this.refuse(where.path, 'this must be a list of steps');
    if (where.level > MAX_LEVELS)
      return this.refuse(
        where.path,
        `branches go up to ${MAX_LEVELS} levels deep; this is level ${where.level}`,
      );
    let { linkAbove, messageAbove } = where;
    for (const [index, item] of input.entries()) {
      const path = `${where.path}/${index}`;
      this.#count += 1;
      // stop after one refusal: a list may have a million steps
      if (this.#count > MAX_STEPS) {
        if (this.#count === MAX_STEPS + 1)
          this.refuse(path, `an automation has up to ${MAX_STEPS} steps; this is one more`);
        return;
      }
      const step = this.#shape(item, path);
      if (!step) continue;
      if (step.type === 'message' && step.button) linkAbove = true;
      this.#step(step, { path, level: where.level, linkAbove, messageAbove });
      if (step.type === 'message') messageAbove = true;
      if (doesBranch(step) && index < input.length - 1)
        this.refuse(`${where.path}/${index + 1}`, 'a step that branches is the last of its list');
    }
  }

  #shape(item: unknown, path: string): StepShape | null {
    const type = (item as { type?: unknown } | null)?.type;
    if (typeof item !== 'object' || typeof type !== 'string' || !Object.hasOwn(shapes, type)) {
      this.refuse(path, `a step is an object whose type is ${Object.keys(shapes).join(', ')}`);
      return null;
    }
    const shape = shapes[type as keyof typeof shapes];
    if (Value.Check(shape as TSchema, item)) return item as StepShape;
    const [error] = Value.Errors(shape as TSchema, item);
    this.refuse(`${path}${error?.instancePath ?? ''}`, reasonOf(error));
    return null;
  }

  #step(step: StepShape, where: Where): void {
    const { path } = where;
    if (step.id !== undefined) {
      const other = this.ids.get(step.id);
      if (other !== undefined) this.refuse(`${path}/id`, `the step at ${other} has the same id`);
      this.ids.set(step.id, path);
    }
    if (step.type === 'message') this.#message(step, where);
    if (step.type === 'condition') this.#condition(step, where);
  }

  #message(
    step: Extract<StepShape, { type: 'message' }>,
    { path, level, linkAbove, messageAbove }: Where,
  ): void {
    const { text, button, choices } = step;
    if (text.trim() === '') this.refuse(`${path}/text`, 'text must not be empty');
    const whole = messageAbove ? text : `${this.#opening}${text}`;
    const [bytes, chars] = [bytesOf(whole), Array.from(whole).length];
    const it = whole === text ? 'it' : 'with the disclosure text of the workspace it';
    if (button && chars > MAX_BUTTON_TEXT_CHARS)
      this.refuse(
        `${path}/text`,
        `with a button, text has up to ${MAX_BUTTON_TEXT_CHARS} characters; ${it} has ${chars}`,
      );
    if (!button && bytes > MAX_TEXT_BYTES)
      this.refuse(`${path}/text`, `text has up to ${MAX_TEXT_BYTES} bytes; ${it} has ${bytes}`);
    if (button && choices) this.refuse(`${path}/choices`, 'a message has a button or choices, not both');
    if (button) {
      if (button.title.trim() === '') this.refuse(`${path}/button/title`, 'title must not be empty');
      if (!isWebAddress(button.url))
        this.refuse(`${path}/button/url`, 'url must begin with https:// or http://');
    }
    const labels = new Map<string, number>();
    for (const [index, { label, steps }] of (choices ?? []).entries()) {
      const at = `${path}/choices/${index}`;
      const folded = labelOf(label);
      if (folded === '') this.refuse(`${at}/label`, 'label must not be empty');
      else if (labels.has(folded))
        this.refuse(
          `${at}/label`,
          `choice ${labels.get(folded)! + 1} has the same label, typed words could mean either`,
        );
      labels.set(folded, index);
      this.list(steps, { path: `${at}/steps`, level: level + 1, linkAbove, messageAbove: true });
    }
  }

  #condition(
    step: Extract<StepShape, { type: 'condition' }>,
    { path, level, linkAbove, messageAbove }: Where,
  ): void {
    const { check, keywords, withinMinutes } = step;
    if (check === 'keyword' && keywords === undefined) this.refuse(path, 'check keyword needs keywords');
    if (check !== 'keyword' && keywords !== undefined)
      this.refuse(`${path}/keywords`, `check ${check} takes no keywords`);
    this.refusals.push(...checkKeywords(keywords ?? [], `${path}/keywords`));
    if (check === 'follows' && withinMinutes !== undefined)
      this.refuse(`${path}/withinMinutes`, 'check follows is decided at once and takes no withinMinutes');
    if (check === 'follows' && this.#platform !== undefined && this.#platform !== 'instagram')
      this.refuse(path, `${this.#platform} does not say whether a person follows`);
    if (check === 'clicked' && !linkAbove)
      this.refuse(path, 'check clicked needs a message with a button above it');
    for (const name of ['yes', 'no'] as const)
      this.list(step[name], { path: `${path}/${name}`, level: level + 1, linkAbove, messageAbove });
  }
}

/** What TypeBox says of a value, in words. */
export const reasonOf = (error: { message: string } | undefined): string =>
  error === undefined || error.message === 'schema is false' ? 'this field is not known' : error.message;

const doesBranch = (step: StepShape): boolean =>
  step.type === 'condition' || (step.type === 'message' && step.choices !== undefined);

function isWebAddress(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed !== null && ['https:', 'http:'].includes(parsed.protocol);
}

/** The same steps, each with an id: its own, or one that no other step has. */
function withIds(
  list: readonly StepShape[],
  { path, makeId, ids }: { path: string; makeId: (path: string) => string; ids: Set<string> },
): Step[] {
  const inner = (steps: unknown[], at: string) => withIds(steps as StepShape[], { path: at, makeId, ids });
  return list.map((step, index) => {
    const own = `${path}/${index}`;
    let { id } = step;
    if (id === undefined) {
      const made = makeId(own);
      id = made;
      for (let turn = 2; ids.has(id); turn += 1) id = `${made}-${turn}`;
      ids.add(id);
    }
    if (step.type === 'condition') {
      const { keywords } = step;
      const once = keywords !== undefined && { keywords: distinctKeywords(keywords) };
      return { ...step, ...once, id, yes: inner(step.yes, `${own}/yes`), no: inner(step.no, `${own}/no`) };
    }
    if (step.type !== 'message' || step.choices === undefined) return { ...step, id } as Step;
    const choices = step.choices.map(({ label, steps }, at) => ({
      label,
      steps: inner(steps, `${own}/choices/${at}/steps`),
    }));
    return { ...step, id, choices };
  });
}

/** An id from the path of the step: the same steps get the same ids. For steps that are not stored. */
export const idFromPath = (path: string): string => path.slice(1).replaceAll('/', '-');
