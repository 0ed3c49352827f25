/** What other features may import of this one. */
export { type BestHours, useBestHours } from './best-hours.ts';
