import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { namesInWords } from '../../base/parts/names-in-words.ts';
import { hasRules, networkName, networksWithRules } from '../../base/parts/network.tsx';
import { Empty } from '../../base/parts/states.tsx';
import { IfCan } from '../../base/can.tsx';
import { useAccounts } from '../accounts/index.ts';

/** There is no rule yet: what one does, and what to do first. */
export function NoRules() {
  const { data: accounts } = useAccounts();
  if (accounts !== undefined && !accounts.some(({ platform }) => hasRules(platform)))
    return (
      <Empty
        title="No account whose comments rules can answer"
        action={
          <Button component={Link} href="/accounts" mt="sm">
            To the accounts
          </Button>
        }
      >
        Connect an account of {namesInWords(networksWithRules().map(networkName))}: a rule then sends a direct
        message to everyone who comments a keyword.
      </Empty>
    );
  return (
    <Empty
      title="No rules yet"
      action={
        <IfCan call="createCommentRule">
          <Button component={Link} href="/rules/new" mt="sm">
            Make the first rule
          </Button>
        </IfCan>
      }
    >
      Write “Comment LINK and I send it to you” below a post, and let a rule do it: everyone who comments the
      keyword gets your message, once, within seconds.
    </Empty>
  );
}
