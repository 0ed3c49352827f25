/** The menu of something that is an actor and has a form: edit it, see what it did, delete it. Deleting asks first. */
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { IfCan } from '../can.tsx';
import { t } from '../language/text.ts';
import { Confirm } from './confirm.tsx';
import { MoreIcon } from './icons.tsx';

interface ResourceMenuProps {
  /** What the button is called for those who do not see it. */
  label: string;
  /** Id of the actor. */
  id: string;
  /** Address of the form that changes it. */
  editHref: string;
  removal: Removal;
}

interface Removal {
  /** The question, the text below it, and what is said when it is done. */
  title: string;
  text: ReactNode;
  doneMessage: string;
  isPending: boolean;
  /** Deletes it, and calls back when it is gone. */
  remove(onSuccess: () => void): void;
  /** Called after it is gone. */
  onDeleted?: (() => void) | undefined;
}

export function ResourceMenu({ label, id, editHref, removal }: ResourceMenuProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const confirm = () =>
    removal.remove(() => {
      close();
      notifications.show({ message: removal.doneMessage });
      removal.onDeleted?.();
    });
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} href={editHref}>
            {t('Edit')}
          </Menu.Item>
          <IfCan call="getActor">
            <Menu.Item component={Link} href={`/debugger/${id}`}>
              {t('What happened, step by step')}
            </Menu.Item>
          </IfCan>
          <Menu.Divider />
          <Menu.Item c="var(--mantine-color-error)" onClick={open}>
            {t('Delete…')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={isOpen}
        title={removal.title}
        label={t('Delete')}
        loading={removal.isPending}
        onConfirm={confirm}
        onClose={close}
      >
        {removal.text}
      </Confirm>
    </>
  );
}
