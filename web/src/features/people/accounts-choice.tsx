/** The choice between all accounts of the workspace and some, in a form about a person. */
import { Checkbox, Radio, Stack } from '@mantine/core';
import type { Field } from '../../base/form/index.ts';
import { useAccounts } from '../accounts/index.ts';
import { accountChoices } from './words.ts';
import { t } from '../../base/language/text.ts';

/** The ids of the accounts; null means all. */
export function AccountsChoice({ value = null, onChange, ...field }: Field<readonly string[] | null>) {
  const { data: accounts = [] } = useAccounts();
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('Which accounts')}
        errorProps={{ mt: 6 }}
        {...field}
        value={value === null ? 'all' : 'some'}
        onChange={(chosen) => onChange(chosen === 'all' ? null : [])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t('All accounts, also those that are connected later')} />
          <Radio value="some" label={t('Only these')} />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <Checkbox.Group
          aria-label={t('Accounts')}
          description={t('They see nothing of the others, and change posts that go to these alone.')}
          value={[...value]}
          onChange={onChange}
        >
          <Stack gap="xs" mt="xs">
            {accountChoices(accounts).map((one) => (
              <Checkbox key={one.value} value={one.value} label={one.label} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
