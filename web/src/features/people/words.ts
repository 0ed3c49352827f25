/** Roles in words. */
import type { Account, Workspace } from '../../base/api.ts';
import { networkName } from '../../base/parts/network.tsx';

export type Role = Workspace['role'];

interface RoleWords {
  label: string;
  description: string;
}

export const ROLE_WORDS: { [role in Role]: RoleWords } = {
  owner: { label: 'Owner', description: 'Everything, also people and settings' },
  editor: { label: 'Editor', description: 'Everything but people, the plan and settings' },
  approver: { label: 'Approver', description: 'Sees everything and changes nothing' },
  viewer: { label: 'Viewer', description: 'Sees everything and changes nothing' },
};

/** The choices of a field. */
export const ROLE_CHOICES = (Object.keys(ROLE_WORDS) as Role[]).map((value) => ({
  value,
  label: ROLE_WORDS[value].label,
}));

const nameOf = ({ displayName, platform }: Account): string => `${displayName} (${networkName(platform)})`;

/** Which accounts somebody reaches, in words. @param accountIds null means all */
export function accountsText(accountIds: readonly string[] | null, accounts: readonly Account[]): string {
  if (accountIds === null) return 'All accounts';
  const known = accountIds.map((id) => accounts.find((one) => one.id === id));
  return known.map((one) => (one === undefined ? 'a disconnected account' : nameOf(one))).join(', ');
}

/** The choices of a field for accounts. */
export const accountChoices = (accounts: readonly Account[]): { value: string; label: string }[] =>
  accounts.map((one) => ({ value: one.id, label: nameOf(one) }));
