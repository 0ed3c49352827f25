/** Connects Pages: the person signs in with Facebook, and is offered each Page on which they may publish. */
import { grantedPermissions, ofApp } from '../lib/app.ts';
import { textAt } from '../lib/http.ts';
import { DATA_ACCESS_MS, facebookLogin, type LoginPages, publishablePages } from '../meta/facebook-login.ts';
import type { ConnectableAccount } from '../port/connect.ts';
import { readError } from './errors.ts';
import { addressOf } from './request.ts';
import { endpoints, version } from './version.ts';

export const connect = facebookLogin({
  permissions: {
    needed: ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'],
    more: [
      'pages_manage_engagement',
      'pages_read_user_content',
      'pages_manage_metadata',
      'pages_messaging',
      'read_insights',
      'business_management',
    ],
  },
  version: version.version,
  endpoints,
  pageFields: 'id,name,username,access_token,tasks,picture.type(large)',
  readError,
  accountsIn,
});

function accountsIn(lookup: LoginPages): ConnectableAccount[] | { refused: string } {
  const { loginId, userToken, granted, step, graph } = lookup;
  const pages = publishablePages(lookup);
  if (pages.length === 0) {
    return {
      refused:
        lookup.rows.length === 0
          ? 'No Facebook Page was shared: start again and choose at least one. Personal profiles cannot be posted to.'
          : 'None of the Pages lets you publish: ask its owner for the task “Content”, then start again.',
    };
  }
  return pages.map(({ id, accessToken, row, proof }) => {
    const name = textAt(row, 'name') || id;
    return {
      remoteId: id,
      loginId,
      username: textAt(row, 'username') ?? name,
      displayName: name,
      url: addressOf(id),
      avatarUrl: textAt(row, 'picture', 'data', 'url'),
      endpoints: { graph },
      credentials: { accessToken, userToken, ...proof, ...ofApp(step.app), ...grantedPermissions(granted) },
      limits: {},
      scopes: granted,
      expiresAt: step.now + DATA_ACCESS_MS,
    };
  });
}
