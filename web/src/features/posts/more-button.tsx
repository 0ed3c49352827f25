import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import type { Post } from '../../base/api.ts';
import { MoreIcon } from '../../base/parts/icons.tsx';
import { t } from '../../base/language/text.ts';

type MoreButtonProps = ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> & { post: Post };

/** Opens the menu of a post. */
export const MoreButton = ({ post, ...props }: MoreButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="lg"
    aria-label={t('Actions for the post “{content}”', {
      content: post.content.slice(0, 40) || t('without text'),
    })}
    {...props}
  >
    <MoreIcon />
  </ActionIcon>
);
