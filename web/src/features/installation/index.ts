/** What other features may import of this one. Both are loaded when they are shown. */
import { lazy } from 'react';

export const Installation = lazy(async () => ({
  default: (await import('./installation.tsx')).Installation,
}));
export const InstallationSections = lazy(async () => ({
  default: (await import('./installation.tsx')).InstallationSections,
}));
