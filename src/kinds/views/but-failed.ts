/** The end of a sentence about an actor whose step or effect failed. */
import type { ExplainTools } from '../../engine/kind-view.ts';

/** @param failure null if nothing failed. @returns such as ` But the database refused the step.`; empty if nothing failed */
export const butFailed = (failure: ReturnType<ExplainTools['failureOf']>): string =>
  failure ? ` But ${failure.message}.` : '';
