import { Button, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { AddressChange } from '../../base/parts/address.ts';
import { type Period, PRESETS } from './period.ts';
import { t } from '../../base/language/text.ts';

const DayRange = lazy(() => import('../../base/parts/day-range.tsx'));

interface PeriodChoiceProps {
  period: Period;
  /** ISO day in the workspace's zone. */
  today: string;
  set: (change: AddressChange) => void;
}

/** The last days or last month by a button, and any other days by a calendar, which is loaded when it is wanted. */
export function PeriodChoice({ period, today, set }: PeriodChoiceProps) {
  const [isWanted, setWanted] = useState(false);
  const isRange = period.preset === null;
  const button = (
    <Button
      size="xs"
      variant="default"
      aria-haspopup="dialog"
      loading={isWanted || isRange}
      onClick={() => setWanted(true)}
    >
      {t('Other days')}
    </Button>
  );
  return (
    <>
      <SegmentedControl
        size="xs"
        data={[...PRESETS]}
        value={period.preset ?? ''}
        onChange={(days) => set({ days: days === '28' ? null : days, from: null, to: null })}
        aria-label={t('Period')}
      />
      {isWanted || isRange ? (
        <Suspense fallback={button}>
          <DayRange
            days={isRange ? period : { from: null, to: null }}
            onChange={({ from, to }) => set({ from, to, days: null })}
            opensAtOnce={isWanted && !isRange}
            placeholder={t('Other days')}
            label={null}
            size="xs"
            maxDate={today}
            className="numbers-days"
          />
        </Suspense>
      ) : (
        button
      )}
    </>
  );
}
