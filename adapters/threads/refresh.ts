/** Renews the long-lived token. */
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { refreshLongLived } from '../meta/refresh.ts';
import { readError } from './errors.ts';
import { endpoints } from './version.ts';

export function refresh(step: RefreshStep): Promise<RefreshAnswer> {
  return refreshLongLived(
    {
      name: 'Threads',
      grantType: 'th_refresh_token',
      baseOf: (own) => own['graph'] ?? endpoints.graph,
      readError,
    },
    step,
  );
}
