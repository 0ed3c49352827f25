/** How a new post repeats: how often, until when, and a sentence that says what it will do. */
import { Box, Chip, Group, NumberInput, Paper, Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, messageOf } from '../../base/api.ts';
import { isWhole } from '../../base/parts/moment.ts';
import { CALENDAR_LABELS, MomentField } from '../../base/parts/moment-field.tsx';
import { DAY_PATTERN, inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import type { Draft } from './draft.ts';
import { MAX_COUNT, type Repeat, ruleOf, WEEKDAYS, weekdayOf } from './repeat.ts';
import { ruleWords, weekdayName } from './repeat-words.ts';
import { t } from '../../base/language/text.ts';

interface RepeatFieldProps {
  draft: Pick<Draft, 'at' | 'repeat'>;
  setDraft: (change: (draft: Draft) => Draft) => void;
}

export default function RepeatField({ draft: { at, repeat }, setDraft }: RepeatFieldProps) {
  const { timezone } = useWorkspace();
  const section = useRef<HTMLElement>(null);
  // it is below the text, and the choice that opens it at the end of the page
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'center' });
  }, []);
  const change = (changes: Partial<Repeat>) =>
    setDraft((before) => ({ ...before, repeat: { ...before.repeat, ...changes } }));
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Repeat')} ref={section}>
      <Stack gap="sm" align="flex-start">
        <Text fw={600} size="sm">
          {t('Repeat')}
        </Text>
        <Box w="100%" maw={420}>
          <MomentField
            label={t('First time')}
            description={t('In {timezone}, the workspace’s time zone.', { timezone })}
            timezone={timezone}
            value={at}
            required
            onChange={(value) => setDraft((before) => ({ ...before, at: value }))}
          />
        </Box>
        <SegmentedControl
          aria-label={t('How often')}
          size="sm"
          data={[
            { value: 'day', label: t('Every day') },
            { value: 'week', label: t('Every week') },
            { value: 'month', label: t('Every month') },
          ]}
          value={repeat.every}
          onChange={(every) => change({ every })}
        />
        {repeat.every === 'week' && (
          <Days at={at} value={repeat.days} onChange={(days) => change({ days })} />
        )}
        {repeat.every === 'month' && isWhole(at) && <OnDay at={at} repeat={repeat} change={change} />}
        <End at={at} repeat={repeat} change={change} />
        <Sentence at={at} repeat={repeat} />
      </Stack>
    </Paper>
  );
}

interface PartProps {
  at: string;
  repeat: Repeat;
  change: (changes: Partial<Repeat>) => void;
}

/** On which day of a month. */
const OnDay = ({ at, repeat, change }: PartProps) => (
  <Radio.Group
    aria-label={t('On which day')}
    value={repeat.monthly}
    onChange={(monthly) => change({ monthly })}
  >
    <Stack gap={6}>
      {(['date', 'weekday'] as const).map((monthly) => (
        <Radio
          key={monthly}
          value={monthly}
          label={ruleWords(ruleOf({ ...repeat, monthly, ends: 'never' }, at), at)}
        />
      ))}
    </Stack>
  </Radio.Group>
);

function Days({
  at,
  value,
  onChange,
}: {
  at: string;
  value: Repeat['days'];
  onChange: (days: Repeat['days']) => void;
}) {
  const chosen = value.length > 0 || !isWhole(at) ? value : [weekdayOf(at.slice(0, 10))];
  return (
    <Group gap={6} role="group" aria-label={t('Days of the week')}>
      <Chip.Group
        multiple
        value={chosen}
        onChange={(days) => onChange(WEEKDAYS.filter((one) => days.includes(one)))}
      >
        {WEEKDAYS.map((day) => (
          <Chip key={day} value={day} size="sm" variant="outline" aria-label={weekdayName(day)}>
            {weekdayName(day, 'short')}
          </Chip>
        ))}
      </Chip.Group>
    </Group>
  );
}

function End({ at, repeat, change }: PartProps) {
  const { ends, until, count } = repeat;
  return (
    <Group gap="sm" align="center">
      <Text size="sm">{t('Ends')}</Text>
      <SegmentedControl
        aria-label={t('Ends')}
        size="sm"
        data={[
          { value: 'never', label: t('Never') },
          { value: 'on', label: t('On a day') },
          { value: 'after', label: t('After some posts') },
        ]}
        value={ends}
        onChange={(value) => change({ ends: value })}
      />
      {ends === 'on' && (
        <DatePickerInput
          aria-label={t('Last day')}
          w={170}
          size="sm"
          valueFormat={DAY_PATTERN}
          hideOutsideDates
          weekendDays={[]} // their red is too pale to be read
          minDate={at.slice(0, 10)}
          placeholder={t('Choose a day')}
          value={until === '' ? null : until}
          onChange={(day) => change({ until: day ?? '' })}
          ariaLabels={CALENDAR_LABELS}
        />
      )}
      {ends === 'after' && (
        <NumberInput
          aria-label={t('How many posts')}
          w={130}
          size="sm"
          min={1}
          max={MAX_COUNT}
          allowDecimal={false}
          clampBehavior="strict"
          value={count}
          onChange={(value) => typeof value === 'number' && value >= 1 && change({ count: value })}
        />
      )}
    </Group>
  );
}

const DATES = 3;

/** What the series will do, with its next dates: the service computes them. */
function Sentence({ at, repeat }: { at: string; repeat: Repeat }) {
  const { slug, timezone } = useWorkspace();
  const isReady = isWhole(at) && (repeat.ends !== 'on' || repeat.until !== '');
  const rule = isReady ? ruleOf(repeat, at) : '';
  const dates = useQuery({
    queryKey: ['posts', slug, 'series-dates', rule, at],
    queryFn: ({ signal }) =>
      call('previewSeries', { startsAt: at, rule, timezone, limit: DATES, workspace: slug }, { signal }),
    enabled: isReady,
    retry: false,
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
  return (
    <Box role="status" mih={44}>
      {isReady && (
        <Text size="sm">
          {ruleWords(rule, at)}. {t('The posts of the next 30 days are on the calendar.')}
        </Text>
      )}
      {isReady && dates.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)">
          {messageOf(dates.error)}
        </Text>
      )}
      {isReady && dates.error === null && dates.data !== undefined && (
        <Text size="sm" c="dimmed">
          {t('Next: {dates}', { dates: dates.data.dates.map((one) => inZone(one, timezone)).join(' · ') })}
        </Text>
      )}
    </Box>
  );
}
