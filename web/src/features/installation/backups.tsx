/** What a backup of the installation has to have. The service makes none, so it knows of none. */
import { Anchor, Code, List, Stack, Text } from '@mantine/core';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { type Installation, useInstallation } from './queries.ts';
import { rich, t } from '../../base/language/text.ts';

export function Backups() {
  const { data, error, isPending, refetch } = useInstallation();
  if (isPending) return <Waiting rows={2} />;
  if (data === undefined) return <Fault message={messageOf(error)} onRetry={() => void refetch()} />;
  return (
    <Stack gap="sm">
      <Text size="sm">
        {rich(
          'The service makes no backups and does not know when the newest one was made. Save this, in this order, and try once to restore it: <link>how it is saved and restored</link>.',
          {
            link: (words) => (
              <Anchor href="/docs/backups.md" target="_blank" inherit underline="always">
                {words}
              </Anchor>
            ),
          },
        )}
      </Text>
      <Steps of={data} />
    </Stack>
  );
}

const Steps = ({ of: { database, backup } }: { of: Installation }) => (
  <List type="ordered" size="sm" spacing={4}>
    <List.Item>
      {database === 'embedded'
        ? t(
            'Stop the service, and copy its data folder: the database, the secret key and, unless TROUPE_MEDIA_DIR or a bucket has them, the hosted files:',
          )
        : t('The database, while the service runs:')}
      <Code block mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} tabIndex={0}>
        {backup.command}
      </Code>
    </List.Item>
    <List.Item style={{ overflowWrap: 'anywhere' }}>
      {backup.mediaFolder === null
        ? t('Hosted files: the bucket, by its own copies or versions.')
        : t('Hosted files: the folder {mediaFolder}.', { mediaFolder: backup.mediaFolder })}
    </List.Item>
    <List.Item>
      {t(
        'The secret keys: TROUPE_SECRET_KEYS, or secret.key in the data folder. Without them nobody can use what is encrypted in the database. Keep them apart from it.',
      )}
    </List.Item>
  </List>
);
