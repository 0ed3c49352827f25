/** The accounts that a member reaches: all, or some that an owner picks. */
import { Button, Checkbox, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useCan } from '../../base/can.tsx';
import { useAccounts } from '../accounts/index.ts';
import { type Member, useChangeMember } from './queries.ts';
import { accountChoices, accountsText } from './words.ts';

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
        aria-label={`Accounts of ${name}: ${words}`}
        styles={{ root: { height: 'auto', padding: 0 }, label: { whiteSpace: 'normal', textAlign: 'left' } }}
      >
        {words}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={`Accounts of ${name}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isOpen && <Choice member={member} onSaved={close} />}
      </Modal>
    </>
  );
}

function Choice({ member, onSaved }: { member: Member; onSaved: () => void }) {
  const { data: accounts = [] } = useAccounts();
  const [isHeld, setHeld] = useState(member.accountIds !== null);
  const [chosen, setChosen] = useState<string[]>(member.accountIds ?? []);
  const change = useChangeMember(member, false);
  const save = () => change.mutate({ accountIds: isHeld ? chosen : null }, { onSuccess: onSaved });
  return (
    <Stack>
      <Radio.Group
        label="Which accounts"
        value={isHeld ? 'some' : 'all'}
        onChange={(value) => setHeld(value === 'some')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All accounts, also those that are connected later" />
          <Radio value="some" label="Only these" />
        </Stack>
      </Radio.Group>
      {isHeld && (
        <Checkbox.Group
          label="Accounts"
          description="They see nothing of the others, and change posts that go to these alone."
          value={chosen}
          onChange={setChosen}
        >
          <Stack gap="xs" mt="xs">
            {accountChoices(accounts).map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Group justify="flex-end">
        <Button onClick={save} loading={change.isPending} disabled={isHeld && chosen.length === 0}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}
