/** Makes the key of a client, so that its settings can be copied whole. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { LIMITS } from '../../base/limits.ts';
import { call, messageOf, type Reply } from '../../base/api.ts';
import {
  ConfirmChoice,
  type ConfirmSetting,
  EVERYTHING,
  ReachChoice,
  SCOPES,
  heldTo,
  isEmptyReach,
} from '../access/index.ts';
import { Copyable } from '../../base/parts/copy.tsx';
import { Fault } from '../../base/parts/states.tsx';
import { useSession } from '../../base/session.ts';

export type NewKey = Reply<'createKey'>['key'];

interface KeyStepProps {
  /** What the key is called. */
  name: string;
  setName: (name: string) => void;
  /** The key of this page; null means there is none yet. */
  made: NewKey | null;
  onMade: (key: NewKey) => void;
}

export const KeyStep = (props: KeyStepProps) =>
  props.made === null ? <KeyForm {...props} /> : <Made apiKey={props.made} />;

function Made({ apiKey }: { apiKey: NewKey }) {
  return (
    <Alert color="green" variant="light" role="status" title={`The key “${apiKey.name}” is created`}>
      <Stack gap="xs">
        <Text size="sm">
          It is in the settings below, and is shown only once. Revoke it in Settings → API & MCP when the
          agent is to stop.
        </Text>
        <Copyable text={apiKey.key} label="The new key" />
      </Stack>
    </Alert>
  );
}

function KeyForm({ name, setName, onMade }: KeyStepProps) {
  const [confirm, setConfirm] = useState<ConfirmSetting>('none');
  const [reach, setReach] = useState(EVERYTHING);
  const { data: session } = useSession();
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: async () => (await call('createKey', { name, confirm, ...heldTo(reach) })).key,
    onSuccess: async (key) => {
      onMade(key);
      await queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <Stack gap="sm">
      <Text size="sm">
        Give each agent a key of its own: it then has a name in the list of what was done, and can be stopped
        alone. Anyone with the key can do what you allow here, and nothing else. That cannot be changed later:
        make another key instead.
      </Text>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name of the key"
            required
            maxLength={LIMITS.keyName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maw={360}
          />
          <ReachChoice
            scopes={SCOPES}
            workspaces={session?.workspaces ?? []}
            value={reach}
            onChange={setReach}
          />
          <ConfirmChoice
            value={confirm}
            onChange={setConfirm}
            description="Reading, drafts and pausing need nothing. It can be changed later."
          />
          <Group>
            <Button type="submit" loading={make.isPending} disabled={isEmptyReach(reach)}>
              Create a key
            </Button>
          </Group>
        </Stack>
      </form>
      {make.isError && <Fault message={messageOf(make.error)} />}
      <Text size="sm" c="dimmed">
        With a key that you have already, skip this and put it in place of <b>{'<API_KEY>'}</b>.
      </Text>
    </Stack>
  );
}
