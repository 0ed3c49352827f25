import { textLength, uncut } from '../../../adapters/lib/measure.ts';
import type { Measure } from '../../../adapters/port/measure.ts';
import type { Plan, PostContent } from '../../../adapters/port/publish.ts';

/** A light accepts only text. */
export function plan({ text, media }: PostContent): Plan {
  const warnings = media.length > 0 ? ['Media is left out: lights have none.'] : [];
  return { text, title: null, media: [], warnings, refusals: [] };
}

/** Texts have no limit. */
export const measure = ({ text }: PostContent): Measure => uncut(textLength(text, null, 'code_points'));
