import { ActionIcon, Badge, Card, Group, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, messageOf, type PostingSchedule } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { choicesOf } from '../../base/parts/choices.ts';
import { CloseIcon } from '../../base/parts/icons.tsx';
import { ClockField } from '../../base/parts/moment-field.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { clock } from '../../base/parts/times.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { IfCan } from '../../base/can.tsx';
import { useAddress } from '../../base/parts/address.ts';
import { useAccounts } from '../accounts/index.ts';
import { t } from '../../base/language/text.ts';

type Slot = PostingSchedule['slots'][number];

const DAYS: { [day in Slot['day']]: string } = {
  mon: t('Monday'),
  tue: t('Tuesday'),
  wed: t('Wednesday'),
  thu: t('Thursday'),
  fri: t('Friday'),
  sat: t('Saturday'),
  sun: t('Sunday'),
};

/** The times of the week at which “next slot” publishes: of the workspace, or of one account. */
export function Schedule() {
  const [search, set] = useAddress();
  const accountId = search.get('account');
  const setAccount = (account: string | null) => set({ account });
  return (
    <Stack maw={720} gap="sm">
      <WhoseSchedule value={accountId} onChange={setAccount} />
      <Week key={accountId} accountId={accountId} />
    </Stack>
  );
}

const OF_ALL = '';

/** @param props.value id of the account; null means the workspace */
function WhoseSchedule({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (accountId: string | null) => void;
}) {
  const { data: accounts = [] } = useAccounts();
  const own = accounts.map(({ id, platform, displayName, username }) => ({
    value: id,
    label: `${displayName || username}, ${networkName(platform)}`,
  }));
  return (
    <Select
      label={t('Schedule of')}
      data={[{ value: OF_ALL, label: t('The workspace') }, ...own]}
      value={value ?? OF_ALL}
      onChange={(chosen) => onChange(chosen === OF_ALL ? null : chosen)}
      allowDeselect={false}
      searchable
      nothingFoundMessage={t('No account is called that')}
      maw={360}
    />
  );
}

function Week({ accountId }: { accountId: string | null }) {
  const { slug } = useWorkspace();
  const of = { workspace: slug, ...(accountId !== null && { accountId }) };
  const key = ['posting-schedule', slug, accountId];
  const schedule = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('getPostingSchedule', of, { signal }),
  });
  const save = useSaveSlots(key, of);
  const remove = useMutation({ mutationFn: save, onError: showFailure });
  if (schedule.isPending) return <Waiting />;
  if (schedule.isError)
    return <Fault message={messageOf(schedule.error)} onRetry={() => void schedule.refetch()} />;
  const { slots, timezone } = schedule.data;
  return (
    <>
      <Text size="sm" c="dimmed">
        {accountId === null
          ? t(
              'A post that takes the next slot goes out at the first of these times that is free, in {timezone}. What is scheduled already stays where it is.',
              { timezone },
            )
          : slots.length === 0
            ? t(
                'This account has no schedule of its own: its posts take the slots of the workspace. The first time that you add here begins one.',
              )
            : t(
                'Posts that go to this account alone, or to others with the same times, take these slots, in {timezone}. Without a time here the account takes those of the workspace.',
                { timezone },
              )}
      </Text>
      {choicesOf(DAYS).map(({ value: day, label: name }) => (
        <DayRow
          key={day}
          name={name}
          times={slots
            .filter((slot) => slot.day === day)
            .map(({ time }) => time)
            .sort()}
          isRemoving={remove.isPending}
          add={(time) => save([...slots, { day, time }])}
          onRemove={(time) => remove.mutate(slots.filter((slot) => slot.day !== day || slot.time !== time))}
        />
      ))}
    </>
  );
}

/** @returns a function that saves all slots of the week */
function useSaveSlots(key: (string | null)[], of: { workspace: string; accountId?: string }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return async (slots: Slot[]): Promise<void> => {
    const saved = await call('setPostingSchedule', { slots, ...of });
    queries.setQueryData(key, saved);
    await queries.invalidateQueries({ queryKey: ['posts', slug, 'next-slot'] });
    await queries.invalidateQueries({ queryKey: ['accounts', slug] });
    notifications.show({ message: t('The posting schedule is saved.') });
  };
}

interface DayRowProps {
  name: string;
  times: string[];
  isRemoving: boolean;
  add: (time: string) => Promise<void>;
  onRemove: (time: string) => void;
}

function DayRow({ name, times, isRemoving, add, onRemove }: DayRowProps) {
  const form = useApiForm({
    name: 'slot',
    initialValues: { time: '' },
    send: ({ time }) => add(time),
    onSent: () => {
      form.reset();
    },
    // all slots are sent: only the one that is new can be wrong
    placeOf: ({ param, message }) => (param.startsWith('/slots') ? { path: 'time', message } : null),
  });
  const { time } = form.values;
  return (
    <Card withBorder padding="xs">
      <Group justify="space-between" gap="sm">
        <Group gap="xs" style={{ flex: 1, minWidth: 220 }}>
          <Text w={96} fw={500}>
            {name}
          </Text>
          {times.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('none')}
            </Text>
          )}
          {times.map((one) => (
            <TimeBadge key={one} day={name} time={one} isSaving={isRemoving} onRemove={() => onRemove(one)} />
          ))}
        </Group>
        <IfCan call="setPostingSchedule">
          <Form of={form} label={t('A time for {name}', { name })}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <ClockField
                label={t('New time for {name}', { name })}
                size="xs"
                hidden
                {...form.field('time')}
              />
              <Submit
                of={form}
                size="xs"
                variant="default"
                disabled={time === '' || times.includes(time) || isRemoving}
                aria-label={t('Add the time to {name}', { name })}
              >
                {t('Add')}
              </Submit>
            </Group>
          </Form>
        </IfCan>
      </Group>
      <FormFault of={form} />
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
      pe={4}
      rightSection={
        <IfCan call="setPostingSchedule">
          <ActionIcon
            size={24}
            variant="transparent"
            c="inherit"
            disabled={isSaving}
            aria-label={t('Remove {day} {clock}', { day, clock: clock(time) })}
            onClick={onRemove}
          >
            <CloseIcon size={14} />
          </ActionIcon>
        </IfCan>
      }
    >
      {clock(time)}
    </Badge>
  );
}
