import { Code, Stack, Text } from '@mantine/core';
import { useNow } from '../../base/parts/now.ts';
import { fromNow } from '../../base/parts/times.ts';
import { JsonText, Part, Quiet } from './parts.tsx';
import type { Effect, Mail } from './shapes.ts';
import { eventName } from './travel.ts';
import { t } from '../../base/language/text.ts';

const LEASES: { [lease in Effect['lease']]: string } = {
  held: t('a node runs it'),
  lapsed: t('its node is gone; another node takes it over'),
  free: t('no node has taken it yet'),
};

/** Messages and timers that the actor has not handled yet, and effects that have no result yet. */
export function PendingPanel({ mailbox, effects }: { mailbox: Mail[]; effects: Effect[] }) {
  const now = useNow(1_000);
  return (
    <Stack gap="md">
      <Part title={t('Mailbox')}>
        {mailbox.length === 0 && <Quiet>{t('Empty: no message or timer is waiting.')}</Quiet>}
        {mailbox.map(({ id, timer, event, dueAt }) => (
          <Text size="sm" key={id}>
            <Code>{eventName(event.type)}</Code>{' '}
            {dueAt === null
              ? t('parked until a person resumes it')
              : `${timer === null ? 'message, due' : 'timer, due'} ${fromNow(dueAt, now)}`}
          </Text>
        ))}
      </Part>
      <Part title={t('Requested, without a result')}>
        {effects.length === 0 && <Quiet>{t('Nothing.')}</Quiet>}
        {effects.map(({ id, type, params, tries, createdAt, startedAt, lease }) => (
          <div key={id}>
            <Text size="sm">
              <Code>{type}</Code> {fromNow(createdAt, now)}; {LEASES[lease]}
              {tries > 1 && `; ${t('started {tries} times', { tries })}`}
              {startedAt !== null && `; ${t('its call started {when}', { when: fromNow(startedAt, now) })}`}
            </Text>
            <JsonText value={params} />
          </div>
        ))}
      </Part>
    </Stack>
  );
}
