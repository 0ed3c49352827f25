/** Renews the long-lived token. */
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { refreshLongLived } from '../meta/refresh.ts';
import { readError } from './errors.ts';
import { baseOf } from './login.ts';

export function refresh(step: RefreshStep): Promise<RefreshAnswer> {
  return refreshLongLived({ name: 'Instagram', grantType: 'ig_refresh_token', baseOf, readError }, step);
}
