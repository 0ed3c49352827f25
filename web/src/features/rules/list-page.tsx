/** The rules of the workspace: a keyword in a comment sends a direct message to its author. */
import './rules.css';
import { Button, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { PlusIcon } from '../../base/parts/icons.tsx';
import { hasRules } from '../../base/parts/network.tsx';
import { ReceivingProblems, useAccountNames } from '../accounts/index.ts';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { IfCan } from '../../base/can.tsx';
import { type ChosenRules, fits, RuleFilterBar, useChosenRules } from './list-filter.tsx';
import { NoRules } from './no-rules.tsx';
import { useRules } from './queries.ts';
import { RuleCard } from './rule-card.tsx';
import type { Rule } from './shapes.ts';
import { TryAllRules } from './try-all-rules.tsx';
import { t } from '../../base/language/text.ts';

export default function RulesPage() {
  const rules = useRules();
  const chosen = useChosenRules();
  const [isTrying, { open, close }] = useDisclosure(false);
  const hasSome = (rules.data?.length ?? 0) > 0;
  return (
    <>
      <PageTitle
        actions={
          <>
            {hasSome && (
              <Button variant="default" onClick={open}>
                {t('Try a comment')}
              </Button>
            )}
            <IfCan call="createCommentRule">
              <Button component={Link} href="/rules/new" leftSection={<PlusIcon />}>
                {t('New rule')}
              </Button>
            </IfCan>
          </>
        }
      >
        {t('Rules')}
      </PageTitle>
      <ReceivingProblems isMeant={hasRules} />
      {rules.isPending ? (
        <Waiting />
      ) : rules.data === undefined ? (
        <Fault message={messageOf(rules.error)} onRetry={() => void rules.refetch()} />
      ) : hasSome ? (
        <Listed rules={rules.data} chosen={chosen} />
      ) : (
        <NoRules />
      )}
      <Modal
        opened={isTrying}
        onClose={close}
        size="lg"
        title={t('What would the rules answer?')}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <TryAllRules rules={rules.data ?? []} />
      </Modal>
    </>
  );
}

function Listed({ rules, chosen }: { rules: Rule[]; chosen: ChosenRules }) {
  const names = useAccountNames();
  const listed = rules.filter((rule) => fits(rule, chosen.filter));
  return (
    <>
      <RuleFilterBar rules={rules} chosen={chosen} />
      {listed.length === 0 ? (
        <Empty
          title={t('No rule matches')}
          action={
            <Button
              variant="default"
              mt="sm"
              onClick={() => chosen.set({ show: null, account: null, post: null, q: null })}
            >
              {t('Show all rules')}
            </Button>
          }
        >
          {t('Choose another account, or search for another word.')}
        </Empty>
      ) : (
        <Stack gap="sm">
          {listed.map((rule) => (
            <RuleCard key={rule.id} rule={rule} account={names.get(rule.accountId)} />
          ))}
        </Stack>
      )}
    </>
  );
}
