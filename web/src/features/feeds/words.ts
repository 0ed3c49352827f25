/** Words about feeds. */
import type { Feed } from './queries.ts';
import { t } from '../../base/language/text.ts';

const MODES: { [mode in Feed['mode']]: string } = {
  draft: t('Its items become drafts'),
  next_slot: t('Its items take the next free slots'),
  publish: t('Its items are published at once'),
};

export const modeWords = (mode: Feed['mode']): string => MODES[mode];

/** What may become of new items, for a field that chooses. */
export const MODE_CHOICES = Object.entries(MODES).map(([value, label]) => ({ value, label }));

export const everyWords = (minutes: number): string =>
  minutes % 1440 === 0
    ? t('read every {count, plural, one {day} other {# days}}', { count: minutes / 1440 })
    : minutes % 60 === 0
      ? t('read every {count, plural, one {hour} other {# hours}}', { count: minutes / 60 })
      : t('read every {count, plural, one {minute} other {# minutes}}', { count: minutes });
