import { lazy } from 'react';

/** What a post reached beside the usual ones. A part of its own, since most posts that are opened have no numbers yet. */
export const BesideUsual = lazy(() => import('./beside-usual.tsx'));
