import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { DownIcon } from '../../base/parts/icons.tsx';
import { t } from '../../base/language/text.ts';

type WorkspaceButtonProps = ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { name: string };

/** Names the workspace; it opens the menu of workspaces. */
export const WorkspaceButton = ({ name, ...props }: WorkspaceButtonProps) => (
  <Button
    variant="default"
    size="xs"
    rightSection={<DownIcon size={14} />}
    aria-label={t('Workspace {name}', { name })}
    styles={{ root: { minWidth: 0, flexShrink: 1 } }}
    {...props}
  >
    {name}
  </Button>
);
