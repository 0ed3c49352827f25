/**
 * The pages of connect links. They need no login: anybody who has the address may connect accounts, so the address is
 * unguessable, kept out of referrers and caches, and written to no log.
 *
 * GET  /connect/{secret}                     networks, and what is connected
 * GET  /connect/{secret}/{platform}          a network's form
 * POST /connect/{secret}/{platform}          sends the form, or the person to the network
 * GET  /connect/callback                     the way back from every network
 * GET  /connect/{secret}/pick/{signIn}       several accounts: which
 * POST /connect/{secret}/pick/{signIn}
 */
import type { AccountsContext as Context } from '../context.ts';
import type { RawRoute } from '../../../api/exchange.ts';
import { LinkPages } from './link-page.ts';
import { NetworkPages } from './network-pages.ts';
import type { Networks } from './networks.ts';
import { ReturnPages } from './return-pages.ts';
import { SignIns } from './sign-in.ts';

/**
 * Their cookie says which browser a sign-in belongs to, so they answer only to names of this service: a name that leads here
 * without being one gets 403 (DNS rebinding).
 * @param parts insistOnOwnHost: throws unless the header `host` has a name of this service
 */
export function connectRoutes(
  context: Context,
  { networks, insistOnOwnHost }: { networks: Networks; insistOnOwnHost: (host: string) => void },
): RawRoute[] {
  return pagesOf(context, networks).map((route) => ({
    ...route,
    handle(exchange, rateHeaders) {
      insistOnOwnHost(exchange.header('host'));
      return route.handle(exchange, rateHeaders);
    },
  }));
}

function pagesOf(context: Context, networks: Networks): RawRoute[] {
  const signIns = new SignIns(context, networks);
  const pages = new LinkPages(context);
  const network = new NetworkPages(pages, { networks, signIns });
  const back = new ReturnPages(pages, { networks, signIns, clock: context.clock });
  return [
    { method: 'GET', path: '/connect/callback', handle: (exchange) => back.comeBack(exchange) },
    { method: 'GET', path: '/connect/{secret}', handle: (exchange) => network.showList(exchange) },
    { method: 'GET', path: '/connect/{secret}/{platform}', handle: (exchange) => network.showForm(exchange) },
    { method: 'POST', path: '/connect/{secret}/{platform}', handle: (exchange) => network.submit(exchange) },
    { method: 'GET', path: '/connect/{secret}/pick/{signIn}', handle: (exchange) => back.showPick(exchange) },
    { method: 'POST', path: '/connect/{secret}/pick/{signIn}', handle: (exchange) => back.pick(exchange) },
  ];
}
