import { InSandbox } from '../../base/parts/in-sandbox.tsx';
import { namesInWords } from '../../base/parts/names-in-words.ts';
import { hasComments, networkName, networksWithComments } from '../../base/parts/network.tsx';
import { accountsInWords, NothingOpen } from '../../base/parts/nothing-open.tsx';
import { Empty } from '../../base/parts/states.tsx';
import { useAccounts } from '../accounts/index.ts';
import type { ChosenComments } from './list-filter.tsx';

const NOTHING = {
  open: null,
  unanswered: ['Everything is answered', 'Comments without an answer of yours are shown here.'],
  reviews: ['No reviews', 'What people write about a business of yours is shown here, with its stars.'],
  done: ['Nothing done yet', 'What you mark as done is kept here. A new reply opens it again.'],
} as const;

/** The list has no comment: why, and what to do. */
export function NoComments({ chosen }: { chosen: ChosenComments }) {
  const { data: accounts } = useAccounts();
  const { show, accountId, platform } = chosen.filter;
  const able = accounts?.filter((one) => hasComments(one.platform));
  return (
    <NothingOpen
      noAccount={
        able?.length === 0
          ? [
              'No account has comments',
              `Connect an account of ${namesInWords(networksWithComments().map(networkName))}: what people write below its posts is shown here, and you answer it here.`,
            ]
          : null
      }
      part={NOTHING[show]}
      isNarrowed={accountId !== null || platform !== null}
      onShowAll={() => chosen.set({ show: null, account: null, network: null })}
    >
      What people write below posts of {accountsInWords(able ?? [])} is shown here.
      <InSandbox act="comment on a post" />
    </NothingOpen>
  );
}

/** A post has no comment. */
export function NoCommentsOfPost() {
  return (
    <Empty title="Nobody has commented yet">
      What people write below this post is shown here.
      <InSandbox act="comment on it" />
    </Empty>
  );
}
