/** What other features may import of this one. */
export { readPage } from './pages.ts';
export { usePost } from './queries.ts';
export { useAddressThere } from './simulated.ts';
