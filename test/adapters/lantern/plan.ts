import type { Plan, PostContent } from '../../../adapters/port/publish.ts';

/** A light accepts only text. */
export function plan({ text, media }: PostContent): Plan {
  const warnings = media.length > 0 ? ['Media is left out: lights have none.'] : [];
  return { text, title: null, media: [], warnings, refusals: [] };
}
