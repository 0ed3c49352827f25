import { Anchor, Button } from '@mantine/core';
import { Link } from 'wouter';
import { Empty } from '../../base/parts/states.tsx';
import { useSandboxUrl } from '../../base/session.ts';
import { IfCan } from '../../base/can.tsx';
import type { StatusTab } from './list-filter.tsx';
import { useAccounts } from '../accounts/index.ts';

/** No post has the status. In a workspace without accounts it says to connect one first. */
export function NoPosts({ tab }: { tab: StatusTab }) {
  const { data: accounts } = useAccounts();
  const sandboxUrl = useSandboxUrl();
  const isFirst = accounts?.length === 0;
  return (
    <Empty
      title={tab.value === 'all' ? 'No posts yet' : `Nothing in ${tab.label.toLowerCase()}`}
      action={
        <IfCan call="createPost">
          <Button component={Link} href={isFirst ? '/accounts' : '/posts/new'} mt="sm">
            {isFirst ? 'To the accounts' : 'Write a post'}
          </Button>
        </IfCan>
      }
    >
      {isFirst ? 'Connect an account first: posts go out on accounts of the networks.' : tab.empty}
      {!isFirst && tab.value === 'all' && sandboxUrl !== null && (
        <>
          {' '}
          What simulated accounts publish is shown in the{' '}
          <Anchor href={sandboxUrl} target="_blank" rel="noreferrer" inherit underline="always">
            sandbox
          </Anchor>
          .
        </>
      )}
    </Empty>
  );
}
