/** What other features may import of this one. It is loaded when it is shown. */
import { lazy } from 'react';

export const NotificationSettings = lazy(async () => ({
  default: (await import('./settings.tsx')).NotificationSettings,
}));
