/**
 * What a person and the team do in a talk, line by line, as requests and test files write it: `{at: "+2h", say: "guide"}`.
 * Pure.
 */
import { type Static, Type } from 'typebox';
import { closed, networkId } from '../../api/schemas.ts';
import type { Refusal } from './check.ts';
import type { TalkAct } from './play.ts';
import type { Trigger } from './trigger.ts';

/** The longest talk: 40 waits of 23 hours are shorter. */
const MAX_TALK_MS = 90 * 24 * 3_600_000;
const MAX_TEXT = 10_000;

const textField = (description: string) => Type.Optional(Type.String({ maxLength: MAX_TEXT, description }));
const done = (description: string) => Type.Optional(Type.Literal(true, { description }));

/** The act of a line: one field of these. */
export const actFields = {
  say: textField('The person writes this.'),
  tap: textField('The person taps the choice with this label.'),
  click: done('The person opens the link of the last message that has one.'),
  mentionStory: done('The person mentions the account in a story.'),
  replyStory: textField('The person replies to a story with this.'),
  openRef: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Literal(true)], {
      description: 'The person opens the ref link with this code; true: that of the automation.',
    }),
  ),
  react: done('The person reacts to a message.'),
  send: Type.Optional(
    Type.Enum(['photo', 'voice', 'share'], {
      type: 'string',
      description: 'The person sends something without text.',
    }),
  ),
  follow: done('The person follows the account from now on.'),
  unfollow: done('The person does not follow the account from now on.'),
  human: Type.Optional(
    Type.Union([Type.String({ maxLength: MAX_TEXT }), Type.Literal(true)], {
      description: 'Somebody of the team answers by hand.',
    }),
  ),
  refuse: Type.Optional(
    Type.Enum(['blocked', 'window', 'transient'], {
      type: 'string',
      description:
        'How the network refuses the next message: for good, because its window is closed, or for a moment.',
    }),
  ),
};
export const ACTS = Object.keys(actFields) as (keyof typeof actFields)[];

const mediaId = Type.Optional(
  networkId("the story's id at the network", {
    minLength: 1,
    maxLength: 128,
    description:
      "The network's id of the story, for `mentionStory` and `replyStory`. Absent means the one that the trigger names.",
  }),
);

/** An act without its time. */
export const ActShape = Type.Object({ ...actFields, mediaId }, closed);
type ActLine = Static<typeof ActShape>;

/**
 * Reads the act of a line.
 * @param path JSON pointer of the line
 * @returns the act, or why there is none
 */
export function actOf(
  line: ActLine,
  { trigger, path }: { trigger: Trigger; path: string },
): TalkAct | Refusal {
  const [name, other] = ACTS.filter((one) => line[one] !== undefined);
  if (name === undefined || other !== undefined)
    return { path, message: `a line has exactly one act: ${ACTS.join(', ')}` };
  if (line.mediaId !== undefined && name !== 'mentionStory' && name !== 'replyStory')
    return { path: `${path}/mediaId`, message: 'only mentionStory and replyStory take mediaId' };
  const story = line.mediaId ?? trigger.mediaId ?? null;
  switch (name) {
    case 'say':
      return { kind: 'message', text: line.say! };
    case 'tap':
      return { kind: 'tap', label: line.tap! };
    case 'mentionStory':
      return { kind: 'story_mention', mediaId: story };
    case 'replyStory':
      return { kind: 'story_reply', text: line.replyStory!, mediaId: story };
    case 'openRef':
      return { kind: 'ref', ref: line.openRef === true ? (trigger.ref ?? '') : line.openRef! };
    case 'send':
      return { kind: 'message', text: null };
    case 'refuse':
      return { kind: 'refuse', how: line.refuse! };
    case 'click':
    case 'react':
    case 'follow':
    case 'unfollow':
    case 'human':
      return { kind: name };
    default:
      return name satisfies never;
  }
}

export const isRefusal = (act: TalkAct | Refusal): act is Refusal => 'path' in act;

const SPAN = /^(?:(\d{1,3})d)?(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,7})s)?$/;
const UNITS_MS = [24 * 3_600_000, 3_600_000, 60_000, 1_000];

/** A span such as `2h5m` in ms; null if it is none, or longer than a talk. */
export function spanMs(text: string): number | null {
  const parts = text === '' ? null : SPAN.exec(text);
  if (!parts) return null;
  const ms = UNITS_MS.reduce((sum, unit, at) => sum + Number(parts[at + 1] ?? 0) * unit, 0);
  return ms <= MAX_TALK_MS ? ms : null;
}

/** ms as a span: `2h5m`, `24h`, `0m`. Parts of a second are left out. */
export function spanOf(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  return parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('') || '0m';
}
