/** Schemas of members in responses. */
import { Type } from 'typebox';
import { ROLES } from '../../api/principal.ts';
import { choice, instant, model, nullable, text } from '../../api/schemas.ts';
import { accountIdsSchema } from './accounts.ts';
import type { MemberRow } from '../../../store/members.ts';

export const roleField = Type.Enum([...ROLES], { type: 'string' });

export const Member = model(
  'Member',
  Type.Object({
    userId: Type.String(),
    name: Type.String(),
    email: nullable(text('null for a person who has never signed in.')),
    role: choice(ROLES, 'What the person may do in the workspace.'),
    accountIds: accountIdsSchema,
    joinedAt: instant('Since when the person is a member.'),
  }),
);

export const memberExample = {
  userId: 'usr_01JD0000000000000000000002',
  name: 'Maya',
  email: 'maya@example.org',
  role: 'editor' as const,
  accountIds: null,
  joinedAt: '2026-05-04T08:00:00.000Z',
};

export const publicMember = ({ joinedAt, ...row }: MemberRow) => ({
  ...row,
  joinedAt: joinedAt.toISOString(),
});
