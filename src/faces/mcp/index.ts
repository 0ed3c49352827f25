/** Tools for agents: what the service uses of them. */
export { mcpRoute } from './route.ts';
export { foresee } from './foresee.ts';
