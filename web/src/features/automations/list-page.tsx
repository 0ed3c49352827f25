/** The automations of the workspace: what a person writes starts steps that answer. */
import './automations.css';
import { Button, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { PlusIcon } from '../../base/parts/icons.tsx';
import { ReceivingProblems, useAccountNames, useAccounts } from '../accounts/index.ts';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { AutomationCard } from './automation-card.tsx';
import { hasAutomations } from '../../base/parts/network.tsx';
import { ifCan } from '../../base/can.tsx';
import { useAutomations } from './queries.ts';
import { TemplateList } from './template-list.tsx';
import { t } from '../../base/language/text.ts';

export default function AutomationsPage() {
  const automations = useAutomations();
  const { data: accounts } = useAccounts();
  const names = useAccountNames();
  const [isChoosing, { open, close }] = useDisclosure(false);
  const isAble = accounts === undefined || accounts.some(({ platform }) => hasAutomations(platform));
  const list = automations.data ?? [];
  return (
    <>
      <PageTitle actions={isAble && list.length > 0 && <NewButton onClick={open} />}>
        {t('Automations')}
      </PageTitle>
      <ReceivingProblems isMeant={hasAutomations} />
      {automations.isPending ? (
        <Waiting />
      ) : automations.data === undefined ? (
        <Fault message={messageOf(automations.error)} onRetry={() => void automations.refetch()} />
      ) : !isAble && list.length === 0 ? (
        <NoAccount />
      ) : list.length === 0 ? (
        <Stack gap="md">
          <Empty title={t('No automations yet')}>
            {t(
              'An automation answers direct messages by itself: it sends texts and links, asks, waits, and hands over to a person. Begin with one of these, or with nothing.',
            )}
          </Empty>
          <TemplateList />
        </Stack>
      ) : (
        <Stack gap="sm">
          {list.map((automation) => (
            <AutomationCard
              key={automation.id}
              automation={automation}
              account={names.get(automation.accountId)}
            />
          ))}
        </Stack>
      )}
      <Modal
        opened={isChoosing}
        onClose={close}
        size="xl"
        title={t('What should the new automation begin with?')}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <TemplateList />
      </Modal>
    </>
  );
}

const NewButton = ifCan('createDmAutomation', ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick} leftSection={<PlusIcon />}>
    {t('New automation')}
  </Button>
));

export function NoAccount() {
  return (
    <Empty
      title={t('No account whose messages can be answered')}
      action={
        <Button component={Link} href="/accounts" mt="sm">
          {t('To the accounts')}
        </Button>
      }
    >
      {t(
        'Connect an account of Instagram or a Page of Facebook: an automation then answers the people who write to it.',
      )}
    </Empty>
  );
}
