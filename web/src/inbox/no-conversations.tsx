import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { Account } from '../api.ts';
import { messageLimits, networkName, networksWithMessages } from '../parts/network.tsx';
import { InSandbox } from '../parts/in-sandbox.tsx';
import { namesInWords } from '../parts/names-in-words.ts';
import { Empty } from '../parts/states.tsx';
import { useAccounts } from '../posts/queries.ts';
import type { ChosenInbox } from './list-filter.tsx';

const NOTHING = {
  unread: ['Nothing unread', 'You have read every message.'],
  flagged: ['Nothing flagged', 'Conversations that an automation hands over to a person are shown here.'],
  done: ['Nothing done yet', 'What you mark as done is kept here. A new message opens it again.'],
} as const;

/** The list has no conversation: why, and what to do. */
export function NoConversations({ chosen }: { chosen: ChosenInbox }) {
  const { data: accounts } = useAccounts();
  const { show, accountId, platform, q } = chosen.filter;
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
        Connect an account of {namesInWords(networksWithMessages().map(networkName))}: what people write to it
        is shown here, and you answer it here.
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
        The networks do not report messages to {namesInWords(able?.map(nameOf) ?? [])} here. Reconnect the
        account, and allow it to read messages. That this service can be reached from the internet is needed
        too.
      </Empty>
    );
  const showAll = (
    <Button
      variant="default"
      mt="sm"
      onClick={() => chosen.set({ show: null, account: null, network: null, q: null })}
    >
      Show everything that is open
    </Button>
  );
  if (q !== '')
    return (
      <Empty title="Nothing found" action={showAll}>
        All words have to be in one message, or in the person’s name. The last one may be the beginning of a
        word.
      </Empty>
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
      What people write to {namesInWords(receiving?.map(nameOf) ?? [])} is shown here within seconds.
      <InSandbox act="write a message" />
    </Empty>
  );
}

const nameOf = ({ displayName, username, platform }: Account) =>
  `${displayName || username} (${networkName(platform)})`;
