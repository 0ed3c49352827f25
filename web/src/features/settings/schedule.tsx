import { ActionIcon, Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf, type PostingSchedule } from '../../base/api.ts';
import { CloseIcon } from '../../base/parts/icons.tsx';
import { ClockField } from '../../base/parts/moment-field.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { clock } from '../../base/parts/times.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';

type Slot = PostingSchedule['slots'][number];

const DAYS: { day: Slot['day']; name: string }[] = [
  { day: 'mon', name: 'Monday' },
  { day: 'tue', name: 'Tuesday' },
  { day: 'wed', name: 'Wednesday' },
  { day: 'thu', name: 'Thursday' },
  { day: 'fri', name: 'Friday' },
  { day: 'sat', name: 'Saturday' },
  { day: 'sun', name: 'Sunday' },
];

/** The times of the week at which “next slot” publishes. */
export function Schedule() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const key = ['posting-schedule', slug];
  const schedule = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('getPostingSchedule', { workspace: slug }, { signal }),
  });
  const save = useMutation({
    mutationFn: (slots: Slot[]) => call('setPostingSchedule', { slots, workspace: slug }),
    onSuccess: async (saved) => {
      queries.setQueryData(key, saved);
      await queries.invalidateQueries({ queryKey: ['posts', slug, 'next-slot'] });
      notifications.show({ message: 'The posting schedule is saved.' });
    },
    onError: showFailure,
  });
  if (schedule.isPending) return <Waiting />;
  if (schedule.isError)
    return <Fault message={messageOf(schedule.error)} onRetry={() => void schedule.refetch()} />;
  const { slots, timezone } = schedule.data;
  return (
    <Stack maw={720} gap="sm">
      <Text size="sm" c="dimmed">
        A post that takes the next slot goes out at the first of these times that is free, in {timezone}. What
        is scheduled already stays where it is.
      </Text>
      {DAYS.map(({ day, name }) => (
        <DayRow
          key={day}
          name={name}
          times={slots
            .filter((slot) => slot.day === day)
            .map(({ time }) => time)
            .sort()}
          isSaving={save.isPending}
          onAdd={(time) => save.mutate([...slots, { day, time }])}
          onRemove={(time) => save.mutate(slots.filter((slot) => slot.day !== day || slot.time !== time))}
        />
      ))}
    </Stack>
  );
}

function DayRow(props: {
  name: string;
  times: string[];
  isSaving: boolean;
  onAdd: (time: string) => void;
  onRemove: (time: string) => void;
}) {
  const { name, times, isSaving, onAdd, onRemove } = props;
  const [time, setTime] = useState('');
  return (
    <Card withBorder padding="xs">
      <Group justify="space-between" gap="sm">
        <Group gap="xs" style={{ flex: 1, minWidth: 220 }}>
          <Text w={96} fw={500}>
            {name}
          </Text>
          {times.length === 0 && (
            <Text size="sm" c="dimmed">
              none
            </Text>
          )}
          {times.map((one) => (
            <TimeBadge key={one} day={name} time={one} isSaving={isSaving} onRemove={() => onRemove(one)} />
          ))}
        </Group>
        <Group gap="xs" wrap="nowrap">
          <ClockField label={`New time for ${name}`} size="xs" value={time} onChange={setTime} hidden />
          <Button
            size="xs"
            variant="default"
            disabled={time === '' || times.includes(time) || isSaving}
            aria-label={`Add the time to ${name}`}
            onClick={() => {
              onAdd(time);
              setTime('');
            }}
          >
            Add
          </Button>
        </Group>
      </Group>
    </Card>
  );
}

function TimeBadge(props: { day: string; time: string; isSaving: boolean; onRemove: () => void }) {
  const { day, time, isSaving, onRemove } = props;
  return (
    <Badge
      size="lg"
      variant="light"
      tt="none"
      pr={4}
      rightSection={
        <ActionIcon
          size={24}
          variant="transparent"
          c="inherit"
          disabled={isSaving}
          aria-label={`Remove ${day} ${clock(time)}`}
          onClick={onRemove}
        >
          <CloseIcon size={14} />
        </ActionIcon>
      }
    >
      {clock(time)}
    </Badge>
  );
}
