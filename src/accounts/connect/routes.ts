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
import type { RawRoute } from '../../api/exchange.ts';
import { LinkPages } from './link-page.ts';
import { NetworkPages } from './network-pages.ts';
import type { Networks } from './networks.ts';
import { ReturnPages } from './return-pages.ts';
import { SignIns } from './sign-in.ts';

export function connectRoutes(context: Context, networks: Networks): RawRoute[] {
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
