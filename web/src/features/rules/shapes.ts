/** Rules and what they did, as the service responds. */
import type { components } from '../../base/api-types.ts';
import type { Reply } from '../../base/operations.ts';

type Schemas = components['schemas'];

export type Rule = Schemas['CommentRule'];
export type Entry = Schemas['CommentRuleActivity'];
export type EntryStatus = Entry['status'];
export type WatchedMedia = Schemas['CommentRuleMedia'];
export type EntryPage = Reply<'listCommentRuleEvents'>;
export type Verdict = Reply<'simulateCommentRules'>['verdicts'][number];

/** What a rule says, as the service takes it. */
export type RuleTerms = Pick<
  Rule,
  | 'mediaId'
  | 'postId'
  | 'nextPost'
  | 'keywords'
  | 'match'
  | 'dmText'
  | 'publicReplies'
  | 'publicReplyLateMinutes'
  | 'trackLinks'
  | 'then'
>;
