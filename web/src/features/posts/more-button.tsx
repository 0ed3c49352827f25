import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import type { Post } from '../../base/api.ts';
import { MoreIcon } from '../../base/parts/icons.tsx';

type MoreButtonProps = ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> & { post: Post };

/** Opens the menu of a post. */
export const MoreButton = ({ post, ...props }: MoreButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="lg"
    aria-label={`Actions for the post “${post.content.slice(0, 40) || 'without text'}”`}
    {...props}
  >
    <MoreIcon />
  </ActionIcon>
);
