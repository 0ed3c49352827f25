/** What other features may import of this one. */
export { People } from './people.tsx';
export { useMemberNames, useMembers, useNameOf } from './queries.ts';
export { ROLE_WORDS } from './words.ts';
