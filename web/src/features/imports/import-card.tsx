/** An earlier import: its status, what became of its rows, and the way to take it back. */
import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { withZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { DownloadProblems } from './download-problems.tsx';
import { type Import, importsKey } from './queries.ts';
import { RowProgress } from './verdict.tsx';
import { countsText, REASON, STATUS } from './words.ts';
import { t } from '../../base/language/text.ts';

export function ImportCard({ of: one }: { of: Import }) {
  const { timezone } = useWorkspace();
  const { id, name, status, reason, createdAt, refused, accepted, dryRun } = one;
  const { label, color } = STATUS[status];
  const isTaking = status === 'checking' || status === 'creating';
  const canTakeBack =
    !dryRun && status !== 'removing' && status !== 'removed' && (accepted > 0 || status !== 'finished');
  return (
    <Card withBorder padding="md" component="article" aria-labelledby={`import-${id}`}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} style={{ flex: '1 1 240px', minWidth: 0 }}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Text fw={600} dir="auto" id={`import-${id}`} style={{ overflowWrap: 'anywhere' }}>
              {name ?? t('Without a name')}
            </Text>
            <Badge variant="light" color={color} style={{ flexShrink: 0 }}>
              {label}
            </Badge>
          </Group>
          <Text size="sm">{countsText(one)}</Text>
          {reason !== null && <Text size="sm">{REASON[reason]}</Text>}
          <Text size="sm" c="dimmed">
            {withZone(createdAt, timezone)}
          </Text>
          {isTaking && <RowProgress of={one} label={label} />}
        </Stack>
        <Group gap="xs">
          {refused > 0 && !isTaking && <DownloadProblems id={id} size="xs" />}
          {canTakeBack && <TakeBack id={id} />}
        </Group>
      </Group>
    </Card>
  );
}

function TakeBack({ id }: { id: string }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const removing = useMutation({
    mutationFn: () => call('deleteImport', { id, workspace: slug }),
    onSuccess: async () => {
      close();
      await queries.invalidateQueries({ queryKey: importsKey(slug) });
    },
    onError: showFailure,
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {t('Take back…')}
      </Button>
      <Confirm
        opened={opened}
        title={t('Take this import back?')}
        label={t('Take back')}
        loading={removing.isPending}
        onConfirm={() => removing.mutate()}
        onClose={close}
      >
        {t(
          'Its posts that are drafts or planned are removed, also edited ones, and no further rows are imported. Posts that are being published or are out stay as they are.',
        )}
      </Confirm>
    </>
  );
}
