/** Signing in with an app password, and renewing a session. */
import type { Route, World } from '../simulator.ts';
import { refusal } from './errors.ts';
import { didDocument } from './identities.ts';
import { inputOf, seconds, textIn } from './input.ts';
import { type Account, HOUR_SECONDS, type State, findAccount } from './state.ts';
import { authorize, callerOf, newTokens, sign } from './tokens.ts';

export function sessionRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'com.atproto.server.createSession',
      method: 'post',
      path: '/xrpc/com.atproto.server.createSession',
      account: async ({ request }) =>
        findAccount(world, textIn(await inputOf(request.clone()), 'identifier'))?.did ?? null,
      async answer({ request }) {
        const input = await inputOf(request);
        const account = findAccount(world, textIn(input, 'identifier'));
        if (account === null || account.appPassword !== textIn(input, 'password')) {
          return refusal(401, 'AuthenticationRequired', 'Invalid identifier or password');
        }
        return Response.json({ ...sessionOf(world, account), ...newTokens(world, account) });
      },
    },
    {
      call: 'com.atproto.server.refreshSession',
      method: 'post',
      path: '/xrpc/com.atproto.server.refreshSession',
      account: callerOf,
      answer({ request }) {
        const caller = authorize(world, request, 'com.atproto.refresh');
        if (caller instanceof Response) return caller;
        delete world.state.refreshable[caller.token.jti ?? ''];
        return Response.json({ ...sessionOf(world, caller.account), ...newTokens(world, caller.account) });
      },
    },
    {
      call: 'com.atproto.server.deleteSession',
      method: 'post',
      path: '/xrpc/com.atproto.server.deleteSession',
      account: callerOf,
      answer({ request }) {
        const caller = authorize(world, request, 'com.atproto.refresh');
        if (caller instanceof Response) return caller;
        delete world.state.refreshable[caller.token.jti ?? ''];
        return new Response(null, { status: 200 });
      },
    },
    {
      call: 'com.atproto.server.getServiceAuth',
      method: 'get',
      path: '/xrpc/com.atproto.server.getServiceAuth',
      account: callerOf,
      answer({ request, url }) {
        const caller = authorize(world, request, 'com.atproto.access');
        if (caller instanceof Response) return caller;
        const aud = url.searchParams.get('aud') ?? '';
        const lxm = url.searchParams.get('lxm') ?? '';
        const exp = Number(url.searchParams.get('exp') ?? seconds(world) + 60);
        if (!aud.startsWith('did:'))
          return refusal(400, 'InvalidRequest', 'Params must have the property "aud"');
        if (!(exp > seconds(world))) return refusal(400, 'BadExpiration', 'expiration is in past');
        if (exp > seconds(world) + HOUR_SECONDS) {
          return refusal(
            400,
            'BadExpiration',
            'cannot request a token with an expiration more than an hour in the future',
          );
        }
        return Response.json({ token: sign({ iss: caller.account.did, aud, lxm, exp }) });
      },
    },
  ];
}

function sessionOf(world: World<State>, { did, handle, email }: Account) {
  return { did, handle, email, emailConfirmed: true, active: true, didDoc: didDocument(world, did) };
}
