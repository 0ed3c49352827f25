import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Account } from '../api.ts';
import { messageLimits, networkName, networksWithMessages } from '../parts/network.tsx';
import { Empty } from '../parts/states.tsx';
import { useAccounts } from '../posts/queries.ts';
import { useSession } from '../session.ts';
import type { ChosenInbox } from './list-filter.tsx';

const NOTHING = {
  unread: ['Nothing unread', 'You have read every message.'],
  flagged: ['Nothing flagged', 'Conversations that an automation hands over to a person are shown here.'],
  done: ['Nothing done yet', 'What you mark as done is kept here. A new message opens it again.'],
} as const;

/** The list has no conversation: why, and what to do. */
export function NoConversations({ chosen }: { chosen: ChosenInbox }) {
  const { data: accounts } = useAccounts();
  const sandboxUrl = useSession().data?.sandboxUrl ?? null;
  const { show, accountId, platform } = chosen.filter;
  const able = accounts?.filter((one) => messageLimits(one.platform) !== null);
  const receiving = able?.filter((one) => one.receiving !== null);
  if (able?.length === 0)
    return (
      <Empty
        title="No account receives messages"
        action={
          <Button component={Link} href="/accounts" mt="sm">
            To the accounts
          </Button>
        }
      >
        Connect an account of {list(networksWithMessages().map(networkName))}: what people write to it is
        shown here, and you answer it here.
      </Empty>
    );
  if (receiving?.length === 0)
    return (
      <Empty
        title="No account receives messages"
        action={
          <Button component={Link} href="/accounts" mt="sm">
            To the accounts
          </Button>
        }
      >
        The networks do not report messages to {list(able?.map(nameOf) ?? [])} here. Reconnect the account,
        and allow it to read messages. That this service can be reached from the internet is needed too.
      </Empty>
    );
  const showAll = (
    <Button
      variant="default"
      mt="sm"
      onClick={() => chosen.set({ show: null, account: null, network: null })}
    >
      Show everything that is open
    </Button>
  );
  if (show !== 'open') {
    const [title, words] = NOTHING[show];
    return (
      <Empty title={title} action={showAll}>
        {words}
      </Empty>
    );
  }
  if (accountId !== null || platform !== null)
    return (
      <Empty title="Nothing is open here" action={showAll}>
        Choose another account, or look among those that are done.
      </Empty>
    );
  return (
    <Empty title="Nothing is open">
      What people write to {list(receiving?.map(nameOf) ?? [])} is shown here within seconds.
      {sandboxUrl !== null && <InSandbox url={`${sandboxUrl}/people`} />}
    </Empty>
  );
}

const nameOf = ({ displayName, username, platform }: Account) =>
  `${displayName || username} (${networkName(platform)})`;

function InSandbox({ url }: { url: string }): ReactNode {
  return (
    <>
      {' '}
      Try it:{' '}
      <Anchor href={url} target="_blank" rel="noreferrer" inherit underline="always">
        be a follower in the sandbox
      </Anchor>{' '}
      and write a message.
    </>
  );
}

/** Such as `Instagram or Facebook`. */
function list(names: readonly string[]): string {
  if (names.length === 0) return 'your accounts';
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}
