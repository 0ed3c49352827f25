/** Whose conversations the inbox lists. */
import { Select } from '@mantine/core';
import { useMembers } from '../people/index.ts';
import { t } from '../../base/language/text.ts';

interface ChoiceProps {
  /** `me`, `none`, the id of a member, or null for all. */
  assignee: string | null;
  set: (change: { assigned: string | null }) => void;
}

/** Whose conversations are listed. */
export function AssigneeChoice({ assignee, set }: ChoiceProps) {
  const { data: members = [] } = useMembers();
  if (members.length < 2 && assignee === null) return null;
  return (
    <Select
      className="from-choice"
      size="sm"
      aria-label={t('Assigned')}
      placeholder={t('Assigned to anybody or nobody')}
      data={[
        { value: 'me', label: t('Assigned to me') },
        { value: 'none', label: t('Assigned to nobody') },
        ...members.map(({ userId, name }) => ({ value: userId, label: t('Assigned to {name}', { name }) })),
      ]}
      value={assignee}
      onChange={(assigned) => set({ assigned })}
      clearable
      clearButtonProps={{ 'aria-label': t('Assigned to anybody or nobody') }}
    />
  );
}
