/** Pushes: turned on and off in this browser, and the list of the person's browsers. */
import { Badge, Button, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone, ownZone } from '../../base/parts/times.ts';
import { obstacleHere, type PushObstacle } from './browser-push.ts';
import {
  type PushBrowser,
  useNotificationSettings,
  usePushBrowsers,
  useRemoveBrowser,
  useSetNotifications,
  useTestBrowser,
  useTurnOn,
} from './queries.ts';
import { t } from '../../base/language/text.ts';

const OBSTACLES: { [obstacle in PushObstacle]: string } = {
  insecure: t('Browsers take pushes from addresses with https alone. Open Troupe by such an address.'),
  unsupported: t(
    'This browser takes no pushes. Use a current Firefox, Chrome, Edge or Safari; on an iPhone or iPad, add Troupe to the Home Screen first, and open it from there.',
  ),
  denied: t(
    'This browser does not allow notifications of Troupe. Allow them in its settings for this page, then load the page again.',
  ),
};

export function PushSettings() {
  const list = usePushBrowsers();
  const settings = useNotificationSettings();
  const set = useSetNotifications();
  if (list.isPending || settings.isPending) return <Waiting rows={2} />;
  if (list.data === undefined)
    return <Fault message={messageOf(list.error)} onRetry={() => void list.refetch()} />;
  const { publicKey, browsers } = list.data;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('Pushes')}
      </Title>
      <Text size="sm" c="dimmed">
        {t(
          'A push says in a sentence what needs you, also while no page of Troupe is open, and opens the right page. A browser gets pushes for as long as you are signed in there.',
        )}
      </Text>
      <Switch
        label={t('Push what needs me in this workspace to my browsers')}
        checked={settings.data?.pushes ?? false}
        disabled={set.isPending}
        onChange={(event) => set.mutate({ pushes: event.currentTarget.checked })}
      />
      <Switch
        label={t('With the beginning of the post’s text')}
        description={t('Everyone who sees the screen of your device can read it.')}
        checked={settings.data?.pushTexts ?? false}
        disabled={set.isPending || settings.data?.pushes !== true}
        onChange={(event) => set.mutate({ pushTexts: event.currentTarget.checked })}
      />
      {!browsers.some(({ isCurrent }) => isCurrent) && <TurnOn publicKey={publicKey} />}
      {browsers.map((browser) => (
        <Browser key={browser.id} browser={browser} />
      ))}
    </Stack>
  );
}

function TurnOn({ publicKey }: { publicKey: string }) {
  const [obstacle, setObstacle] = useState(obstacleHere);
  const turnOn = useTurnOn();
  if (obstacle !== null) return <Text size="sm">{OBSTACLES[obstacle]}</Text>;
  return (
    <Group>
      <Button
        loading={turnOn.isPending}
        onClick={() => turnOn.mutate(publicKey, { onSuccess: () => setObstacle(obstacleHere()) })}
      >
        {t('Turn on pushes in this browser')}
      </Button>
    </Group>
  );
}

function Browser({ browser: { id, device, createdAt, isCurrent } }: { browser: PushBrowser }) {
  const remove = useRemoveBrowser();
  const test = useTestBrowser();
  const name = device ?? t('Unknown browser');
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text size="sm" fw={500} component="div">
          {name} {isCurrent && <Badge size="sm">{t('This one')}</Badge>}
        </Text>
        <Text size="xs" c="dimmed">
          {t('Added {time}', { time: inZone(createdAt, ownZone()) })}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={test.isPending}
          aria-label={t('Send a test to {name}', { name })}
          onClick={() =>
            test.mutate(id, {
              onSuccess: () => notifications.show({ message: t('The test is on its way to the browser.') }),
            })
          }
        >
          {t('Send a test')}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={remove.isPending}
          aria-label={t('Remove {name}', { name })}
          onClick={() => remove.mutate({ id, isCurrent })}
        >
          {t('Remove')}
        </Button>
      </Group>
    </Group>
  );
}
