/** Apps that register themselves, consent, tokens and their revocation. */
import { createHash } from 'node:crypto';
import { askForConsent, backTo } from '../consent.ts';
import type { Route, World } from '../simulator.ts';
import { oauthRefusal, refusal } from './errors.ts';
import { inputOf, listIn, textIn } from './input.ts';
import { type App, type State, accountFor, secretFor } from './state.ts';

export function oauthRoutes(world: World<State>): Route[] {
  const { apps, codes, tokens } = world.state;
  const noAccount = () => null;
  return [
    {
      call: 'POST /api/v1/apps',
      method: 'post',
      path: '/api/v1/apps',
      account: noAccount,
      async answer({ request }) {
        const input = await inputOf(request);
        const name = textIn(input, 'client_name');
        const redirectUris = listIn(input, 'redirect_uris').flatMap((uri) => uri.split(/\s+/));
        if (name === '') return refusal(422, "Validation failed: Application name can't be blank");
        if (!redirectUris.every((uri) => URL.canParse(uri)) || redirectUris.length === 0) {
          return refusal(422, 'Validation failed: Redirect URI must be an absolute URI.');
        }
        const number = world.nextNumber();
        const clientId = secretFor(`client ${number}`);
        const app: App = { name, secret: secretFor(`secret of client ${number}`), redirectUris };
        apps[clientId] = app;
        return Response.json({
          id: String(number),
          name,
          client_id: clientId,
          client_secret: app.secret,
          client_secret_expires_at: 0,
          redirect_uri: redirectUris.join('\n'),
          redirect_uris: redirectUris,
          website: textIn(input, 'website') || null,
          vapid_key: '',
          scopes: (textIn(input, 'scopes') || 'read').split(' '),
        });
      },
    },
    {
      call: 'GET /oauth/authorize',
      method: 'get',
      path: '/oauth/authorize',
      account: noAccount,
      answer({ url }) {
        const query = url.searchParams;
        const clientId = query.get('client_id') ?? '';
        const redirectUri = query.get('redirect_uri') ?? '';
        const app = apps[clientId];
        if (app === undefined) return oauthRefusal(401, 'invalid_client');
        if (!app.redirectUris.includes(redirectUri)) return oauthRefusal(400, 'invalid_redirect_uri');
        if (query.get('response_type') !== 'code') return oauthRefusal(400, 'unsupported_response_type');
        const scope = query.get('scope') ?? 'read';
        const state = query.get('state');
        const consent = askForConsent(url, { network: 'Mastodon', app: app.name, scopes: scope.split(' ') });
        if (consent.kind === 'page') return consent.response;
        if (consent.kind === 'denied') return backTo(redirectUri, { error: 'access_denied', state });
        const account = accountFor(world, consent.login);
        const code = secretFor(`code ${world.nextNumber()}`);
        codes[code] = {
          accountId: account.id,
          scope,
          appName: app.name,
          clientId,
          redirectUri,
          challenge: query.get('code_challenge'),
        };
        return backTo(redirectUri, { code, state });
      },
    },
    {
      call: 'POST /oauth/token',
      method: 'post',
      path: '/oauth/token',
      account: noAccount,
      async answer({ request }) {
        const input = await inputOf(request);
        const clientId = textIn(input, 'client_id');
        if (apps[clientId]?.secret !== textIn(input, 'client_secret'))
          return oauthRefusal(401, 'invalid_client');
        const code = codes[textIn(input, 'code')];
        delete codes[textIn(input, 'code')];
        if (
          code === undefined ||
          textIn(input, 'grant_type') !== 'authorization_code' ||
          code.clientId !== clientId ||
          code.redirectUri !== textIn(input, 'redirect_uri') ||
          (code.challenge !== null && code.challenge !== challengeOf(textIn(input, 'code_verifier')))
        ) {
          return oauthRefusal(400, 'invalid_grant');
        }
        const { accountId, scope, appName } = code;
        const token = secretFor(`token ${world.nextNumber()}`);
        tokens[token] = { accountId, scope, appName };
        const created = Math.floor(world.now() / 1000);
        return Response.json({ access_token: token, token_type: 'Bearer', scope, created_at: created });
      },
    },
    {
      call: 'POST /oauth/revoke',
      method: 'post',
      path: '/oauth/revoke',
      account: noAccount,
      async answer({ request }) {
        const input = await inputOf(request);
        if (apps[textIn(input, 'client_id')]?.secret !== textIn(input, 'client_secret')) {
          return oauthRefusal(403, 'unauthorized_client');
        }
        delete tokens[textIn(input, 'token')];
        return Response.json({});
      },
    },
  ];
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
