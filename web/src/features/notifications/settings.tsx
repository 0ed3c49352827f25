import { Radio, Stack, Text } from '@mantine/core';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { useWorkspace } from '../../base/session.ts';
import { PushSettings } from './push-settings.tsx';
import { useNotificationSettings, useSetNotifications } from './queries.ts';
import { t } from '../../base/language/text.ts';

/** How the person is notified of what needs a person in this workspace. */
export function NotificationSettings() {
  const { timezone } = useWorkspace();
  const settings = useNotificationSettings();
  const set = useSetNotifications();
  if (settings.isPending) return <Waiting rows={3} />;
  if (settings.data === undefined)
    return <Fault message={messageOf(settings.error)} onRetry={() => void settings.refetch()} />;
  const { mails, dailyAt, sendsMail } = settings.data;
  return (
    <Stack maw={720} gap="md">
      <Text size="sm" c="dimmed">
        {t(
          'Notifications are about accounts to connect again, posts that failed or may be live, posts that wait for an approval, conversations that were handed over to the team, and calls of agents that wait for a person. You get only what you may act on, and no mail has the text of a post.',
        )}
      </Text>
      <Radio.Group
        label={t('Mails about this workspace')}
        value={mails}
        onChange={(value) => set.mutate({ mails: value })}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="at_once"
            label={t('At once')}
            description={t('One for each account and cause, and one more after a day if it is still so.')}
            disabled={set.isPending}
          />
          <Radio
            value="daily"
            label={t('Once a day')}
            description={t(
              'One mail at {dailyAt} ({timezone}) about all that is open, on days after something happened.',
              { dailyAt, timezone },
            )}
            disabled={set.isPending}
          />
          <Radio
            value="off"
            label={t('None')}
            description={t('The bell shows them all.')}
            disabled={set.isPending}
          />
        </Stack>
      </Radio.Group>
      {!sendsMail && (
        <Text size="sm" c="dimmed">
          {t('This installation has no mail server, so no mails are sent.')}
        </Text>
      )}
      <PushSettings />
    </Stack>
  );
}
