/** A list of what people wrote has no entry: why, and what to do. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Account } from '../api.ts';
import { namesInWords } from './names-in-words.ts';
import { networkName } from './network.tsx';
import { Empty } from './states.tsx';
import { t } from '../language/text.ts';

interface NothingProps {
  /** No account can have entries: the title, and what to do. null means one can. */
  noAccount: readonly [title: string, words: ReactNode] | null;
  /** A part of the list is chosen, or there is a search: the title, and what would be shown. null if neither. */
  part: readonly [title: string, words: ReactNode] | null;
  /** An account or a network is chosen. */
  isNarrowed: boolean;
  onShowAll: () => void;
  /** What is shown here when there is something. */
  children: ReactNode;
}

export function NothingOpen({ noAccount, part, isNarrowed, onShowAll, children }: NothingProps) {
  if (noAccount !== null)
    return (
      <Empty
        title={noAccount[0]}
        action={
          <Button component={Link} href="/accounts" mt="sm">
            {t('To the accounts')}
          </Button>
        }
      >
        {noAccount[1]}
      </Empty>
    );
  const chosen =
    part ??
    (isNarrowed
      ? ([
          t('Nothing is open here'),
          t('Choose another account, or look among those that are done.'),
        ] as const)
      : null);
  if (chosen === null) return <Empty title={t('Nothing is open')}>{children}</Empty>;
  return (
    <Empty
      title={chosen[0]}
      action={
        <Button variant="default" mt="sm" onClick={onShowAll}>
          {t('Show everything that is open')}
        </Button>
      }
    >
      {chosen[1]}
    </Empty>
  );
}

/** Such as `Bakery (Instagram) or Bakery (Facebook)`. */
export const accountsInWords = (accounts: readonly Account[]): string =>
  namesInWords(
    accounts.map(
      ({ displayName, username, platform }) => `${displayName || username} (${networkName(platform)})`,
    ),
  );
