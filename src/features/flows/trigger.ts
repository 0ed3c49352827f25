/** What starts an automation, and whether an act of a person does (docs/contract.md, DM automations). Pure. */
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { closed, networkId } from '../../api/schemas.ts';
import { withArticle } from '../../base/grammar.ts';
import { firstMatch, indexKeywords, prepareKeywords, prepareText } from '../../base/matching/index.ts';
import type { Refusal } from './check.ts';
import { checkKeywords } from './keywords.ts';
import { keywords as keywordList } from './step-schemas.ts';

export const TriggerShape = Type.Object(
  {
    type: Type.Enum(['keyword', 'any_message', 'story_mention', 'story_reply', 'ref'], { type: 'string' }),
    keywords: Type.Optional(keywordList),
    ref: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    match: Type.Optional(Type.Enum(['contains', 'exact'], { type: 'string' })),
    mediaId: Type.Optional(networkId("the story's id at the network", { minLength: 1, maxLength: 128 })),
    ignoreReactions: Type.Optional(Type.Boolean()),
    ignoreRuleAnswersMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
  },
  closed,
);
export type Trigger = Static<typeof TriggerShape>;

/** An act of a person that may start an automation. */
export type Act =
  | { kind: 'message'; text: string | null }
  | { kind: 'story_mention'; mediaId: string | null }
  | { kind: 'story_reply'; text: string | null; mediaId: string | null }
  | { kind: 'ref'; ref: string };

/**
 * Why a trigger is refused; empty: it is not.
 * @param input anything
 * @param options.path JSON pointer of the trigger
 * @param options.platform facebook reports no stories
 */
export function checkTrigger(
  input: unknown,
  { path = '/trigger', platform }: { path?: string; platform?: string | undefined } = {},
): Refusal[] {
  if (!Value.Check(TriggerShape, input)) {
    const [error] = Value.Errors(TriggerShape, input);
    return [{ path: `${path}${error?.instancePath ?? ''}`, message: error?.message ?? 'this is no trigger' }];
  }
  const { type, keywords, ref, match, mediaId, ignoreReactions, ignoreRuleAnswersMinutes } = input;
  const isStory = type === 'story_mention' || type === 'story_reply';
  const refusals: Refusal[] = [];
  const only = (field: string, value: unknown, allowed: boolean) => {
    if (value !== undefined && !allowed)
      refusals.push({
        path: `${path}/${field}`,
        message: `${withArticle(`${type} trigger`)} takes no ${field}`,
      });
  };
  if (isStory && platform === 'facebook')
    refusals.push({ path: `${path}/type`, message: 'facebook has no story triggers' });
  if (type === 'keyword' && keywords === undefined)
    refusals.push({ path, message: 'a keyword trigger needs keywords' });
  only('keywords', keywords, type === 'keyword' || type === 'story_reply');
  only('match', match, type === 'keyword' || type === 'story_reply');
  only('ref', ref, type === 'ref');
  only('mediaId', mediaId, isStory);
  only('ignoreReactions', ignoreReactions, type === 'story_reply');
  only('ignoreRuleAnswersMinutes', ignoreRuleAnswersMinutes, type === 'any_message');
  return [...refusals, ...checkKeywords(keywords ?? [], `${path}/keywords`)];
}

/** Whether an act starts an automation with this trigger, when no other automation of the account comes first. */
export function starts(trigger: Trigger, act: Act): boolean {
  const { keywords, match = 'contains', mediaId } = trigger;
  const text = 'text' in act ? act.text : null;
  const isWord = () =>
    text !== null &&
    firstMatch(indexKeywords([prepareKeywords(keywords ?? [], match)]), prepareText(text)) !== null;
  const isStory = 'mediaId' in act && (mediaId === undefined || mediaId === act.mediaId);
  switch (trigger.type) {
    case 'ref':
      return act.kind === 'ref' && (trigger.ref === undefined || trigger.ref === act.ref);
    case 'story_mention':
      return act.kind === 'story_mention' && isStory;
    case 'story_reply':
      if (act.kind !== 'story_reply' || !isStory) return false;
      if (trigger.ignoreReactions === true && text !== null && isBareReaction(text)) return false;
      return keywords === undefined || isWord();
    case 'keyword':
      return act.kind !== 'ref' && isWord();
    case 'any_message':
      return act.kind === 'message' || act.kind === 'story_reply';
    default:
      return trigger.type satisfies never;
  }
}

/** A reaction to a story arrives as a reply of one emoji. */
const isBareReaction = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text.trim());
