import { Stack, Switch, Text } from '@mantine/core';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { useNotificationSettings, useSetMails } from './queries.ts';

/** Whether the person gets mails about what needs a person in this workspace. */
export function NotificationSettings() {
  const settings = useNotificationSettings();
  const set = useSetMails();
  if (settings.isPending) return <Waiting rows={1} />;
  if (settings.data === undefined)
    return <Fault message={messageOf(settings.error)} onRetry={() => void settings.refetch()} />;
  const { mails, sendsMail } = settings.data;
  return (
    <Stack maw={720} gap="sm">
      <Switch
        label="Mail me when something needs a person in this workspace"
        checked={mails}
        disabled={set.isPending}
        onChange={(event) => set.mutate(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        Accounts to connect again, posts that failed or may be live, posts that wait for an approval,
        conversations that were handed over to the team, and calls of agents that wait for a person: one mail
        for each account and cause, and one more after a day if it is still so. You get only what you may act
        on, and no mail has the text of a post.
      </Text>
      {!sendsMail && (
        <Text size="sm" c="dimmed">
          This installation has no mail server, so no mails are sent. The bell shows the same.
        </Text>
      )}
    </Stack>
  );
}
