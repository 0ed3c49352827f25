import { Button, Menu, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from 'wouter';
import type { Workspace } from '../../base/api.ts';
import { DownIcon } from '../../base/parts/icons.tsx';
import { useWorkspace } from '../../base/session.ts';
import { NewWorkspaceForm } from './new-workspace-form.tsx';

/** Which workspace this is, the others, and a new one. */
export function WorkspaceMenu({ workspaces }: { workspaces: Workspace[] }) {
  const current = useWorkspace();
  const [opened, { open, close }] = useDisclosure(false);
  const [, go] = useLocation();
  return (
    <>
      <Menu position="bottom-start" width={240}>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            rightSection={<DownIcon size={14} />}
            aria-label={`Workspace ${current.name}`}
            styles={{ root: { minWidth: 0, flexShrink: 1 } }}
          >
            {current.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
          <Menu.Label>Workspaces</Menu.Label>
          {workspaces.map(({ slug, name, timezone }) => (
            // the tilde leaves the base of this workspace
            <Menu.Item
              key={slug}
              onClick={() => go(`~/app/w/${slug}/posts`)}
              fw={slug === current.slug ? 700 : 400}
            >
              {name}
              <Text size="xs" c="dimmed">
                {timezone}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={open}>New workspace…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={opened}
        onClose={close}
        title="New workspace"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <NewWorkspaceForm
          onMade={(workspace) => {
            close();
            go(`~/app/w/${workspace.slug}/posts`);
          }}
        />
      </Modal>
    </>
  );
}
