/**
 * Runs the steps of an automation directly, from docs/contract.md and without a statechart: what the compiled chart is
 * compared with. Time goes by as numbers; each rule is written where the contract has it.
 */
import type { Step } from '../../machines/flow/steps.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type DirectAct =
  | { kind: 'message'; text: string | null }
  | { kind: 'tap'; label: string }
  | { kind: 'click' }
  | { kind: 'react' }
  | { kind: 'human' };

export interface DirectTalk {
  steps: readonly Step[];
  /** The first one starts the run. */
  acts: readonly { atMs: number; act: DirectAct }[];
  follows: 'yes' | 'no' | 'unknown';
  isSame: (text: string, label: string) => boolean;
  hasKeyword: (text: string, keywords: readonly string[]) => boolean;
}

export interface DirectResult {
  messages: { atMs: number; stepId: string }[];
  end: { reason: string; atMs: number };
  visited: string[];
}

class Ended extends Error {
  readonly end: DirectResult['end'];
  constructor(reason: string, atMs: number) {
    super(reason);
    this.end = { reason, atMs };
  }
}

export function runDirectly(talk: DirectTalk): DirectResult {
  const [trigger, ...rest] = talk.acts;
  const queue = [...rest];
  const messages: DirectResult['messages'] = [];
  const visited: string[] = [];
  const clicked = new Set<string>();
  let now = trigger!.atMs;
  let lastAct = now;
  let isFirst = true;

  /**
   * Takes acts until `decide` answers or the time is up.
   * @param deadline asked again after each act, since the window may move
   */
  const wait = (
    deadline: () => number,
    decide: (act: DirectAct, linked: string | undefined) => readonly Step[] | undefined,
  ) => {
    for (;;) {
      const next = queue[0];
      const until = deadline();
      if (!next || next.atMs >= until) {
        now = Math.max(now, until);
        return undefined;
      }
      queue.shift();
      now = next.atMs;
      if (next.act.kind === 'human') throw new Ended('human_reply', now);
      if (next.act.kind !== 'click') lastAct = now;
      const linked = messages.findLast(({ stepId }) => links.has(stepId))?.stepId;
      if (next.act.kind === 'click' && linked !== undefined) clicked.add(linked);
      const taken = decide(next.act, linked);
      if (taken) return taken;
    }
  };
  const textOf = (act: DirectAct) =>
    act.kind === 'message' ? act.text : act.kind === 'tap' ? act.label : null;
  const isAnswer = (act: DirectAct) => act.kind === 'message' || act.kind === 'tap';
  const links = new Set<string>();

  /** Goes through a list. A step that branches goes on in its branch and never returns. */
  const go = (list: readonly Step[], above: string | null): never => {
    let link = above;
    for (const step of list) {
      visited.push(step.id);
      const startsFlow = isFirst;
      isFirst = false;
      switch (step.type) {
        case 'wait': {
          const until = now + step.minutes * MINUTE;
          wait(
            () => until,
            () => undefined,
          );
          break;
        }
        case 'handoff':
          throw new Ended('handoff', now);
        case 'message': {
          if (now - lastAct >= DAY) throw new Ended('window_closed', now);
          messages.push({ atMs: now, stepId: step.id });
          if (step.button) links.add((link = step.id));
          const { choices } = step;
          if (!choices) break;
          const chosen = wait(
            () => lastAct + DAY,
            (act) => {
              const text = textOf(act);
              return text === null ? undefined : choices.find(({ label }) => talk.isSame(text, label))?.steps;
            },
          );
          if (!chosen) throw new Ended('window_closed', now);
          return go(chosen, link);
        }
        case 'condition':
          return go(decideOn(step, link, startsFlow), link);
        default:
          step satisfies never;
      }
    }
    throw new Ended('completed', now);
  };

  const decideOn = (
    step: Extract<Step, { type: 'condition' }>,
    link: string | null,
    startsFlow: boolean,
  ): readonly Step[] => {
    const { check, keywords = [], withinMinutes, yes, no } = step;
    if (check === 'follows') return talk.follows === 'no' ? no : yes;
    if (check === 'clicked' && clicked.has(link!)) return yes;
    const judge = (text: string) => (talk.hasKeyword(text, keywords) ? yes : no);
    const first = textOf(trigger!.act);
    if (check === 'keyword' && startsFlow && first !== null) return judge(first);
    const untilDefault = Math.max(now, Math.min(lastAct + 23 * HOUR, now + 1_380 * MINUTE));
    const until = withinMinutes === undefined ? untilDefault : now + withinMinutes * MINUTE;
    const taken = wait(
      () => until,
      (act, linked) => {
        if (check === 'clicked') return act.kind === 'click' && linked === link ? yes : undefined;
        if (!isAnswer(act)) return undefined;
        const text = textOf(act);
        if (check === 'replied') return yes;
        return text === null ? undefined : judge(text);
      },
    );
    return taken ?? no;
  };

  try {
    return go(talk.steps, null);
  } catch (ended) {
    if (!(ended instanceof Ended)) throw ended;
    return { messages, end: ended.end, visited };
  }
}
