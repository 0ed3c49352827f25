/** The sums of the period, and how its posts compare with those of the period before at the same age. */
import { Group, SegmentedControl, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ChangeText } from './change-text.tsx';
import { type Age, type AgedPost, type Compared, comparePeriods, largeChange, ratioText } from './compare.ts';
import type { Period } from './period.ts';
import { COUNTS, type Performance, type Totals } from './shapes.ts';
import { COUNT_NAMES, countText } from './words.ts';
import { t } from '../../base/language/text.ts';

interface TilesProps {
  totals: Performance['totals'];
  period: Performance['period'];
  chosen: Period;
  ages: readonly AgedPost[] | undefined;
}

const AGE_LABELS = [
  { value: '24h', label: t('24 hours') },
  { value: '7d', label: t('7 days') },
] satisfies { value: Age; label: string }[];

export function Tiles({ totals, period, chosen, ages }: TilesProps) {
  const [age, setAge] = useState<Age>('24h');
  const sums = sumOf(Object.values(totals));
  const compared =
    ages === undefined
      ? null
      : comparePeriods(ages, { from: Date.parse(period.from), to: Date.parse(period.to) }, age);
  const isComparable = compared !== null && COUNTS.some((count) => compared[count] !== null);
  const ageText = age === '24h' ? t('{hours} h', { hours: 24 }) : t('7 days');
  return (
    <section aria-labelledby="numbers-sums">
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h4" id="numbers-sums">
          {t('Posts of {name}', { name: chosen.name })}
        </Title>
        <Group gap="xs">
          <Text size="xs" c="dimmed" id="numbers-age">
            {t('Compared after')}
          </Text>
          <SegmentedControl
            size="xs"
            data={AGE_LABELS}
            value={age}
            onChange={setAge}
            aria-labelledby="numbers-age"
          />
        </Group>
      </Group>
      <dl className="numbers-tiles" style={{ marginBottom: 8 }}>
        <Tile name={t('Posts')} value={sums.posts} note={null} />
        {COUNTS.map((count) => {
          const one = compared?.[count] ?? null;
          return (
            <Tile
              key={count}
              name={COUNT_NAMES[count]}
              value={sums[count]}
              note={one === null ? null : <Change compared={one} ageText={ageText} />}
            />
          );
        })}
      </dl>
      <Text size="xs" c="dimmed" mb={28}>
        {isComparable
          ? t(
              'What posts count so far. Below each sum: an average post {age} after it was published, and one of the {days} days before at the same age. A change of a quarter or more has a colour, where both are of five posts or more.',
              { age: ageText, days: chosen.days },
            )
          : t(
              'What posts count so far. A comparison with the {days} days before needs posts of both periods that were counted {age} after they were published: it comes with time.',
              { days: chosen.days, age: ageText },
            )}
      </Text>
    </section>
  );
}

/** An average post beside one of before. */
function Change({ compared, ageText }: { compared: Compared & { of: number }; ageText: string }) {
  const ratio = ratioText(compared.ratio);
  const value = countText(Math.round(compared.value));
  const before = countText(Math.round(compared.average));
  return (
    <>
      {t('{value} a post after {age}, {before} before', { value, age: ageText, before })}
      {ratio !== null && (
        <>
          : <ChangeText change={largeChange(compared, compared.of)}>{ratio}</ChangeText>
        </>
      )}
    </>
  );
}

function Tile({ name, value, note }: { name: string; value: number | null; note: ReactNode }) {
  return (
    <div className="numbers-tile">
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="xl" fw={650}>
        {value === null ? '–' : countText(value)}
      </Text>
      {note !== null && (
        <Text component="dd" size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );
}

/** Over all networks; null where none of them says. */
export function sumOf(totals: readonly Totals[]): Totals {
  const add = (one: number | null, other: number | null) =>
    one === null ? other : other === null ? one : one + other;
  return totals.reduce<Totals>(
    (sum, one) => ({
      posts: sum.posts + one.posts,
      views: add(sum.views, one.views),
      likes: add(sum.likes, one.likes),
      comments: add(sum.comments, one.comments),
      shares: add(sum.shares, one.shares),
    }),
    { posts: 0, views: null, likes: null, comments: null, shares: null },
  );
}
