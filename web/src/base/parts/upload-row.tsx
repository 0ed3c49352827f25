import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core';
import { CloseIcon } from './icons.tsx';
import type { Upload } from './uploads.ts';
import { t } from '../language/text.ts';

/** A file that is being uploaded, or that failed. */
export default function UploadRow({
  upload: { name, part, error },
  onDrop,
}: {
  upload: Upload;
  onDrop: () => void;
}) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Stack gap={4} style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" truncate>
          {name}
        </Text>
        {error === null ? (
          <Progress
            value={part * 100}
            aria-label={t('Upload of {name}', { name })}
            animated={part === 1}
            color="accent"
          />
        ) : (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
      {error === null && (
        <Text size="sm" c="dimmed">
          {part === 1 ? 'checking' : `${Math.round(part * 100)} %`}
        </Text>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={error === null ? t('Stop the upload of {name}', { name }) : t('Dismiss {name}', { name })}
        onClick={onDrop}
      >
        <CloseIcon size={16} />
      </ActionIcon>
    </Group>
  );
}
