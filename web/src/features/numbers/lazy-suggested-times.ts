/** Loaded when a time is chosen: the composer is opened more often than that. */
import { lazy } from 'react';

export const SuggestedTimes = lazy(() => import('./suggested-times.tsx'));
