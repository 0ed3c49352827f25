import { Avatar, UnstyledButton } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { t } from '../../base/language/text.ts';

/** Shows who is signed in; it opens the menu of the person. */
export const PersonButton = ({ name, ...props }: ComponentPropsWithRef<'button'> & { name: string }) => (
  <UnstyledButton aria-label={t('Account of {name}', { name })} style={{ borderRadius: '50%' }} {...props}>
    <Avatar name={name} color="accent" size={32} />
  </UnstyledButton>
);
