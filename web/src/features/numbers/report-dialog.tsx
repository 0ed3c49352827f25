/** Links by which people without an account here read numbers: making one, and those that are open. */
import { Button, Group, Modal, MultiSelect, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Account, call } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { Copyable } from '../../base/parts/copy.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { useNow } from '../../base/parts/now.ts';
import { dayText, fromNow, inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { useAccounts } from '../accounts/index.ts';
import type { ChosenNumbers } from './chosen.ts';
import { reportLinksKey, useReportLinks, useRevokeReportLink } from './queries.ts';
import { t } from '../../base/language/text.ts';

const ENDS = [
  { value: '7', label: t('Seven days') },
  { value: '30', label: t('30 days') },
  { value: '90', label: t('90 days') },
];

interface ReportDialogProps {
  chosen: ChosenNumbers;
  opened: boolean;
  onClose: () => void;
}

export default function ReportDialog({ chosen, opened, onClose }: ReportDialogProps) {
  const { timezone } = useWorkspace();
  const { data: accounts = [] } = useAccounts();
  const form = useReportForm(chosen, accounts);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={form.forget}
      title={t('Share a report')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack>
        {form.sent === undefined ? (
          <ReportForm form={form} period={chosen.period} accounts={accounts} />
        ) : (
          <>
            <Copyable text={form.sent.url} label={t('The link')} />
            <Text size="sm" c="dimmed">
              {t('It works until {time}. It is shown only once.', {
                time: inZone(form.sent.expiresAt, timezone),
              })}
            </Text>
          </>
        )}
        <OpenLinks />
      </Stack>
    </Modal>
  );
}

function useReportForm(chosen: ChosenNumbers, accounts: readonly Account[]) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useApiForm({
    name: 'report-link',
    initialValues: { name: '', accountIds: accountsOf(chosen, accounts), expiresInDays: '30' },
    send: async ({ name, accountIds, expiresInDays }) => {
      const { from, to } = chosen.period;
      const body = { workspace: slug, accountIds, from, to, expiresInDays: Number(expiresInDays) };
      const made = await call('createReportLink', { ...body, ...(name.trim() !== '' && { name }) });
      return made.reportLink;
    },
    onSent: () => queries.invalidateQueries({ queryKey: reportLinksKey(slug) }),
  });
}

interface ReportFormProps {
  form: ReturnType<typeof useReportForm>;
  period: ChosenNumbers['period'];
  accounts: readonly Account[];
}

function ReportForm({ form, period: { from, to }, accounts }: ReportFormProps) {
  const { name } = useWorkspace();
  return (
    <Form of={form}>
      <Stack>
        <Text size="sm">
          {t(
            'Everybody who has the link reads the numbers of these accounts from {day} to {day2}, without signing in, and nothing else of {name}.',
            { day: dayText(from), day2: dayText(to), name },
          )}
        </Text>
        <TextInput
          label={t('Heading')}
          placeholder={t('Numbers')}
          maxLength={LIMITS.reportName}
          {...form.field('name')}
        />
        <MultiSelect
          label={t('Accounts')}
          data={accounts.map(({ id, platform, displayName, username }) => ({
            value: id,
            label: `${displayName || username}, ${networkName(platform)}`,
          }))}
          maxValues={LIMITS.reportAccounts}
          searchable
          hidePickedOptions
          openOnFocus={false}
          nothingFoundMessage={t('No account is called that')}
          {...form.field('accountIds')}
        />
        <Select
          label={t('The link ends after')}
          data={ENDS}
          allowDeselect={false}
          {...form.field('expiresInDays')}
        />
        <FormFault of={form} />
        <Submit of={form}>{t('Make the link')}</Submit>
      </Stack>
    </Form>
  );
}

/** The accounts that are compared, else the chosen ones, as many as a report takes. */
function accountsOf(chosen: ChosenNumbers, accounts: readonly { id: string; platform: string }[]): string[] {
  if (chosen.compared.length > 0) return [...chosen.compared];
  return accounts
    .filter(
      ({ id, platform }) =>
        (chosen.accountId === null || id === chosen.accountId) &&
        (chosen.platform === null || platform === chosen.platform),
    )
    .slice(0, LIMITS.reportAccounts)
    .map(({ id }) => id);
}

function OpenLinks() {
  const { data: links = [] } = useReportLinks();
  const revoke = useRevokeReportLink();
  const now = useNow(30_000);
  const open = links.filter(({ status }) => status === 'open');
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="open-reports">
      <Title order={3} size="h5" id="open-reports" mb="xs">
        {t('Open links')}
      </Title>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {open.map(({ id, name, from, to, accountIds, expiresAt }) => {
          const words = t('{name}, {day} to {day2}', {
            name: name ?? t('Numbers'),
            day: dayText(from),
            day2: dayText(to),
          });
          return (
            <Group key={id} component="li" gap="sm" justify="space-between" wrap="nowrap">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {words}
                <Text size="xs" c="dimmed" component="span" display="block">
                  {t('{count, plural, one {# account} other {# accounts}}, ends {when}', {
                    when: fromNow(expiresAt, now),
                    count: accountIds.length,
                  })}
                </Text>
              </Text>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                style={{ flexShrink: 0 }}
                loading={revoke.isPending && revoke.variables === id}
                onClick={() => revoke.mutate(id)}
                aria-label={t('Revoke the link {words}', { words })}
              >
                {t('Revoke')}
              </Button>
            </Group>
          );
        })}
      </Stack>
    </section>
  );
}
