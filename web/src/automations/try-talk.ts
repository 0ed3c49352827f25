/** A talk that tries an automation: what the person does and when, and what was said, in one order. Pure. */
import type { Flow, Talk } from './shapes.ts';

/** One act of the person or the team, with one field that says which. */
export interface Act {
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
  | { openRef: true }
  | { react: true }
  | { send: 'photo' }
  | { follow: true }
  | { unfollow: true }
  | { human: true };

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
export const talkBody = (trial: Trial, flow: Flow, platform: string) => ({
  automation: { platform, trigger: flow.trigger, steps: flow.steps },
  contact: trial.contact,
  transcript: trial.acts.map(({ atMs, what }) => ({ at: offsetOf(atMs), ...what })),
  until: offsetOf(trial.nowMs),
});

/** One line of the chat. */
export type Line =
  | { by: 'person'; atMs: number; what: ActWords }
  | { by: 'flow'; atMs: number; message: Talk['messages'][number] };

/** Everything that was said and done, in its order: what the automation says follows the act of the same time. */
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
  if ('click' in what) return 'opened the link';
  if ('mentionStory' in what) return 'mentioned you in a story';
  if ('openRef' in what) return 'opened your link';
  if ('react' in what) return 'reacted with ❤️';
  if ('send' in what) return 'sent a photo';
  if ('follow' in what) return 'followed you';
  if ('unfollow' in what) return 'stopped following you';
  return 'Somebody of the team answered';
}

export const isSpoken = (what: ActWords): boolean => 'say' in what || 'tap' in what || 'replyStory' in what;

/**
 * The talk as a test for `troupe flows test`: a file with the flow and one with the talk. JSON is YAML too, so texts need no
 * other quotes.
 */
export function testFiles(
  { trial, talk, flow }: { trial: Trial; talk: Talk; flow: Flow },
  { name, file, platform }: { name: string; file: string; platform: string },
): { flow: string; test: string } {
  const { trigger, steps, reentry, cooldownHours } = flow;
  const lines: string[] = [];
  let now = 0;
  const pass = (toMs: number) => {
    if (toMs > now) lines.push(`after: ${offsetOf(toMs - now).slice(1)}`);
    now = Math.max(now, toMs);
  };
  for (const line of linesOf(trial, talk)) {
    pass(line.atMs);
    if (line.by === 'person') {
      const [[act, value] = ['', '']] = Object.entries(line.what);
      lines.push(value === true ? act : `${act}: ${JSON.stringify(value)}`);
    } else {
      const { text, button, choices } = line.message;
      const said = {
        text,
        ...(button && { button: button.title }),
        ...(choices.length > 0 && { choices }),
      };
      lines.push(`bot: ${JSON.stringify(said)}`);
    }
  }
  pass(talk.end ? Math.max(now, offsetMs(talk.end.at)) : trial.nowMs);
  if (talk.end) lines.push(`end: ${talk.end.reason}`);
  else if (talk.waiting) lines.push(`waiting: ${talk.waiting.for}`);
  return {
    flow: `${JSON.stringify({ platform, trigger, steps, reentry, cooldownHours }, null, 2)}\n`,
    test: [
      `flow: ${file}.flow.yaml`,
      `contact: ${JSON.stringify(trial.contact)}`,
      'tests:',
      `  - name: ${JSON.stringify(name)}`,
      '    talk:',
      ...lines.map((line) => `      - ${line}`),
      '',
    ].join('\n'),
  };
}
