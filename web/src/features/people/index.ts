/** What other features may import of this one. The page of people is loaded when it is shown. */
import { lazy } from 'react';

export { useMemberNames, useMembers, useNameOf } from './queries.ts';
export { ROLE_WORDS } from './words.ts';

export const People = lazy(async () => ({ default: (await import('./people.tsx')).People }));
