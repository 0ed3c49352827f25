/** Says of a post that a series made it, with the way to the series. */
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Post } from '../../base/api.ts';
import { RepeatIcon } from '../../base/parts/icons.tsx';
import { t } from '../../base/language/text.ts';

/** On the page of a post. */
export function SeriesLine({ post: { seriesId } }: { post: Post }) {
  if (seriesId === null) return null;
  return (
    <Text size="sm" c="dimmed" mb="md">
      <RepeatIcon size={14} /> {t('A series made this post.')}{' '}
      <Anchor component={Link} href={`/series?open=${seriesId}`} size="sm" underline="always">
        {t('To the series')}
      </Anchor>
    </Text>
  );
}

/** In lists and on the calendar. */
export function SeriesSign({ post: { seriesId }, size }: { post: Post; size: number }) {
  if (seriesId === null) return null;
  return (
    <span role="img" aria-label={t('Of a series')} title={t('Of a series')} className="series-sign">
      <RepeatIcon size={size} />
    </span>
  );
}
