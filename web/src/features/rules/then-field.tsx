/** Which automation starts when a person answers the message of a rule. */
import { Anchor, Select } from '@mantine/core';
import { Link } from 'wouter';
import { titleOf, useAutomations } from '../automations/index.ts';

interface ThenFieldProps {
  /** Empty: not chosen yet. */
  accountId: string;
  /** null if none. */
  value: string | null;
  error: string | undefined;
  onChange: (automationId: string | null) => void;
}

export function ThenField({ accountId, value, error, onChange }: ThenFieldProps) {
  const { data: all = [], isPending } = useAutomations();
  const own = all.filter((automation) => automation.accountId === accountId);
  return (
    <Select
      label="When the person answers the message"
      description={
        own.length === 0 && !isPending ? (
          <>
            This account has no automation yet.{' '}
            <Anchor component={Link} href="/automations/new" inherit underline="always">
              Make one
            </Anchor>{' '}
            to go on talking with those who answer.
          </>
        ) : (
          'An automation can go on talking. It starts with the first answer, before every trigger.'
        )
      }
      placeholder="Automations start by their own triggers"
      data={own.map((automation) => ({
        value: automation.id,
        label: automation.active ? titleOf(automation) : `${titleOf(automation)} (paused)`,
      }))}
      value={own.some(({ id }) => id === value) ? value : null}
      onChange={onChange}
      clearable
      disabled={own.length === 0}
      error={error}
    />
  );
}
