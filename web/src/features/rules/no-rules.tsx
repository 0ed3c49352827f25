import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { namesInWords } from '../../base/parts/names-in-words.ts';
import { hasRules, networkName, networksWithRules } from '../../base/parts/network.tsx';
import { Empty } from '../../base/parts/states.tsx';
import { IfCan } from '../../base/can.tsx';
import { useAccounts } from '../accounts/index.ts';
import { t } from '../../base/language/text.ts';

/** There is no rule yet: what one does, and what to do first. */
export function NoRules() {
  const { data: accounts } = useAccounts();
  if (accounts !== undefined && !accounts.some(({ platform }) => hasRules(platform)))
    return (
      <Empty
        title={t('No account whose comments rules can answer')}
        action={
          <Button component={Link} href="/accounts" mt="sm">
            {t('To the accounts')}
          </Button>
        }
      >
        {t(
          'Connect an account of {names}: a rule then sends a direct message to everyone who comments a keyword.',
          { names: namesInWords(networksWithRules().map(networkName)) },
        )}
      </Empty>
    );
  return (
    <Empty
      title={t('No rules yet')}
      action={
        <IfCan call="createCommentRule">
          <Button component={Link} href="/rules/new" mt="sm">
            {t('Make the first rule')}
          </Button>
        </IfCan>
      }
    >
      {t(
        'Write “Comment LINK and I send it to you” below a post, and let a rule do it: everyone who comments the keyword gets your message, once, within seconds.',
      )}
    </Empty>
  );
}
