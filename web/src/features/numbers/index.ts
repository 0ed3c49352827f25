/** What other features may import of this one. */
export { BesideUsual } from './lazy-beside-usual.ts';
export { type BestHours, useBestHours } from './best-hours.ts';
export { SuggestedTimes } from './lazy-suggested-times.ts';
