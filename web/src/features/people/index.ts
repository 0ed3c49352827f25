/** What other features may import of this one. */
export { People } from './people.tsx';
export { ROLE_WORDS } from './words.ts';
