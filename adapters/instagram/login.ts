/**
 * The two ways to an Instagram account, in one place: a sign-in with Instagram, or with Facebook through the Page that the
 * account is linked to. Both have the same calls at different hosts, and direct messages at different nodes.
 *
 * Credentials of a sign-in with Facebook: `login: 'facebook'`, `accessToken` (the Page's), `pageId`, `userToken`, and
 * `appSecretProof` if the app has a secret. A sign-in with Instagram has `accessToken` alone.
 */
import type { AccountAccess } from '../port/account.ts';
import type { Caller } from '../meta/request.ts';
import { endpoints, version } from './version.ts';

interface Login {
  kind: 'instagram' | 'facebook';
  caller: Caller;
  /** Whose conversations and subscriptions these are: the account itself, or its Page. */
  node: string;
  scopes: { comments: string; messages: string; insights: string };
}

export function loginOf(account: AccountAccess): Login {
  const { credentials, endpoints: own } = account;
  const isFacebook = credentials['login'] === 'facebook';
  const { appSecretProof = '', pageId = '' } = credentials;
  const caller: Caller = {
    base: `${baseOf(own)}/${version.version}`,
    accessToken: credentials['accessToken'] ?? '',
    ...(appSecretProof === '' ? {} : { always: { appsecret_proof: appSecretProof } }),
  };
  return isFacebook
    ? {
        kind: 'facebook',
        caller,
        node: encodeURIComponent(pageId),
        scopes: {
          comments: 'instagram_manage_comments',
          messages: 'instagram_manage_messages',
          insights: 'instagram_manage_insights',
        },
      }
    : {
        kind: 'instagram',
        caller,
        node: 'me',
        scopes: {
          comments: 'instagram_business_manage_comments',
          messages: 'instagram_business_manage_messages',
          insights: 'instagram_business_manage_insights',
        },
      };
}

/** The address of the API; an account keeps the one of its way of signing in. */
export function baseOf(own: AccountAccess['endpoints']): string {
  return own['graph'] ?? endpoints.graph;
}
