/** The WebSockets: the live feed of a workspace. */
import { isSessionToken } from '../features/auth/sessions.ts';
import type { HttpServer } from '../faces/http/server.ts';
import { attachLive, type Live } from '../faces/live/socket.ts';
import type { ServiceOptions } from './options.ts';
import type { ServerParts } from './server.ts';

export interface Sockets {
  live: Live | null;
}

/** Asks again who is behind each socket, after a key or a session ended. */
export function recheck({ live }: Sockets): void {
  void live?.recheck();
}

/** Fills `sockets` in, which exist before the server does. */
export function attachSockets(
  sockets: Sockets,
  http: HttpServer,
  { baseUrl, log }: ServiceOptions,
  { hub, auth, sessions, stops }: Omit<ServerParts, 'inFlight'>,
): void {
  sockets.live = attachLive(http.uws, {
    hub,
    authenticate: (token: string) =>
      isSessionToken(token) ? sessions.find(token) : auth.authenticate(token),
    sessionIn: (header: (name: string) => string) => sessions.tokenIn(header),
    baseUrl,
    log,
  });
  stops.add(() => sockets.live?.close(1001, 'going away'));
}
