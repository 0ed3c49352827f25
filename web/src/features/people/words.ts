/** Roles in words. */
import type { Workspace } from '../../base/api.ts';

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
