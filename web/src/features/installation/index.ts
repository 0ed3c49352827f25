/** What other features may import of this one. */
export { Installation, InstallationSections } from './installation.tsx';
