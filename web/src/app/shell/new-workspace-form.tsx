import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { LIMITS } from '../../base/limits.ts';
import { ApiError, call, messageOf, type Workspace } from '../../base/api.ts';
import { Fault } from '../../base/parts/states.tsx';
import { ownZone, zones } from '../../base/parts/times.ts';
import { useSessionChanged } from '../../base/session.ts';

export function NewWorkspaceForm({ onMade }: { onMade: (workspace: Workspace) => void }) {
  const [name, setName] = useState('');
  const [timezone, setTimezone] = useState(ownZone());
  const sessionChanged = useSessionChanged();
  const make = useMutation({
    mutationFn: () => call('createWorkspace', { name, timezone }),
    onSuccess: async ({ workspace }) => {
      await sessionChanged();
      onMade(workspace);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const taken = make.error instanceof ApiError && make.error.code === 'slug_taken';
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description="A customer or a brand. Accounts, posts and webhooks belong to one workspace."
          required
          maxLength={LIMITS.workspaceName}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={taken ? 'There is a workspace of this name: choose another.' : undefined}
          data-autofocus
        />
        <Select
          label="Time zone"
          description="Times of posts are read and shown in it."
          searchable
          allowDeselect={false}
          data={zones()}
          value={timezone}
          onChange={(zone) => zone !== null && setTimezone(zone)}
        />
        {make.isError && !taken && <Fault message={messageOf(make.error)} />}
        <Button type="submit" loading={make.isPending}>
          Make the workspace
        </Button>
      </Stack>
    </form>
  );
}
