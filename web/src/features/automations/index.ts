/** What other features may import of this one. */
export { useAutomations } from './queries.ts';
export { runLook, titleOf } from './words.ts';
