import { ActionIcon, Box, Button, Card, Group, Slider, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LeftIcon, PauseIcon, PlayIcon, RightIcon } from '../../base/parts/icons.tsx';
import { exactInZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { stateText } from './state-words.ts';
import type { Moment } from './timeline.ts';
import { eventName } from './travel.ts';
import { usePlay, useTravelKeys } from './use-play.ts';
import { rich, t } from '../../base/language/text.ts';

interface ScrubberProps {
  moments: readonly Moment[];
  /** Index in `moments` of the one that is shown. */
  index: number;
  isNewest: boolean;
  go: (to: number) => void;
  /** The name of an actor of the family; null for the page's own actor. */
  nameOf: (actorId: string) => string | null;
}

/** The slider through the journal, with buttons to play it, for one step back, one step forward, and to the newest step. */
export function Scrubber({ moments, index, isNewest, go, nameOf }: ScrubberProps) {
  const { timezone } = useWorkspace();
  const last = moments.length - 1;
  const { isPlaying, toggle } = usePlay({ index, last, go });
  useTravelKeys({ index, last, go }, toggle);
  const moment = moments[index]!;
  return (
    <Card withBorder component="section" aria-label={t('Time travel')} padding="sm">
      <Group gap="xs" wrap="nowrap" mb="xs">
        <MoveButtons index={index} last={last} go={go} isPlaying={isPlaying} toggle={toggle} />
        <MomentLabel moments={moments} index={index} nameOf={nameOf} isQuiet={isPlaying} />
        <Button
          ms="auto"
          size="compact-sm"
          variant={isNewest ? 'light' : 'default'}
          onClick={() => go(last)}
          aria-pressed={isNewest}
          style={{ flexShrink: 0 }}
        >
          {isNewest ? t('Following') : t('To now')}
        </Button>
      </Group>
      <Box px="xs" pb={4}>
        <Slider
          min={0}
          max={Math.max(1, last)}
          value={index}
          onChange={go}
          disabled={last === 0}
          label={null} // the step is named above
          thumbLabel={t('Step of the journal')}
          thumbProps={{
            'aria-valuetext': t('Step {step}: {event}', {
              step: moment.seq,
              event: eventName(moment.event),
            }),
          }}
        />
      </Box>
      <Group justify="space-between" gap="xs" mt={6}>
        <Text size="xs" c="dimmed">
          {exactInZone(new Date(moment.at).toISOString(), timezone)} ({timezone})
        </Text>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {t('Keys: ← → Home End, space plays. The address leads to this moment.')}
        </Text>
      </Group>
    </Card>
  );
}

interface MoveButtonsProps extends Pick<ScrubberProps, 'index' | 'go'> {
  last: number;
  isPlaying: boolean;
  toggle: () => void;
}

function MoveButtons({ index, last, go, isPlaying, toggle }: MoveButtonsProps) {
  return (
    <>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={isPlaying ? t('Pause') : t('Play')}
        disabled={last === 0}
        onClick={toggle}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('Step back')}
        disabled={index === 0}
        onClick={() => go(index - 1)}
      >
        <LeftIcon />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('Step on')}
        disabled={index === last}
        onClick={() => go(index + 1)}
      >
        <RightIcon />
      </ActionIcon>
    </>
  );
}

/** Of a family: `9 of 41`, and the step's own number. */
function MomentLabel({
  moments,
  index,
  nameOf,
  isQuiet,
}: Pick<ScrubberProps, 'moments' | 'index' | 'nameOf'> & { isQuiet: boolean }) {
  const { actorId, seq, event, state } = moments[index]!;
  const values = {
    event: eventName(event),
    b: (words: ReactNode) => <b>{words}</b>,
    state: stateText(state),
  };
  const isFamily = moments.some((one) => one.actorId !== actorId);
  const name = nameOf(actorId);
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }} aria-live={isQuiet ? 'off' : 'polite'}>
      {!isFamily
        ? rich('Step {step} of {last}: <b>{event}</b> → {state}', {
            ...values,
            step: seq,
            last: moments.at(-1)!.seq,
          })
        : name === null
          ? rich('{place} of {count}: step {step}, <b>{event}</b> → {state}', {
              ...values,
              place: index + 1,
              count: moments.length,
              step: seq,
            })
          : rich('{place} of {count}: {name}, step {step}, <b>{event}</b> → {state}', {
              ...values,
              place: index + 1,
              count: moments.length,
              name,
              step: seq,
            })}
    </Text>
  );
}
