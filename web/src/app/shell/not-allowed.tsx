import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { Empty } from '../../base/parts/states.tsx';
import { useWorkspace } from '../../base/session.ts';
import { t } from '../../base/language/text.ts';

/** In place of a page for what the person's role, or the accounts that they are held to, do not allow. */
export default function NotAllowed() {
  const { heldTo } = useWorkspace();
  if (heldTo !== null)
    return (
      <Empty isPage title={t('This is for people who reach all accounts')}>
        {t('You reach some of the accounts of this workspace. Ask one of its owners if you need more.')}
      </Empty>
    );
  return (
    <Empty
      isPage
      title={t('Your role does not allow this')}
      action={
        <Button component={Link} href="/settings/people" mt="sm">
          {t('To the people')}
        </Button>
      }
    >
      {t('You see everything of this workspace. Ask one of its owners for another role to change something.')}
    </Empty>
  );
}
