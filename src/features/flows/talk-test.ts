/**
 * Tests an automation by a talk: what people do, and the messages that the automation has to send in between. The test must name
 * every message, unless it is `loose`. Pure; the caller reads the files and reports lines.
 */
import { createContext, Script } from 'node:vm';
import { type Static, Type } from 'typebox';
import { END_REASONS } from '../../../machines/flow/setup.ts';
import { closed } from '../../api/schemas.ts';
import type { Checked, Refusal } from './check.ts';
import { type Played, begin, type Talk, type TalkAct } from './play.ts';
import { ACTS, actFields, actOf, ActShape, isRefusal, spanMs, spanOf } from './transcript.ts';
import type { Trigger } from './trigger.ts';
import { compileFlow } from '../../kinds/flow-words.ts';

const Button = Type.Union([Type.String(), Type.Object({ title: Type.String(), url: Type.String() }, closed)]);
const Message = Type.Object(
  {
    text: Type.Optional(Type.String()),
    button: Type.Optional(Button),
    choices: Type.Optional(Type.Array(Type.String())),
  },
  closed,
);
const yes = Type.Optional(Type.Literal(true));

/** Lines that are one word. */
const BARE = ['click', 'mentionStory', 'openRef', 'react', 'follow', 'unfollow', 'human', 'nothing'] as const;

const LineFields = Type.Object(
  {
    ...actFields,
    mediaId: ActShape.properties.mediaId,
    after: Type.Optional(Type.String({ description: 'The clock moves on by this, such as `2h5m`.' })),
    bot: Type.Optional(
      Type.Union([Type.String(), Message], {
        description:
          'The next message. `/…/` is a pattern, `any` is every text; what is not named is not compared.',
      }),
    ),
    waiting: Type.Optional(Type.Enum(['reply', 'tap', 'click', 'time'], { type: 'string' })),
    end: Type.Optional(Type.Enum([...END_REASONS], { type: 'string' })),
    nothing: yes,
  },
  closed,
);

export const TalkLine = Type.Union([Type.Enum([...BARE], { type: 'string' }), LineFields]);

export const Contact = Type.Object(
  {
    username: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    first_name: Type.Optional(Type.String()),
    follows: Type.Optional(Type.Enum(['yes', 'no', 'unknown'], { type: 'string' })),
  },
  closed,
);

export const TalkTestShape = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    contact: Type.Optional(Contact),
    loose: Type.Optional(Type.Boolean()),
    talk: Type.Array(TalkLine, { minItems: 1, maxItems: 200 }),
  },
  closed,
);
export type TalkTest = Static<typeof TalkTestShape>;
type Fields = Static<typeof LineFields>;
type Message = Played['messages'][number];

/** A checked automation, as tests run it. */
export interface Tested {
  trigger: Trigger;
  steps: NonNullable<Checked['steps']>;
}

/** One line of the talk as it went. `+`: the automation did this and should not have; `-`: it should have. */
export interface TranscriptLine {
  sign: ' ' | '+' | '-';
  text: string;
}

export interface TestResult {
  failures: { line: number; message: string }[];
  transcript: TranscriptLine[];
  /** The lines of a talk that passes: the number of a line that stays, or a new line. */
  updated: (number | Fields)[];
  played: Played;
}

/** Why a test cannot be run; empty: it can. @param path JSON pointer of the test */
export function checkTalkTest(
  { talk }: TalkTest,
  { trigger, path }: { trigger: Trigger; path: string },
): Refusal[] {
  return talk.flatMap((line, index) => {
    const own = `${path}/talk/${index}`;
    const read = readLine(line, { trigger, path: own });
    return 'refused' in read ? [read.refused] : [];
  });
}

type Read =
  | { refused: Refusal }
  | { act: TalkAct }
  | { afterMs: number }
  | { expected: Pick<Fields, 'bot' | 'waiting' | 'end' | 'nothing'> };

const EXPECTED = ['bot', 'waiting', 'end', 'nothing'] as const;

function readLine(
  line: TalkTest['talk'][number],
  { trigger, path }: { trigger: Trigger; path: string },
): Read {
  const fields = fieldsOf(line);
  const { after, bot, waiting, end, nothing, ...act } = fields;
  const names = [...ACTS, 'after', ...EXPECTED].filter((name) => fields[name as keyof Fields] !== undefined);
  if (names.length !== 1)
    return {
      refused: { path, message: `a line is one of ${[...ACTS, 'after', ...EXPECTED].join(', ')}` },
    };
  if (after !== undefined) {
    const afterMs = spanMs(after);
    if (afterMs !== null) return { afterMs };
    return { refused: { path: `${path}/after`, message: 'after is a time of up to 90 days, such as 2h5m' } };
  }
  if (EXPECTED.some((name) => fields[name] !== undefined)) {
    const pattern = typeof bot === 'object' ? bot.text : bot;
    if (isBrokenPattern(pattern))
      return { refused: { path: `${path}/bot`, message: `${pattern} is no regular expression` } };
    return {
      expected: {
        ...(bot !== undefined && { bot }),
        ...(waiting && { waiting }),
        ...(end && { end }),
        ...(nothing && { nothing }),
      },
    };
  }
  const read = actOf(act, { trigger, path });
  return isRefusal(read) ? { refused: read } : { act: read };
}

const fieldsOf = (line: TalkTest['talk'][number]): Fields =>
  typeof line === 'string' ? { [line]: true } : line;

/**
 * Runs a test that `checkTalkTest` takes.
 * @param contact of the file; that of the test goes before it
 */
export function runTalkTest(
  test: TalkTest,
  { trigger, steps }: Tested,
  contact: TalkTest['contact'] = {},
): TestResult {
  const { username, name, first_name: firstName, follows = 'unknown' } = { ...contact, ...test.contact };
  const talk: Omit<Talk, 'acts' | 'untilMs'> = {
    machine: compileFlow(steps),
    trigger,
    steps,
    contact: { username: username ?? null, name: name ?? firstName ?? null, follows },
  };
  const player = begin(talk);
  const comparison = new Comparison(test.loose === true);
  let now = 0;
  let span: Span = [];
  let lastLine = 0;
  for (const [line, act] of test.talk.entries()) {
    const read = readLine(act, { trigger, path: '' });
    if ('refused' in read) throw new TypeError(read.refused.message);
    if ('expected' in read) {
      span.push({ line, expected: read.expected });
      continue;
    }
    comparison.compare(player.played(), { span, lastLine, now });
    [span, lastLine] = [[], line];
    if ('afterMs' in read) now += read.afterMs;
    player.runUntil(now);
    if ('act' in read) player.act(read.act, now);
    player.runUntil(now);
    comparison.keep(line, tellLine(fieldsOf(act)));
  }
  comparison.compare(player.played(), { span, lastLine, now });
  return { ...comparison.result, played: player.played() };
}

/** The lines of a test between two acts. */
type Span = { line: number; expected: Fields }[];

/** Compares what an automation says with the lines of a test, from one act to the next. */
class Comparison {
  readonly result: Omit<TestResult, 'played'> = { failures: [], transcript: [], updated: [] };
  readonly #isLoose: boolean;
  /** How many messages were compared before. */
  #count = 0;

  constructor(isLoose: boolean) {
    this.#isLoose = isLoose;
  }

  /** A line of the test that is not changed. */
  keep(line: number, text: string): void {
    this.result.transcript.push({ sign: ' ', text });
    this.result.updated.push(line);
  }

  /**
   * Compares the messages since the last act with the lines that follow it.
   * @param at lastLine: of the act; now: ms since the start of the talk
   */
  compare(played: Played, { span, lastLine, now }: { span: Span; lastLine: number; now: number }): void {
    let messages = played.messages.slice(this.#count);
    this.#count = played.messages.length;
    const spoken = span.filter(({ expected }) => expected.bot !== undefined).length;
    if (!this.#isLoose && spoken > messages.length) messages = alignedTo(messages, span);
    const lastBot = span.findLastIndex(({ expected }) => expected.bot !== undefined);
    let next = 0;
    for (const [at, { line, expected }] of span.entries()) {
      if (expected.bot === undefined) {
        const unsaid = messages.length - next;
        // messages that no line expects come before the final state
        if (at > lastBot) while (next < messages.length) this.#extra(messages[next++]!, line);
        this.#compareState(played, { line, expected, unsaid });
        continue;
      }
      if (this.#isLoose)
        while (next < messages.length && differenceOf(expected.bot, messages[next]!) !== null)
          this.#extra(messages[next++]!, line);
      const state = stateOf(played, now);
      this.#compareMessage(messages[next], { line, expected, state });
      next += 1;
    }
    for (const message of messages.slice(next)) this.#extra(message, span.at(-1)?.line ?? lastLine);
  }

  /** A message that no line names. */
  #extra(message: Message, line: number): void {
    const { transcript, updated, failures } = this.result;
    transcript.push({ sign: this.#isLoose ? ' ' : '+', text: `bot: ${tellMessage(message)}` });
    if (this.#isLoose) return;
    updated.push({ bot: lineOf(message) });
    failures.push({ line, message: `step ${message.stepId} said what the talk does not name` });
  }

  /** A line about what the automation waits for, or how it ended. */
  #compareState(
    played: Played,
    { line, expected, unsaid }: { line: number; expected: Fields; unsaid: number },
  ): void {
    const problem = problemOf(expected, played, unsaid);
    if (problem === null) return this.keep(line, tellLine(expected));
    const { transcript, updated, failures } = this.result;
    transcript.push({ sign: '-', text: tellLine(expected) });
    failures.push({ line, message: problem });
    const truth = truthOf(expected, played);
    if (truth !== null) updated.push(truth);
  }

  /** A line about the next message. @param given state: where the run is, in a sentence */
  #compareMessage(
    message: Message | undefined,
    { line, expected, state }: { line: number; expected: Fields; state: string },
  ): void {
    const difference = message ? differenceOf(expected.bot!, message) : 'nothing was said';
    if (message && difference === null) return this.keep(line, `bot: ${tellMessage(message)}`);
    const { transcript, updated, failures } = this.result;
    transcript.push({ sign: '-', text: tellLine(expected) });
    if (message) transcript.push({ sign: '+', text: `bot: ${tellMessage(message)}` });
    if (message) updated.push({ bot: lineOf(message) });
    const where = message ? `step ${message.stepId}: ${difference}` : `${difference}; ${state}`;
    failures.push({ line, message: where });
  }
}

/** Keeps the messages with their lines when there are fewer of them: a line that no message fits is missing. */
function alignedTo(messages: Message[], span: readonly { expected: Fields }[]): Message[] {
  const aligned: (Message | undefined)[] = [];
  let next = 0;
  const lines = span.filter(({ expected }) => expected.bot !== undefined);
  for (const [index, { expected }] of lines.entries()) {
    const message = messages[next];
    const left = lines.length - index;
    const fits = message !== undefined && differenceOf(expected.bot!, message) === null;
    if (fits || messages.length - next >= left) {
      aligned.push(message);
      next += 1;
    } else aligned.push(undefined);
  }
  return [...aligned, ...messages.slice(next)] as Message[];
}

/** Why an expectation does not hold; null if it does. @param unsaid messages that no line has named yet */
function problemOf({ waiting, end, nothing }: Fields, played: Played, unsaid: number): string | null {
  if (nothing && unsaid > 0) return 'something was said';
  if (waiting !== undefined && played.waiting?.for !== waiting) return stateOf(played, null);
  if (end !== undefined && played.end?.reason !== end) return stateOf(played, null);
  return null;
}

/** The line that would have held; null if none. */
function truthOf({ waiting, end }: Fields, played: Played): Fields | null {
  if (waiting === undefined && end === undefined) return null;
  if (played.end) return { end: played.end.reason };
  return played.waiting ? { waiting: played.waiting.for } : null;
}

/** Where the run is, in a sentence. */
function stateOf({ end, waiting, path, hasStarted }: Played, now: number | null): string {
  if (!hasStarted) return 'nothing has started the automation';
  const at = path.at(-1) ?? '';
  if (end) return `the run ended ${end.reason} at +${spanOf(end.atMs)}, in step ${at}`;
  const since = now === null ? '' : ` at +${spanOf(now)}`;
  return `the run waits${since} for ${waiting?.for ?? 'nothing'} in step ${at}, until +${spanOf(waiting?.untilMs ?? 0)}`;
}

/** What of a message is not as the line says; null if nothing. */
function differenceOf(expected: NonNullable<Fields['bot']>, message: Message): string | null {
  const { text, button, choices } = typeof expected === 'string' ? { text: expected } : expected;
  if (text !== undefined && !isText(message.text, text)) return 'the text is another';
  if (choices !== undefined && JSON.stringify(choices) !== JSON.stringify(message.choices))
    return 'the choices are others';
  if (typeof button === 'string' && message.button?.title !== button) return 'the button is another';
  if (
    typeof button === 'object' &&
    (message.button?.title !== button.title || message.button.url !== button.url)
  )
    return 'the button is another';
  return null;
}

const PATTERN = /^\/(.+)\/([iu]*)$/s;

/** Whether a text is as expected: `any`, a pattern, or the same words whatever the white space. */
export function isText(text: string, expected: string): boolean {
  if (expected === 'any') return true;
  const pattern = PATTERN.exec(expected);
  if (pattern) return isLike(text, pattern);
  return folded(text) === folded(expected);
}

/** How long a pattern may take. It is no part of a test's result otherwise: patterns take microseconds. */
const PATTERN_MS = 200;

/** A pattern that compares for too long: a test on a server must not keep it busy. */
export class PatternTooSlow extends Error {
  override readonly name = 'PatternTooSlow';
  readonly code = 'pattern_too_slow';
}

const scope = createContext({});
const comparison = new Script('new RegExp(source, flags).test(text)');

/** @throws PatternTooSlow */
function isLike(text: string, [whole, source = '', flags = '']: RegExpExecArray): boolean {
  Object.assign(scope, { text, source, flags });
  try {
    return comparison.runInContext(scope, { timeout: PATTERN_MS }) as boolean;
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause;
    throw new PatternTooSlow(`the pattern ${whole} takes too long to compare: make it simpler`, { cause });
  }
}

const folded = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

export function isBrokenPattern(expected: unknown): boolean {
  const pattern = typeof expected === 'string' ? PATTERN.exec(expected) : null;
  if (!pattern) return false;
  try {
    return !new RegExp(pattern[1]!, pattern[2]);
  } catch {
    return true;
  }
}

/** A message as a line of a test. */
function lineOf({ text, button, choices }: Message): NonNullable<Fields['bot']> {
  if (!button && choices.length === 0) return text;
  return { text, ...(button && { button: button.title }), ...(choices.length > 0 && { choices }) };
}

function tellMessage({ text, button, choices }: Pick<Message, 'text' | 'button' | 'choices'>): string {
  const extras = [...(button ? [`[${button.title}]`] : []), ...choices.map((label) => `(${label})`)];
  return [text, ...extras].join(' ');
}

function tellLine(fields: Fields): string {
  const [[name, value] = ['', '']] = Object.entries(fields).filter(([, one]) => one !== undefined);
  if (value === true) return name;
  return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
