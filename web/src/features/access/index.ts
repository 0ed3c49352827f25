/** What other features may import of this one. */
export { ConfirmChoice, type ConfirmSetting } from './confirm-choice.tsx';
export { leastReach, type ReachValues, ReachChoice, heldTo, isEmptyReach } from './reach-choice.tsx';
export { SCOPES, scopeWords } from './scopes.ts';
