/** Which automation starts when a person answers the message of a rule. */
import { Anchor, Select } from '@mantine/core';
import { Link } from 'wouter';
import type { Field } from '../../base/form/index.ts';
import { titleOf, useAutomations } from '../automations/index.ts';
import { rich, t } from '../../base/language/text.ts';

interface ThenFieldProps extends Field<string | null> {
  /** Empty: not chosen yet. */
  accountId: string;
}

/** @param props.value id of an automation; null if none */
export function ThenField({ accountId, value = null, ...field }: ThenFieldProps) {
  const { data: all = [], isPending } = useAutomations();
  const own = all.filter((automation) => automation.accountId === accountId);
  return (
    <Select
      {...field}
      label={t('When the person answers the message')}
      description={
        own.length === 0 && !isPending ? (
          <>
            {rich(
              'This account has no automation yet. <link>Make one</link> to go on talking with those who answer.',
              {
                link: (words) => (
                  <Anchor component={Link} href="/automations/new" inherit underline="always">
                    {words}
                  </Anchor>
                ),
              },
            )}
          </>
        ) : (
          t('An automation can go on talking. It starts with the first answer, before every trigger.')
        )
      }
      placeholder={t('Automations start by their own triggers')}
      data={own.map((automation) => ({
        value: automation.id,
        label: automation.active
          ? titleOf(automation)
          : t('{title} (paused)', { title: titleOf(automation) }),
      }))}
      value={own.some(({ id }) => id === value) ? value : null}
      clearable
      disabled={own.length === 0}
    />
  );
}
