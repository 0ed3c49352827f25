import { Anchor, Button } from '@mantine/core';
import { Link } from 'wouter';
import { Empty } from '../../base/parts/states.tsx';
import { useSandboxUrl } from '../../base/session.ts';
import { IfCan } from '../../base/can.tsx';
import type { StatusTab } from './list-filter.tsx';
import { useAccounts } from '../accounts/index.ts';
import { rich, t } from '../../base/language/text.ts';

/** No post has the status. In a workspace without accounts it says to connect one first. */
export function NoPosts({ tab }: { tab: StatusTab }) {
  const { data: accounts } = useAccounts();
  const sandboxUrl = useSandboxUrl();
  const isFirst = accounts?.length === 0;
  return (
    <Empty
      title={
        tab.value === 'all' ? t('No posts yet') : t('Nothing in {label}', { label: tab.label.toLowerCase() })
      }
      action={
        <IfCan call="createPost">
          <Button component={Link} href={isFirst ? '/accounts' : '/posts/new'} mt="sm">
            {isFirst ? t('To the accounts') : t('Write a post')}
          </Button>
        </IfCan>
      }
    >
      {isFirst ? t('Connect an account first: posts go out on accounts of the networks.') : tab.empty}
      {!isFirst && tab.value === 'all' && sandboxUrl !== null && (
        <>
          {' '}
          {rich('What simulated accounts publish is shown in the <link>sandbox</link>.', {
            link: (words) => (
              <Anchor href={sandboxUrl} target="_blank" rel="noreferrer" inherit underline="always">
                {words}
              </Anchor>
            ),
          })}
        </>
      )}
    </Empty>
  );
}
