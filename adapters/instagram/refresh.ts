/** Renews the long-lived token of a sign-in with Instagram. A Page's token does not expire, and nothing renews it. */
import type { Credentials } from '../port/account.ts';
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { refreshLongLived } from '../meta/refresh.ts';
import { readError } from './errors.ts';
import { baseOf } from './login.ts';

export async function refresh(step: RefreshStep): Promise<RefreshAnswer> {
  if (!isRenewable(step.account.credentials)) {
    return {
      kind: 'reauthorize',
      reason: 'Facebook has ended the access of the Page: sign in with it again',
    };
  }
  return refreshLongLived({ name: 'Instagram', grantType: 'ig_refresh_token', baseOf, readError }, step);
}

export function isRenewable({ login }: Credentials): boolean {
  return login !== 'facebook';
}
