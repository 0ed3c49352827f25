/**
 * Connects professional Instagram accounts by a sign-in with Facebook: each account that is linked to a Page on which the
 * person may publish (Instagram API with Facebook Login, "Get started"). The account's calls are made with the Page's token.
 */
import { grantedPermissions, ofApp } from '../lib/app.ts';
import { at, textAt } from '../lib/http.ts';
import {
  DATA_ACCESS_MS,
  facebookLogin,
  type LoginPages,
  type Page,
  publishablePages,
} from '../meta/facebook-login.ts';
import type { ConnectableAccount, OtherSignIn } from '../port/connect.ts';
import { readError } from './errors.ts';
import { version } from './version.ts';

/** Of the real network; an account keeps `graph`. */
const facebookEndpoints = {
  graph: 'https://graph.facebook.com',
  login: 'https://www.facebook.com',
};

const connect = facebookLogin({
  permissions: {
    needed: ['instagram_basic', 'instagram_content_publish', 'pages_show_list', 'pages_read_engagement'],
    more: [
      'instagram_manage_comments',
      'instagram_manage_messages',
      'instagram_manage_insights',
      'pages_manage_metadata',
      'business_management',
      // a role on a Page that was given in a Business Manager takes this too (IG User, "Media Publish", "Permissions")
      'ads_read',
    ],
  },
  version: version.version,
  endpoints: facebookEndpoints,
  pageFields:
    'id,name,access_token,tasks,instagram_business_account{id,username,name,profile_picture_url,followers_count}',
  readError,
  accountsIn,
});

export const byFacebook: OtherSignIn = {
  id: 'facebook',
  app: 'facebook',
  endpoints: facebookEndpoints,
  connect: {
    ...connect,
    choice: {
      name: 'Facebook',
      help: 'For accounts that are linked to a Facebook Page which you manage: one sign-in connects several of them, and nobody needs their passwords.',
    },
  },
};

function accountsIn(lookup: LoginPages): ConnectableAccount[] | { refused: string } {
  const linked = lookup.rows.filter((row) => at(row, 'instagram_business_account', 'id') !== undefined);
  if (linked.length === 0) {
    return {
      refused:
        lookup.rows.length === 0
          ? 'No Facebook Page was shared: start again and choose the Page that your Instagram account is linked to.'
          : 'None of the Pages is linked to a professional Instagram account: link it in the Page’s settings (Linked accounts), then start again, or sign in with Instagram.',
    };
  }
  const pages = publishablePages({ ...lookup, rows: linked });
  const accounts = new Map<string, ConnectableAccount>();
  for (const page of pages) {
    const account = accountOf(page, lookup);
    if (account !== null && !accounts.has(account.remoteId)) accounts.set(account.remoteId, account);
  }
  if (accounts.size > 0) return [...accounts.values()];
  return {
    refused:
      'None of the Pages lets you publish: ask its owner for the task “Content”, then start again, or sign in with Instagram.',
  };
}

/** @returns null for a row whose id was a JSON number, which has lost its last digits */
function accountOf(
  { id: pageId, accessToken, row, proof }: Page,
  { loginId, userToken, granted, step, graph }: LoginPages,
): ConnectableAccount | null {
  const linked = at(row, 'instagram_business_account');
  const remoteId = at(linked, 'id');
  if (typeof remoteId !== 'string') return null;
  const username = textAt(linked, 'username') ?? remoteId;
  return {
    remoteId,
    loginId,
    username,
    displayName: textAt(linked, 'name') || username,
    url: username === remoteId ? null : `https://www.instagram.com/${username}/`,
    avatarUrl: textAt(linked, 'profile_picture_url'),
    endpoints: { graph },
    credentials: {
      login: 'facebook',
      accessToken,
      pageId,
      userToken,
      ...proof,
      ...ofApp(step.app),
      ...grantedPermissions(granted),
    },
    limits: {},
    scopes: granted,
    expiresAt: step.now + DATA_ACCESS_MS,
  };
}
