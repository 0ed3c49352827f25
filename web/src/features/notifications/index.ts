/** What other features may import of this one. */
export { NotificationSettings } from './settings.tsx';
