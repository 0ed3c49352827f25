import { InSandbox } from '../../base/parts/in-sandbox.tsx';
import { namesInWords } from '../../base/parts/names-in-words.ts';
import { hasComments, networkName, networksWithComments } from '../../base/parts/network.tsx';
import { accountsInWords, NothingOpen } from '../../base/parts/nothing-open.tsx';
import { Empty } from '../../base/parts/states.tsx';
import { useAccounts } from '../accounts/index.ts';
import type { ChosenComments } from './list-filter.tsx';
import { t } from '../../base/language/text.ts';

const NOTHING = {
  open: null,
  unanswered: [t('Everything is answered'), t('Comments without an answer of yours are shown here.')],
  reviews: [t('No reviews'), t('What people write about a business of yours is shown here, with its stars.')],
  done: [t('Nothing done yet'), t('What you mark as done is kept here. A new reply opens it again.')],
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
              t('No account has comments'),
              t(
                'Connect an account of {names}: what people write below its posts is shown here, and you answer it here.',
                { names: namesInWords(networksWithComments().map(networkName)) },
              ),
            ]
          : null
      }
      part={NOTHING[show]}
      isNarrowed={accountId !== null || platform !== null}
      onShowAll={() => chosen.set({ show: null, account: null, network: null })}
    >
      {t('What people write below posts of {accounts} is shown here.', {
        accounts: accountsInWords(able ?? []),
      })}
      <InSandbox act={t('comment on a post')} />
    </NothingOpen>
  );
}

/** A post has no comment. */
export function NoCommentsOfPost() {
  return (
    <Empty title={t('Nobody has commented yet')}>
      {t('What people write below this post is shown here.')}
      <InSandbox act={t('comment on it')} />
    </Empty>
  );
}
