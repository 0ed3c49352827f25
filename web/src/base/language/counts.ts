/** Counts with what is counted, such as `1 post` and `1,204 posts`, for what many pages count. */
import { t } from './text.ts';

export const accountsText = (count: number): string =>
  t('{count, plural, one {# account} other {# accounts}}', { count });
export const actorsText = (count: number): string =>
  t('{count, plural, one {# actor} other {# actors}}', { count });
export const callsText = (count: number): string =>
  t('{count, plural, one {# call} other {# calls}}', { count });
export const commentsText = (count: number): string =>
  t('{count, plural, one {# comment} other {# comments}}', { count });
export const entriesText = (count: number): string =>
  t('{count, plural, one {# entry} other {# entries}}', { count });
export const postsText = (count: number): string =>
  t('{count, plural, one {# post} other {# posts}}', { count });
export const stepsText = (count: number): string =>
  t('{count, plural, one {# step} other {# steps}}', { count });
