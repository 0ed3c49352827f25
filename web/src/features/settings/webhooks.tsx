import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../base/api.ts';
import { Empty, Fault, Waiting } from '../../base/parts/states.tsx';
import { useWorkspace } from '../../base/session.ts';
import { IfCan } from '../../base/can.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { t } from '../../base/language/text.ts';

/** The addresses that the workspace's events are sent to. */
export function Webhooks() {
  const { slug } = useWorkspace();
  const [isAdding, setAdding] = useState(false);
  const webhooks = useQuery({
    queryKey: ['webhooks', slug],
    queryFn: async ({ signal }) => (await call('listWebhooks', { workspace: slug }, { signal })).webhooks,
  });
  return (
    <Stack maw={860}>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" style={{ flex: 1, minWidth: 220 }}>
          {t(
            'Troupe calls an HTTPS address of yours when something happens in this workspace. Each call is signed with a secret that is shown once.',
          )}
        </Text>
        {!isAdding && (
          <IfCan call="createWebhook">
            <Button onClick={() => setAdding(true)}>{t('Add a webhook')}</Button>
          </IfCan>
        )}
      </Group>
      {isAdding && <NewWebhook onClose={() => setAdding(false)} />}
      {webhooks.isPending ? (
        <Waiting rows={2} />
      ) : webhooks.isError ? (
        <Fault message={messageOf(webhooks.error)} onRetry={() => void webhooks.refetch()} />
      ) : webhooks.data.length === 0 ? (
        !isAdding && (
          <Empty title={t('No webhooks yet')}>
            {t('Add the address of a program that should be called when something happens.')}
          </Empty>
        )
      ) : (
        webhooks.data.map((webhook) => <WebhookCard key={webhook.id} webhook={webhook} />)
      )}
    </Stack>
  );
}
