/** What other features may import of this one. */
export { Installation } from './installation.tsx';
