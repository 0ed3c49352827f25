/** The accounts that a member reaches: all, or some that an owner picks. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useCan } from '../../base/can.tsx';
import { useAccounts } from '../accounts/index.ts';
import { type Member, useChangeMember } from './queries.ts';
import { AccountsChoice } from './accounts-choice.tsx';
import { accountsText } from './words.ts';
import { t } from '../../base/language/text.ts';

export function HeldAccounts({ member }: { member: Member }) {
  const can = useCan();
  const { data: accounts = [] } = useAccounts();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { name, role, accountIds } = member;
  const words = accountsText(accountIds, accounts);
  if (role === 'owner' || !can('updateMember'))
    return (
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {words}
      </Text>
    );
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={open}
        aria-label={t('Accounts of {name}: {words}', { name, words })}
        styles={{ root: { height: 'auto', padding: 0 }, label: { whiteSpace: 'normal', textAlign: 'start' } }}
      >
        {words}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('Accounts of {name}', { name })}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        {isOpen && <Choice member={member} onSaved={close} />}
      </Modal>
    </>
  );
}

function Choice({ member, onSaved }: { member: Member; onSaved: () => void }) {
  const [chosen, setChosen] = useState<readonly string[] | null>(member.accountIds);
  const change = useChangeMember(member, false);
  const save = () => change.mutate({ accountIds: chosen && [...chosen] }, { onSuccess: onSaved });
  return (
    <Stack>
      <AccountsChoice value={chosen} onChange={setChosen} />
      <Group justify="flex-end">
        <Button onClick={save} loading={change.isPending} disabled={chosen?.length === 0}>
          {t('Save')}
        </Button>
      </Group>
    </Stack>
  );
}
