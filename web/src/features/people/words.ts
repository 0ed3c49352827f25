/** Roles in words. */
import type { Account, Workspace } from '../../base/api.ts';
import { networkName } from '../../base/parts/network.tsx';
import { t } from '../../base/language/text.ts';

export type Role = Workspace['role'];

interface RoleWords {
  label: string;
  description: string;
}

export const ROLE_WORDS: { [role in Role]: RoleWords } = {
  owner: { label: t('Owner'), description: t('Everything, also people and settings') },
  editor: { label: t('Editor'), description: t('Everything but people, the plan and settings') },
  approver: { label: t('Approver'), description: t('Sees everything and changes nothing') },
  viewer: { label: t('Viewer'), description: t('Sees everything and changes nothing') },
};

/** The choices of a field. */
export const ROLE_CHOICES = (Object.keys(ROLE_WORDS) as Role[]).map((value) => ({
  value,
  label: ROLE_WORDS[value].label,
}));

const nameOf = ({ displayName, platform }: Account): string => `${displayName} (${networkName(platform)})`;

/** Which accounts somebody reaches, in words. @param accountIds null means all */
export function accountsText(accountIds: readonly string[] | null, accounts: readonly Account[]): string {
  if (accountIds === null) return t('All accounts');
  const visible = accountIds.map((id) => accounts.find((one) => one.id === id));
  return visible.map((one) => (one === undefined ? t('a disconnected account') : nameOf(one))).join(', ');
}

/** The choices of a field for accounts. */
export const accountChoices = (accounts: readonly Account[]): { value: string; label: string }[] =>
  accounts.map((one) => ({ value: one.id, label: nameOf(one) }));
