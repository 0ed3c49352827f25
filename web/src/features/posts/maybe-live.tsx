/** Troupe cannot find out whether a post is live: a person checks the account and says what is there. */
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { showFailure } from '../../base/failure.ts';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import type { Delivery } from '../../base/api.ts';
import { ifCan } from '../../base/can.tsx';
import { type Resolution, useResolve } from './queries.ts';
import { t } from '../../base/language/text.ts';

const LABELS: { [outcome in Resolution['outcome']]: string } = {
  live: t('It is live'),
  absent: t('It is not there'),
  give_up: t('Give up'),
};

/** What each choice does. */
const hintsOf = ({ status }: Delivery): { [outcome in Resolution['outcome']]: string } => ({
  live: t('It counts as published, and is not sent again.'),
  absent: status === 'failed' ? t('Then it can be tried again.') : t('It is sent again, at the time above.'),
  give_up: t('It counts as failed there, and is not sent again.'),
});

export const MaybeLive = ifCan('resolveDelivery', Question);

function Question({ postId, delivery }: { postId: string; delivery: Delivery }) {
  const [outcome, setOutcome] = useState<Resolution['outcome'] | null>(null);
  const [url, setUrl] = useState('');
  const resolve = useResolve(postId);
  const hints = hintsOf(delivery);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (outcome === null) return;
    const found = outcome === 'live' && url.trim() !== '' ? { outcome, url: url.trim() } : { outcome };
    resolve.mutate(
      { accountId: delivery.accountId, ...found },
      { onSuccess: () => notifications.show({ message: t('Saved, with your name.') }), onError: showFailure },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" mt="sm">
        <Radio.Group
          label={t('Check the account, then say what you found')}
          value={outcome}
          onChange={(value) => setOutcome(value)}
        >
          <Stack gap={6} mt={6}>
            {Object.entries(LABELS).map(([value, label]) => (
              <Radio
                key={value}
                value={value}
                label={label}
                description={hints[value as Resolution['outcome']]}
                size="sm"
              />
            ))}
          </Stack>
        </Radio.Group>
        {outcome === 'live' && (
          <TextInput
            dir="auto"
            label={t('Its address there')}
            description={t('Optional.')}
            type="url"
            size="xs"
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        )}
        <Group justify="space-between" gap="sm">
          <Text size="xs" c="dimmed">
            {t('The journal keeps your name with it.')}
          </Text>
          <Button type="submit" size="xs" disabled={outcome === null} loading={resolve.isPending}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
