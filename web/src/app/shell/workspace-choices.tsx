import { Menu, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from 'wouter';
import type { Workspace } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';
import { NewWorkspaceForm } from './new-workspace-form.tsx';
import { useOpened } from '../../base/parts/use-opened.ts';
import { WorkspaceButton } from './workspace-button.tsx';
import { t } from '../../base/language/text.ts';

/** The menu, opened: the workspaces, and a new one. */
export default function WorkspaceChoices({ workspaces }: { workspaces: Workspace[] }) {
  const current = useWorkspace();
  const { target, ...menu } = useOpened();
  const [opened, { open, close }] = useDisclosure(false);
  const [, go] = useLocation();
  return (
    <>
      <Menu position="bottom-start" width={240} {...menu}>
        <Menu.Target>
          <WorkspaceButton ref={target} name={current.name} />
        </Menu.Target>
        <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
          <Menu.Label>{t('Workspaces')}</Menu.Label>
          {workspaces.map(({ slug, name, timezone }) => (
            // the tilde leaves the base of this workspace
            <Menu.Item
              key={slug}
              onClick={() => go(`~/app/w/${slug}/`)}
              fw={slug === current.slug ? 700 : 400}
            >
              {name}
              <Text size="xs" c="dimmed">
                {timezone}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={open}>{t('New workspace…')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={opened}
        onClose={close}
        title={t('New workspace')}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <NewWorkspaceForm
          onMade={(workspace) => {
            close();
            go(`~/app/w/${workspace.slug}/`);
          }}
        />
      </Modal>
    </>
  );
}
