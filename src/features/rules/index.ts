/** Comment-to-DM rules: what other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import { listRuleEvents, listRuleMedia } from './activity.ts';
import { forgetRulePerson, getRuleSettings, setRuleSettings } from './answering.ts';
import type { RulesContext } from './context.ts';
import { addKeyword, listNearMisses } from './near-misses.ts';
import { createCommentRule, deleteCommentRule, listCommentRules, updateCommentRule } from './operations.ts';
import { explainComment } from './explain.ts';
import { answerPastComments, previewPastComments } from './reach-back.ts';
import { simulateCommentRules } from './simulate.ts';

export { answerComments, answersWith } from './answer-comments.ts';
export { broadcastHandlers, moveBroadcasts } from './broadcasts.ts';
export type { RulesContext } from './context.ts';
export { joinQueues } from './join-queues.ts';
export { privateReplyHandlers } from './place.ts';
export { placeLeft } from './place-comments.ts';
export { sweepHandlers } from './sweep-account.ts';
export { MAX_RULES, RULE_PLATFORM } from './views.ts';

export const ruleOperations: readonly Operation<RulesContext>[] = [
  listCommentRules,
  createCommentRule,
  listRuleMedia,
  getRuleSettings,
  setRuleSettings,
  simulateCommentRules,
  explainComment,
  previewPastComments,
  answerPastComments,
  updateCommentRule,
  deleteCommentRule,
  listRuleEvents,
  listNearMisses,
  addKeyword,
  forgetRulePerson,
];

/** The groups its operations are listed in. */
export const ruleTags = {
  'Comment-to-DM rules': 'A keyword in a comment sends a direct message to its author.',
};
