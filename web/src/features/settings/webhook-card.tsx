import { Alert, Badge, Button, Card, Group, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Webhook, type WebhookDelivery } from '../../base/api.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { IfCan, ifCan } from '../../base/can.tsx';
import { WebhookLog } from './webhook-log.tsx';
import { t } from '../../base/language/text.ts';

/** One webhook: its events, whether it is paused, a test call, and its log. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { slug } = useWorkspace();
  const { id, url, events, retries, active } = webhook;
  const queries = useQueryClient();
  const [isLogOpen, setLogOpen] = useState(false);
  const test = useMutation({
    mutationFn: async () => (await call('testWebhook', { id, workspace: slug })).delivery,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook-log', id] }),
    onError: showFailure,
  });
  return (
    <Card withBorder component="article" aria-label={url}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
          <Text fw={600} style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {url}
          </Text>
          <ActiveSwitch webhook={webhook} />
        </Group>
        <Group gap={6}>
          {events.map((event) => (
            <Badge key={event} variant="light" color="gray" tt="none">
              {event}
            </Badge>
          ))}
          <Text size="sm" c="dimmed">
            {retries ? t('tried again when it fails') : t('one call each')}
            {!active && ' · paused'}
          </Text>
        </Group>
        {test.data !== undefined && <TestResult delivery={test.data} />}
        <Group gap="xs">
          <IfCan call="testWebhook">
            <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              {t('Send a test')}
            </Button>
          </IfCan>
          <Button
            size="xs"
            variant="default"
            aria-expanded={isLogOpen}
            onClick={() => setLogOpen((open) => !open)}
          >
            {isLogOpen ? t('Hide the log') : t('Delivery log')}
          </Button>
          <RemoveButton webhook={webhook} />
        </Group>
        {isLogOpen && <WebhookLog id={id} />}
      </Stack>
    </Card>
  );
}

const ActiveSwitch = ifCan('updateWebhook', OnSwitch);

function OnSwitch({ webhook: { id, url, active } }: { webhook: Webhook }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const switchActive = useMutation({
    mutationFn: (active: boolean) => call('updateWebhook', { id, active, workspace: slug }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks', slug] }),
    onError: showFailure,
  });
  return (
    <Switch
      checked={active}
      disabled={switchActive.isPending}
      onChange={(event) => switchActive.mutate(event.currentTarget.checked)}
      aria-label={t('Send events to {url}', { url })}
    />
  );
}

const RemoveButton = ifCan('deleteWebhook', Remove);

function Remove({ webhook: { id, url } }: { webhook: Webhook }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => call('deleteWebhook', { id, workspace: slug }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks', slug] }),
    onError: showFailure,
  });
  return (
    <>
      <Button size="xs" variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t('Remove')}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('Remove this webhook?')}
        label={t('Remove')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {t('Nothing more is sent to {url}, and its delivery log goes with it.', { url })}
      </Confirm>
    </>
  );
}

function TestResult({ delivery }: { delivery: WebhookDelivery }) {
  const [tried] = delivery.tries;
  const isDelivered = delivery.status === 'delivered';
  return (
    <Alert color={isDelivered ? 'green' : 'red'} variant="light" p="xs" role="status">
      {isDelivered
        ? t('The test arrived: the address responded with {statusCode}.', {
            statusCode: tried?.statusCode ?? '',
          })
        : t('The test did not arrive: {error}.', { error: tried?.error ?? t('no response') })}
    </Alert>
  );
}
