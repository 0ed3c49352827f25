/** What becomes of a post of which nobody can tell whether it went out. */
import { NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Account, call, type Reply } from '../api.ts';
import { tellFailure } from '../posts/queries.ts';
import { useWorkspace } from '../session.ts';

type Choice = Account['onUnknown'];

const CHOICES: { [choice in Choice]: { label: string; hint: string } } = {
  retry: {
    label: 'Send again',
    hint: 'A post whose answer was lost, and that cannot be looked up there, is sent again: it may then be there twice.',
  },
  hold: {
    label: 'Hold for a person',
    hint: 'A post whose answer was lost, and that cannot be looked up there, fails until somebody has looked and tries again.',
  },
};

export function OnUnknown({ account, name }: { account: Account; name: string }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (onUnknown: Choice) =>
      call<Reply<'updateAccount'>>('PATCH', `/v1/accounts/${account.id}`, {
        body: { onUnknown, workspace: slug },
      }),
    onSuccess: ({ account: changed }) => {
      queries.setQueryData<Account[]>(['accounts', slug], (accounts) =>
        accounts?.map((one) => (one.id === changed.id ? changed : one)),
      );
      notifications.show({
        message: `${name}: it counts for posts that are written, changed or tried again from now on.`,
      });
    },
    onError: tellFailure,
  });
  const shown = change.isPending ? change.variables : account.onUnknown;
  return (
    <NativeSelect
      size="xs"
      label="When nobody knows whether a post went out"
      description={CHOICES[shown].hint}
      styles={{
        label: { fontWeight: 500 },
        description: { fontSize: 'var(--mantine-font-size-xs)', marginTop: 4 },
      }}
      inputWrapperOrder={['label', 'input', 'description']}
      data={Object.entries(CHOICES).map(([value, { label }]) => ({ value, label }))}
      value={shown}
      disabled={change.isPending}
      onChange={({ currentTarget }) => change.mutate(currentTarget.value as Choice)}
    />
  );
}
