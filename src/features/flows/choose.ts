/** Which automation of an account an act of a person starts (docs/contract.md, DM automations). Pure. */
import type { InboundMessage } from '../../../adapters/port/inbound.ts';
import { type Act, starts, type Trigger } from './trigger.ts';

/** The order in which triggers are asked; in each, the oldest automation first. */
const ORDER: readonly ((trigger: Trigger) => boolean)[] = [
  ({ type }) => type === 'ref',
  ({ type }) => type === 'story_mention' || type === 'story_reply',
  ({ type, match }) => type === 'keyword' && match === 'exact',
  ({ type }) => type === 'keyword',
  ({ type }) => type === 'any_message',
];

/**
 * The automation that an act starts; undefined: none does.
 * @param automations active ones, oldest first
 * @param acts what the act is, the most particular first: a message may come with a ref link
 */
export function choose<One extends { trigger: Trigger }>(
  automations: readonly One[],
  acts: readonly Act[],
): One | undefined {
  for (const isAsked of ORDER)
    for (const act of acts) {
      const found = automations.find(({ trigger }) => isAsked(trigger) && starts(trigger, act));
      if (found) return found;
    }
  return undefined;
}

/** What a message is to triggers. @param ref the code of the ref link that it came with, or that was opened; null if none */
export function actsOf(message: InboundMessage | null, ref: string | null): Act[] {
  const acts: Act[] = ref === null ? [] : [{ kind: 'ref', ref }];
  if (message === null) return acts;
  const text = message.tap?.label ?? (message.text || null);
  if (message.storyMention)
    return [...acts, { kind: 'story_mention', mediaId: message.storyMention.storyId }];
  if (message.storyReply)
    return [...acts, { kind: 'story_reply', text, mediaId: message.storyReply.storyId }];
  return [...acts, { kind: 'message', text }];
}
