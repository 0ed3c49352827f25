/**
 * A button that leads to the page on which an account is connected again. What waited for the account goes out as soon as it is
 * connected, so a person first says what is to become of posts whose time is long past.
 */
import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Platform } from '../../base/api.ts';
import { useCan } from '../../base/can.tsx';
import { useWorkspace } from '../../base/session.ts';
import { useConnect } from './connect.ts';
import { WaitingDialog } from './waiting-button.tsx';

/** A post that was planned longer ago is asked about before it goes out. */
const MAX_AGE_MS = 24 * 3_600_000;

interface ReconnectButtonProps extends Pick<ButtonProps, 'variant' | 'children'> {
  account: { id: string; name: string };
  platform: Platform;
  /** Names the button for those who hear it. */
  label: string;
}

/** Shown to people who may connect accounts: the caller checks that. */
export function ReconnectButton({ account, platform, label, ...button }: ReconnectButtonProps) {
  const connect = useConnect();
  const [isAsked, setAsked] = useState(false);
  const look = useWaitsLong(account.id);
  const goThere = () => connect.mutate({ platform });
  const press = () =>
    look.mutate(undefined, { onSuccess: (isLong) => (isLong ? setAsked(true) : goThere()) });
  return (
    <>
      <Button
        size="xs"
        {...button}
        loading={look.isPending || connect.isPending}
        onClick={press}
        aria-label={label}
      />
      <WaitingDialog
        account={account}
        opened={isAsked}
        onClose={() => setAsked(false)}
        onChosen={() => {
          setAsked(false);
          goThere();
        }}
      />
    </>
  );
}

/** Whether a post waits for the account whose time is long past. */
function useWaitsLong(accountId: string) {
  const { slug } = useWorkspace();
  const can = useCan();
  return useMutation({
    mutationFn: async (): Promise<boolean> => {
      if (!can('batchPosts')) return false;
      // what cannot be read keeps nobody from connecting
      const { posts } = await call('listWaitingPosts', { id: accountId, workspace: slug }).catch(() => ({
        posts: [],
      }));
      const oldest = Date.now() - MAX_AGE_MS;
      return posts.some(({ scheduledAt }) => scheduledAt !== null && Date.parse(scheduledAt) < oldest);
    },
  });
}
