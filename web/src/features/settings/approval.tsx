import { Stack, Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { useCan } from '../../base/can.tsx';
import { showFailure } from '../../base/failure.ts';
import { useSessionChanged, useWorkspace } from '../../base/session.ts';
import { t } from '../../base/language/text.ts';

/** Whether posts are approved before they go out. Owners turn it. */
export function Approval() {
  const { slug, approval } = useWorkspace();
  const can = useCan();
  const changed = useSessionChanged();
  const set = useMutation({
    mutationFn: (required: boolean) => call('setApprovalSettings', { required, workspace: slug }),
    onSuccess: changed,
    onError: showFailure,
  });
  return (
    <Stack maw={720} gap="sm">
      <Switch
        label={t('Posts are approved before they go out')}
        checked={approval}
        disabled={!can('setApprovalSettings') || set.isPending}
        onChange={(event) => set.mutate(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        {!can('setApprovalSettings')
          ? t(
              'What editors publish or schedule waits as a draft until an owner or an approver approves it. What owners publish does not wait. Owners of the workspace change this.',
            )
          : t(
              'What editors publish or schedule waits as a draft until an owner or an approver approves it. What owners publish does not wait.',
            )}
      </Text>
    </Stack>
  );
}
