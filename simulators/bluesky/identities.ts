/** Handles, DIDs and their documents. */
import type { Route, World } from '../simulator.ts';
import { refusal } from './errors.ts';
import { profileOf } from './feeds.ts';
import { type State, findAccount } from './state.ts';

export function didDocument(world: World<State>, did: string) {
  const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: world.baseUrl }];
  return { id: did, service };
}

export function identityRoutes(world: World<State>): Route[] {
  const directory: Route = {
    call: 'plc.directory',
    method: 'get',
    path: '/plc/:did',
    account: ({ params }) => params['did'] ?? null,
    answer({ params }) {
      const did = decodeURIComponent(params['did'] ?? '');
      return world.state.accounts[did] === undefined
        ? Response.json({ message: `DID not registered: ${did}` }, { status: 404 })
        : Response.json(didDocument(world, did));
    },
  };
  const lookups = ['', '/public'].flatMap((prefix): Route[] => [
    {
      call: 'com.atproto.identity.resolveHandle',
      method: 'get',
      path: `${prefix}/xrpc/com.atproto.identity.resolveHandle`,
      account: () => null,
      answer({ url }) {
        const account = findAccount(world, url.searchParams.get('handle') ?? '');
        return account === null
          ? refusal(400, 'HandleNotFound', 'Unable to resolve handle')
          : Response.json({ did: account.did });
      },
    },
    {
      call: 'app.bsky.actor.getProfile',
      method: 'get',
      path: `${prefix}/xrpc/app.bsky.actor.getProfile`,
      account: ({ url }) => findAccount(world, url.searchParams.get('actor') ?? '')?.did ?? null,
      answer({ url }) {
        const account = findAccount(world, url.searchParams.get('actor') ?? '');
        if (account === null) return refusal(400, 'InvalidRequest', 'Profile not found');
        return Response.json(profileOf(world, account));
      },
    },
  ]);
  return [directory, ...lookups];
}
