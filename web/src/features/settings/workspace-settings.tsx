/** Settings → Workspace: what its owners set of it, its export, and deleting it. */
import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../base/api.ts';
import { IfCan } from '../../base/can.tsx';
import { useSessionChanged, useWorkspace } from '../../base/session.ts';
import { ExportWorkspace } from './export-workspace.tsx';
import { WorkspaceForm } from './workspace-form.tsx';
import { t } from '../../base/language/text.ts';

export function WorkspaceSettings() {
  const { slug } = useWorkspace();
  return (
    <>
      <IfCan call="updateWorkspace">
        <WorkspaceForm key={slug} />
      </IfCan>
      <IfCan call="createExport">
        <ExportWorkspace />
      </IfCan>
      <DeleteWorkspace />
    </>
  );
}

function DeleteWorkspace() {
  const { slug, name } = useWorkspace();
  const sessionChanged = useSessionChanged();
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => call('deleteWorkspace', { workspace: slug, confirm: typed }),
    onSuccess: sessionChanged,
  });
  return (
    <Stack component="section" maw={560} aria-labelledby="delete-workspace">
      <Title order={2} size="h4" id="delete-workspace">
        {t('Delete this workspace')}
      </Title>
      <Text size="sm">
        {t(
          'Everything in “{name}” is deleted for everybody, for good: posts, conversations, rules, automations and numbers. What is published stays at the networks. Disconnect its accounts first, so that their access ends there.',
          { name },
        )}
      </Text>
      <TextInput
        label={t('Type {slug} to confirm', { slug })}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {remove.isError && (
        <Alert color="red" role="alert" title={t('It was not deleted')}>
          {messageOf(remove.error)}
        </Alert>
      )}
      <div>
        <Button
          color="red"
          disabled={typed !== slug}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('Delete the workspace')}
        </Button>
      </div>
    </Stack>
  );
}
