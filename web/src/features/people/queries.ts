/** The queries of people: members and open invitations of the workspace. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { useCan } from '../../base/can.tsx';
import { showFailure } from '../../base/failure.ts';
import { useSessionChanged, useWorkspace } from '../../base/session.ts';
import type { Role } from './words.ts';
import { t } from '../../base/language/text.ts';

export type Member = Reply<'listMembers'>['members'][number];
export type Invitation = Reply<'listInvitations'>['invitations'][number];

export type NewInvitation = Reply<'createInvitation'>['invitation'];

const membersKey = (slug: string) => ['people', slug, 'members'];
export const invitationsKey = (slug: string) => ['people', slug, 'invitations'];

/** Not read for people who are held to some accounts. */
export function useMembers() {
  const { slug } = useWorkspace();
  const can = useCan();
  return useQuery({
    queryKey: membersKey(slug),
    queryFn: async ({ signal }) => (await call('listMembers', { workspace: slug }, { signal })).members,
    enabled: can('listMembers'),
  });
}

/** Names of members by id. It is empty until they are read, and for people who may not read them. */
export function useMemberNames(): ReadonlyMap<string, string> {
  const { data = [] } = useMembers();
  return new Map(data.map(({ userId, name }) => [userId, name]));
}

/** @returns what to call the person with an id: the member's name, or what is known of a person without one */
export function useNameOf(): (userId: string | null) => string {
  const { data } = useMembers();
  const names = useMemberNames();
  return (userId) => names.get(userId ?? '') ?? (data === undefined ? t('a member') : t('a former member'));
}

/** Read by owners alone. */
export function useInvitations() {
  const { slug } = useWorkspace();
  const can = useCan();
  return useQuery({
    queryKey: invitationsKey(slug),
    queryFn: async ({ signal }) =>
      (await call('listInvitations', { workspace: slug }, { signal })).invitations,
    enabled: can('listInvitations'),
  });
}

/** Gives a member another role, or other accounts. Their own may be among them, so the session is read again. */
export function useChangeMember({ userId }: Pick<Member, 'userId'>, isSelf: boolean) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const sessionChanged = useSessionChanged();
  return useMutation({
    mutationFn: (change: { role?: Role; accountIds?: string[] | null }) =>
      call('updateMember', { userId, ...change, workspace: slug }),
    onSuccess: () => (isSelf ? sessionChanged() : undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: membersKey(slug) }),
    onError: showFailure,
  });
}

/** Removes a member. A person who leaves sees their other workspaces afterwards. */
export function useRemoveMember({ userId }: Pick<Member, 'userId'>, isSelf: boolean) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const sessionChanged = useSessionChanged();
  return useMutation({
    mutationFn: () => call('removeMember', { userId, workspace: slug }),
    onSuccess: () => (isSelf ? sessionChanged() : queries.invalidateQueries({ queryKey: membersKey(slug) })),
    onError: showFailure,
  });
}

export function useRevoke({ id }: Pick<Invitation, 'id'>) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('revokeInvitation', { id, workspace: slug }),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsKey(slug) }),
    onError: showFailure,
  });
}
