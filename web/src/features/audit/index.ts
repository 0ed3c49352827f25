/** What other features may import of this one. Both are loaded when they are shown. */
import { lazy } from 'react';

export const Audit = lazy(() => import('./audit.tsx'));
export const PostHistory = lazy(() => import('./post-history.tsx'));
