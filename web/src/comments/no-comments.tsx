import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { Account } from '../api.ts';
import { InSandbox } from '../parts/in-sandbox.tsx';
import { namesInWords } from '../parts/names-in-words.ts';
import { hasComments, networkName, networksWithComments } from '../parts/network.tsx';
import { Empty } from '../parts/states.tsx';
import { useAccounts } from '../posts/queries.ts';
import type { ChosenComments } from './list-filter.tsx';

const NOTHING = {
  unanswered: ['Everything is answered', 'Comments without an answer of yours are shown here.'],
  reviews: ['No reviews', 'What people write about a business of yours is shown here, with its stars.'],
  done: ['Nothing done yet', 'What you mark as done is kept here. A new reply opens it again.'],
} as const;

/** The list has no comment: why, and what to do. */
export function NoComments({ chosen }: { chosen: ChosenComments }) {
  const { data: accounts } = useAccounts();
  const { show, accountId, platform } = chosen.filter;
  const able = accounts?.filter((one) => hasComments(one.platform));
  if (able?.length === 0)
    return (
      <Empty
        title="No account has comments"
        action={
          <Button component={Link} href="/accounts" mt="sm">
            To the accounts
          </Button>
        }
      >
        Connect an account of {namesInWords(networksWithComments().map(networkName))}: what people write below
        its posts is shown here, and you answer it here.
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
      What people write below posts of {namesInWords((able ?? []).map(nameOf))} is shown here.
      <InSandbox act="comment on a post" />
    </Empty>
  );
}

const nameOf = ({ displayName, username, platform }: Account) =>
  `${displayName || username} (${networkName(platform)})`;

/** A post has no comment. */
export function NoCommentsOfPost() {
  return (
    <Empty title="Nobody has commented yet">
      What people write below this post is shown here.
      <InSandbox act="comment on it" />
    </Empty>
  );
}
