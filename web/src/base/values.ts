/**
 * Lists of values that the dashboard needs as lists. Generated from the operations by `npm run openapi`:
 * do not edit. A test fails when this file does not fit them.
 */
export const VALUES = {
  /** `sortBy` of getPerformance. */
  performanceSorts: ['date', 'views', 'likes', 'comments', 'shares', 'engagement'],
  /** `automation.steps[].check` of simulateDmAutomation. */
  conditionChecks: ['replied', 'keyword', 'clicked', 'follows'],
} as const;
