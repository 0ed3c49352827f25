/** What other features may import of this one. It is loaded when it is shown. */
import { lazy } from 'react';

export const ConnectedApps = lazy(async () => ({
  default: (await import('./connected-apps.tsx')).ConnectedApps,
}));
