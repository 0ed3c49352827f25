/**
 * What an account does with a post when the network's response was lost and Troupe cannot check whether the post is
 * live.
 */
import { NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Account, call } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { ifCan } from '../../base/can.tsx';
import { t } from '../../base/language/text.ts';

type Choice = Account['onUnknown'];

const CHOICES: { [choice in Choice]: { label: string; hint: string } } = {
  retry: {
    label: t('Send again'),
    hint: t(
      'When a response is lost and Troupe cannot check whether the post is live, it sends the post again. There may then be two copies.',
    ),
  },
  hold: {
    label: t('Hold for a person'),
    hint: t(
      'When a response is lost and Troupe cannot check whether the post is live, the post fails here until a person checks the account and tries again.',
    ),
  },
};

/** Networks where some posts cannot be looked up after a lost response. */
const WITHOUT_CHECK = new Set(['telegram', 'discord', 'tiktok']);
const WITHOUT_CHECK_HINT = t(
  'Telegram, Discord and photo posts on TikTok offer no way to check after a lost response. Unless the account is set to hold, a second copy may be sent.',
);

export const OnUnknown = ifCan('updateAccount', UnknownChoice);

function UnknownChoice({ account, name }: { account: Account; name: string }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (onUnknown: Choice) => call('updateAccount', { id: account.id, onUnknown, workspace: slug }),
    onSuccess: ({ account: changed }) => {
      queries.setQueryData<Account[]>(['accounts', slug], (accounts) =>
        accounts?.map((one) => (one.id === changed.id ? changed : one)),
      );
      notifications.show({
        message: t('{name}: this applies to posts that are written, changed or tried again from now on.', {
          name,
        }),
      });
    },
    onError: showFailure,
  });
  const choice = change.isPending ? change.variables : account.onUnknown;
  const hint = WITHOUT_CHECK.has(account.platform)
    ? `${CHOICES[choice].hint} ${WITHOUT_CHECK_HINT}`
    : CHOICES[choice].hint;
  return (
    <NativeSelect
      size="xs"
      label={t('If a response is lost')}
      description={hint}
      styles={{
        label: { fontWeight: 500 },
        description: { fontSize: 'var(--mantine-font-size-xs)', marginTop: 4 },
      }}
      inputWrapperOrder={['label', 'input', 'description']}
      data={Object.entries(CHOICES).map(([value, { label }]) => ({ value, label }))}
      value={choice}
      disabled={change.isPending}
      onChange={({ currentTarget }) => change.mutate(currentTarget.value as Choice)}
    />
  );
}
