/** The WebSockets: the live feed of a workspace, and the inspector's feed of its actors. */
import { isSessionToken } from '../features/auth/sessions.ts';
import type { HttpServer } from '../faces/http/server.ts';
import { attachInspect, type Inspect } from '../faces/inspector/socket.ts';
import { kinds } from '../kinds/index.ts';
import { attachLive, type Live } from '../faces/live/socket.ts';
import type { ServiceOptions } from './options.ts';
import type { ServerParts } from './server.ts';

export interface Sockets {
  live: Live | null;
  inspect: Inspect | null;
}

/** Asks again who is behind each socket, after a key or a session ended. */
export function recheck({ live, inspect }: Sockets): void {
  void live?.recheck();
  void inspect?.recheck();
}

/** Fills `sockets` in, which exist before the server does. A worker has no inspector. */
export function attachSockets(
  sockets: Sockets,
  http: HttpServer,
  { baseUrl, log, role }: ServiceOptions,
  { sql, directory, cell, hub, auth, sessions, clock, stops }: Omit<ServerParts, 'inFlight'>,
): void {
  const feeds = {
    hub,
    authenticate: (token: string) =>
      isSessionToken(token) ? sessions.find(token) : auth.authenticate(token),
    sessionIn: (header: (name: string) => string) => sessions.tokenIn(header),
    baseUrl,
    log,
  };
  sockets.live = attachLive(http.uws, feeds);
  if (role !== 'worker')
    sockets.inspect = attachInspect(http.uws, { ...feeds, sql, directory, cell, kinds, clock });
  stops.add(() => {
    sockets.live?.close(1001, 'going away');
    sockets.inspect?.close(1001, 'going away');
  });
}
