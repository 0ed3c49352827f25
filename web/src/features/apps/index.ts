/** What other features may import of this one. */
export { ConnectedApps } from './connected-apps.tsx';
