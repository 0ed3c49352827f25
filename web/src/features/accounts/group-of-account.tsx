/** The group in which an account is. */
import { NativeSelect } from '@mantine/core';
import type { Account } from '../../base/api.ts';
import { ifCan } from '../../base/can.tsx';
import { useAccountGroups, useChangeGroup } from './group-queries.ts';
import { t } from '../../base/language/text.ts';

export const GroupOfAccount = ifCan('updateAccountGroup', GroupChoice);

/** Nothing while the workspace has no group. */
function GroupChoice({ account: { id } }: { account: Account }) {
  const groups = useAccountGroups();
  const change = useChangeGroup();
  if (groups.length === 0) return null;
  const own = groups.find(({ accountIds }) => accountIds.includes(id))?.id ?? '';
  const choose = (chosen: string) => {
    if (chosen !== '') change.mutate({ id: chosen, addAccountIds: [id] });
    else if (own !== '') change.mutate({ id: own, removeAccountIds: [id] });
  };
  return (
    <NativeSelect
      size="xs"
      label={t('Group')}
      data={[
        { value: '', label: t('No group') },
        ...groups.map((one) => ({ value: one.id, label: one.name })),
      ]}
      value={own}
      disabled={change.isPending}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}
