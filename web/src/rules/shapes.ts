/** Rules and what they did, as the service responds. */
import type { Reply } from '../api.ts';
import type { components } from '../api-types.ts';

type Schemas = components['schemas'];

export type Rule = Schemas['CommentRule'];
export type Entry = Schemas['CommentRuleActivity'];
export type EntryStatus = Entry['status'];
export type WatchedMedia = Schemas['CommentRuleMedia'];
export type NearWord = Schemas['CommentRuleNearMiss'];
export type EntryPage = Reply<'listCommentRuleEvents'>;
export type Verdict = Reply<'simulateCommentRules'>['verdicts'][number];
