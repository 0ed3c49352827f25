import { InSandbox } from '../../base/parts/in-sandbox.tsx';
import { namesInWords } from '../../base/parts/names-in-words.ts';
import { messageLimits, networkName, networksWithMessages } from '../../base/parts/network.tsx';
import { accountsInWords, NothingOpen } from '../../base/parts/nothing-open.tsx';
import { useAccounts } from '../accounts/index.ts';
import type { ChosenInbox } from './list-filter.tsx';
import { t } from '../../base/language/text.ts';

const NOTHING = {
  open: null,
  unread: [t('Nothing unread'), t('You have read every message.')],
  flagged: [
    t('Nothing flagged'),
    t('Conversations that an automation hands over to a person are shown here.'),
  ],
  snoozed: [
    t('Nothing snoozed'),
    t('Conversations that somebody has put aside are kept here until their time.'),
  ],
  done: [t('Nothing done yet'), t('What you mark as done is kept here. A new message opens it again.')],
} as const;

const NOT_FOUND = [
  t('Nothing found'),
  t(
    'All words have to be in one message, or in the person’s name. The last one may be the beginning of a word.',
  ),
] as const;

/** The list has no conversation: why, and what to do. */
export function NoConversations({ chosen }: { chosen: ChosenInbox }) {
  const { data: accounts } = useAccounts();
  const { show, accountId, platform, q } = chosen.filter;
  const able = accounts?.filter((one) => messageLimits(one.platform) !== null);
  const receiving = able?.filter((one) => one.receiving !== null);
  return (
    <NothingOpen
      noAccount={
        receiving?.length === 0
          ? [
              t('No account receives messages'),
              able?.length === 0
                ? t(
                    'Connect an account of {names}: what people write to it is shown here, and you answer it here.',
                    { names: namesInWords(networksWithMessages().map(networkName)) },
                  )
                : t(
                    'The networks do not report messages to {accounts} here. Reconnect the account, and allow it to read messages. That this service can be reached from the internet is needed too.',
                    { accounts: accountsInWords(able ?? []) },
                  ),
            ]
          : null
      }
      part={q === '' ? NOTHING[show] : NOT_FOUND}
      isNarrowed={accountId !== null || platform !== null}
      onShowAll={() => chosen.set({ show: null, account: null, network: null, q: null })}
    >
      {t('What people write to {accounts} is shown here within seconds.', {
        accounts: accountsInWords(receiving ?? []),
      })}
      <InSandbox act={t('write a message')} />
    </NothingOpen>
  );
}
