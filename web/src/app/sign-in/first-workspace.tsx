import { Anchor } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { NewWorkspaceForm } from '../shell/new-workspace-form.tsx';
import { Card } from '../../base/parts/card.tsx';
import { t } from '../../base/language/text.ts';

/** A person without a workspace: every page belongs to one. */
export function FirstWorkspace({ isOperator }: { isOperator: boolean }) {
  const [, go] = useLocation();
  return (
    <Card
      title={t('Your first workspace')}
      text={t('Accounts are connected to a workspace, and posts go out from it.')}
    >
      <NewWorkspaceForm onMade={({ slug }) => go(`/app/w/${slug}/`)} />
      {isOperator && (
        <Anchor component={Link} href="/app/installation" size="sm" mt="lg" display="inline-block">
          {t('See and change the installation')}
        </Anchor>
      )}
    </Card>
  );
}
