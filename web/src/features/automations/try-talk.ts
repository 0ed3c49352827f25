/** A trial of an automation: what the person does and when, and the messages, in one order. Pure. */
import type { AutomationPlatform, Flow, Talk, TalkTest } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** One act of the person or the team, with one field that says which. */
interface Act {
  /** From the start of the talk, ms. */
  atMs: number;
  what: ActWords;
}
export type ActWords =
  | { say: string }
  | { tap: string }
  | { click: true }
  | { mentionStory: true }
  | { replyStory: string }
  | { openRef: true | string }
  | { react: true }
  | { send: 'photo' | 'voice' | 'share' }
  | { follow: true }
  | { unfollow: true }
  | { human: true | string }
  | { refuse: 'blocked' | 'window' | 'transient' };

export interface Trial {
  contact: { username: string; name: string; follows: 'yes' | 'no' | 'unknown' };
  acts: readonly Act[];
  /** What time it is in the talk, ms from its start. */
  nowMs: number;
}

/** Acts follow each other after this time, so that answers come between them, ms. */
const BETWEEN_MS = 5_000;
const MINUTE_MS = 60_000;

export const emptyTrial: Trial = {
  contact: { username: 'ann', name: 'Ann Lee', follows: 'no' },
  acts: [],
  nowMs: 0,
};

/** The person does something now. */
export function acted(trial: Trial, what: ActWords): Trial {
  const atMs = trial.acts.length === 0 ? trial.nowMs : trial.nowMs + BETWEEN_MS;
  return { ...trial, acts: [...trial.acts, { atMs, what }], nowMs: atMs };
}

/** Time passes. */
export const later = (trial: Trial, byMs: number): Trial => ({ ...trial, nowMs: trial.nowMs + byMs });
/** Time passes until a moment of the talk, such as `+2h`. It never goes back. */
export const at = (trial: Trial, offset: string): Trial => ({
  ...trial,
  nowMs: Math.max(trial.nowMs, offsetMs(offset)),
});

/** The last act is taken back, with the time after it. */
export function withoutLast(trial: Trial): Trial {
  const acts = trial.acts.slice(0, -1);
  return { ...trial, acts, nowMs: acts.at(-1)?.atMs ?? 0 };
}

/** A time of the talk in ms: `+2h5m`. */
export function offsetMs(offset: string): number {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^\+(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(offset) ?? [];
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1_000;
}

/** The same as requests write it. */
export function offsetOf(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const text = `${hours > 0 ? `${hours}h` : ''}${minutes > 0 ? `${minutes}m` : ''}${rest > 0 ? `${rest}s` : ''}`;
  return `+${text || '0m'}`;
}

/** What the operation takes. */
export const talkBody = (trial: Trial, flow: Flow, platform: AutomationPlatform) => ({
  automation: { platform, trigger: flow.trigger, steps: flow.steps },
  contact: trial.contact,
  transcript: trial.acts.map(({ atMs, what }) => ({ at: offsetOf(atMs), ...what })),
  until: offsetOf(trial.nowMs),
});

/** One line of the chat. */
export type Line =
  | { by: 'person'; atMs: number; what: ActWords }
  | { by: 'flow'; atMs: number; message: Talk['messages'][number] };

/** All acts and messages in order: a message of the automation follows the act of the same time. */
export function linesOf(trial: Trial, talk: Talk | null): Line[] {
  const acts = trial.acts.map(({ atMs, what }): Line => ({ by: 'person', atMs, what }));
  const messages = (talk?.messages ?? []).map((message): Line => ({
    by: 'flow',
    atMs: offsetMs(message.at),
    message,
  }));
  // a stable sort: of one time, acts stay first
  return [...acts, ...messages].toSorted((one, other) => one.atMs - other.atMs);
}

/** What an act says in the chat, for the ones that are no words. */
export function actText(what: ActWords): string {
  if ('say' in what) return what.say;
  if ('tap' in what) return what.tap;
  if ('replyStory' in what) return what.replyStory;
  if ('click' in what) return t('opened the link');
  if ('mentionStory' in what) return t('mentioned you in a story');
  if ('openRef' in what) return t('opened your link');
  if ('react' in what) return t('reacted with ❤️');
  if ('send' in what)
    return t('sent {value}', {
      value: { photo: t('a photo'), voice: t('a voice message'), share: t('a shared post') }[what.send],
    });
  if ('refuse' in what)
    return t('The network refuses the next message: {reason}', { reason: REFUSALS[what.refuse] });
  if ('follow' in what) return t('followed you');
  if ('unfollow' in what) return t('stopped following you');
  return t('Somebody of the team answered');
}

const REFUSALS = {
  blocked: t('the person blocked you'),
  window: t('it is too late'),
  transient: t('only for a moment'),
} as const;

export const isSpoken = (what: ActWords): boolean => 'say' in what || 'tap' in what || 'replyStory' in what;

/** The talk as a test of acts and of how it ended: the service writes the lines of what is said between. */
export function testOf(trial: Trial, talk: Talk, name: string): TalkTest {
  const lines: TalkTest['talk'] = [];
  let now = 0;
  const pass = (toMs: number) => {
    if (toMs > now) lines.push({ after: offsetOf(toMs - now).slice(1) });
    now = Math.max(now, toMs);
  };
  for (const { atMs, what } of trial.acts) {
    pass(atMs);
    const [[act, value] = ['', '']] = Object.entries(what);
    lines.push((value === true ? act : what) as TalkTest['talk'][number]);
  }
  pass(talk.end ? Math.max(now, offsetMs(talk.end.at)) : trial.nowMs);
  if (talk.end) lines.push({ end: talk.end.reason });
  else if (talk.waiting) lines.push({ waiting: talk.waiting.for });
  const { username, name: full, follows } = trial.contact;
  return { name, contact: { username, name: full, follows }, talk: lines };
}

/** The acts of a test as a trial, which continues where the test ends. */
export function trialOf({ contact = {}, talk }: TalkTest): Trial {
  let now = 0;
  const acts: Act[] = [];
  for (const line of talk) {
    const fields: { [name: string]: unknown } = typeof line === 'string' ? { [line]: true } : { ...line };
    if (typeof fields['after'] === 'string') now += offsetMs(`+${fields['after']}`);
    else if (!['bot', 'waiting', 'end', 'nothing'].some((name) => fields[name] !== undefined))
      acts.push({ atMs: now, what: fields as ActWords });
  }
  const { username = '', name = contact.first_name ?? '', follows = 'unknown' } = contact;
  return { contact: { username, name, follows }, acts, nowMs: now };
}

/** A line of a test as a file has it. JSON is YAML too, so texts need no other quotes. */
export function lineText(line: TalkTest['talk'][number]): string {
  if (typeof line === 'string') return line;
  const [[name, value] = ['', '']] = Object.entries(line);
  const isBare = typeof value === 'string' && ['after', 'end', 'waiting'].includes(name);
  return `${name}: ${isBare ? value : JSON.stringify(value)}`;
}

/** A test as files for `troupe flows test`: one with the flow and one with the talk. */
export function testFiles(
  { test: { name, contact, talk }, flow }: { test: TalkTest; flow: Flow },
  { file, platform }: { file: string; platform: string },
): { flow: string; test: string } {
  const { trigger, steps, reentry, cooldownHours } = flow;
  return {
    flow: `${JSON.stringify({ platform, trigger, steps, reentry, cooldownHours }, null, 2)}\n`,
    test: [
      `flow: ${file}.flow.yaml`,
      `contact: ${JSON.stringify(contact)}`,
      'tests:',
      `  - name: ${JSON.stringify(name)}`,
      '    talk:',
      ...talk.map((line) => `      - ${lineText(line)}`),
      '',
    ].join('\n'),
  };
}
