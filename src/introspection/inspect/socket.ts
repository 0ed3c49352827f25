/**
 * `GET /v1/inspect` as WebSocket: actors as an inspector of Stately's kind watches them. `docs/debugger.md` tells it to
 * users. The protocol goes one way: a receiver says nothing, and cannot say who it is; so a browser brings a ticket.
 */
import { Type } from 'typebox';
import type { HttpRequest, HttpResponse, TemplatedApp, us_socket_context_t } from 'uWebSockets.js';
import type { Sql } from '../../../store/connect.ts';
import { findHolder, takeTicket } from '../../../store/inspect-tickets.ts';
import { apiHeaders } from '../../http/answer.ts';
import type { Authenticate } from '../../http/api.ts';
import { compileQuery } from '../../http/query.ts';
import { createRateLimiter } from '../../http/rate.ts';
import type { RawRoute } from '../../http/server.ts';
import { CLOSE } from '../../live/held-socket.ts';
import type { Following, Hub } from '../../live/hub.ts';
import { paced } from '../../live/shared.ts';
import {
  acceptUpgrade,
  keepOpeningCompiled,
  opening,
  readUpgrade,
  refuseUpgrade,
  tokenOf,
  type UpgradeRequest,
  unauthorized,
  upgradeRequired,
  WRONG_KEY,
} from '../../live/upgrade.ts';
import type { Log } from '../../log.ts';
import { Semaphore } from '../../semaphore.ts';
import type { Principal, Workspace } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import { WorkspaceSlug } from '../../api/schemas.ts';
import { INSPECT_PATH, ticketHash } from './tickets.ts';
import { scopeOf, type Watch, watchFields } from './watch.ts';
import { type InspectSocketData, Watcher } from './watcher.ts';

export interface InspectOptions {
  sql: Sql;
  /** Tells when a workspace moves; the poll is for what it does not tell. */
  hub: Hub;
  authenticate: Authenticate;
  /** The token of a session in a `cookie` header, for pages of ours; null: none. Default: keys alone. */
  sessionIn?: (cookies: string) => string | null;
  /** Public address of this service: pages of other origins need a ticket. */
  baseUrl: string;
  log: Pick<Log, 'warn' | 'error'>;
  /** Epoch ms. */
  clock: () => number;
  /** How often to look at the journal whatever was told, ms. Default 1,000. */
  pollMs?: number;
  /** How long a socket may take nothing of what waits, ms. Default 15,000. */
  slowMs?: number;
  /** How often keys are checked again, ms, if nobody calls `recheck`. Default 10,000. */
  recheckMs?: number;
  /** Sockets at once on this node. Default 64: each keeps up to 1,000 actors in mind. */
  maxSockets?: number;
  /** Of them, those of one person. Default 8. */
  maxSocketsOfUser?: number;
  /** How often a person may open one here within a minute. Default 60. */
  opensPerMinute?: number;
}

export interface Inspect {
  /** Asks again who may watch: ends the sockets of those whose key was revoked, or who left the workspace. */
  recheck(): Promise<void>;
  /** Refuses new sockets and ends all there are. */
  close(code?: number, reason?: string): void;
  /** For metrics. `slow`: ended for being too slow, ever. */
  stats(): { sockets: number; slow: number };
}

/** Of a client's message: receivers say nothing. */
const MAX_READ_BYTES = 16 * 1024;
/** The library drops what is beyond; a watcher stops long before. */
const DROP_BYTES = 16 * 1024 * 1024;
const IDLE_SECONDS = 32;
const SWEEP_MS = 1_000;
/** At most so often are keys checked again, ms. */
const RECHECK_PAUSE_MS = 1_000;
/** Sockets that read the journal at once. */
const READERS = 4;

const query = Type.Object({
  workspace: Type.Optional(WorkspaceSlug),
  ...watchFields,
  ticket: Type.Optional(Type.String({ maxLength: 200 })),
});
interface Asked extends Watch {
  workspace?: string;
  ticket?: string;
}

/** Before its socket is open, a watcher follows nothing. */
const NOT_YET = Promise.resolve(null);

/** @param app must listen later; routes of other paths do not matter */
export function attachInspect(app: TemplatedApp, options: InspectOptions): Inspect {
  const { sql, hub, authenticate, log, clock } = options;
  const { pollMs = 1_000, slowMs = 15_000, recheckMs = 10_000 } = options;
  const { maxSockets = 64, maxSocketsOfUser = 8, opensPerMinute = 60 } = options;
  const origin = new URL(options.baseUrl).origin;
  const headers = apiHeaders(options.baseUrl);
  const readQuery = compileQuery(`GET ${INSPECT_PATH}`, query) as (raw: string) => Asked;
  const readers = new Semaphore(READERS);
  const takeOpening = createRateLimiter({ requests: opensPerMinute, windowSeconds: 60 });
  const watchers = new Map<Watcher, Promise<Following | null>>();
  /** Upgrades that wait for Postgres. */
  let admitting = 0;
  let slow = 0;
  let closing = false;

  app.ws<InspectSocketData>(INSPECT_PATH, {
    maxPayloadLength: MAX_READ_BYTES,
    maxBackpressure: DROP_BYTES,
    idleTimeout: IDLE_SECONDS,
    sendPingsAutomatically: true,
    upgrade,
    open: opening<InspectSocketData>((ws, { watcher }) => {
      watcher.open(ws);
      if (watcher.isClosed) return;
      watchers.set(watcher, follow(watcher));
      watcher.nudge();
    }),
    message(ws) {
      listen(ws.getUserData().watcher); // the protocol knows nothing that a receiver could say
    },
    ping(ws) {
      listen(ws.getUserData().watcher);
    },
    drain(ws) {
      ws.getUserData().watcher.drained();
    },
    dropped(ws) {
      // In here the library walks over its sockets: not now.
      const { watcher } = ws.getUserData();
      setImmediate(() => watcher.cut());
    },
    close(ws) {
      const { watcher } = ws.getUserData();
      watcher.closed();
      void watchers.get(watcher)?.then((following) => following?.stop());
      watchers.delete(watcher);
    },
  });

  keepOpeningCompiled();
  const poller = setInterval(() => {
    keepOpeningCompiled();
    for (const watcher of watchers.keys()) watcher.nudge();
  }, pollMs).unref();
  const sweeper = setInterval(sweep, Math.min(SWEEP_MS, slowMs)).unref();
  const rechecker = setInterval(() => void recheck(), recheckMs).unref();

  function upgrade(res: HttpResponse, req: HttpRequest, context: us_socket_context_t): void {
    let aborted = false;
    res.onAborted(() => {
      aborted = true;
    });
    const asked = readUpgrade(req);
    const { requestId } = asked;
    const open = async () => {
      const watcher = await admit(asked);
      // nothing is waited for from here on: who came meanwhile counts
      if (closing || watchers.size >= maxSockets) throw unavailable();
      insistOnPlace(watcher.userId);
      if (aborted) return;
      watchers.set(watcher, NOT_YET); // its place is taken
      acceptUpgrade(res, asked, { context, data: { watcher } satisfies InspectSocketData });
    };
    const refuse = (error: unknown) => {
      if (aborted) return;
      const problem = error instanceof Problem ? error : unavailable();
      if (problem !== error)
        log.error({ err: error, requestId }, 'an inspector’s socket could not be opened');
      refuseUpgrade(res, { headers, requestId, problem });
    };
    admitting += 1;
    void open()
      .catch(refuse)
      .finally(() => {
        admitting -= 1;
      });
  }

  /** @throws Problem when it may not be opened */
  async function admit(asked: UpgradeRequest): Promise<Watcher> {
    if (closing || watchers.size + admitting > maxSockets) throw unavailable();
    const wanted = readQuery(asked.query);
    const { principal, workspace, watch } =
      wanted.ticket === undefined ? await byToken(asked, wanted) : await byTicket(wanted, wanted.ticket);
    const { allowed, retryAfterSeconds } = takeOpening(principal.userId, clock());
    if (!allowed)
      throw new Problem(
        429,
        'rate_limited',
        `you open inspectors too often: try again in ${retryAfterSeconds} s`,
        { retryAfterSeconds },
      );
    const scope = await scopeOf(sql, workspace.id, watch);
    return new Watcher({ sql, log, principal, workspace, scope, readers });
  }

  /** @throws Problem 429 */
  function insistOnPlace(userId: string): void {
    let own = 0;
    for (const watcher of watchers.keys()) if (watcher.userId === userId) own += 1;
    if (own < maxSocketsOfUser) return;
    const more = { retryAfterSeconds: 10 };
    const message = `you have ${own} inspectors open here: close one of them`;
    throw new Problem(429, 'too_many_sockets', message, more);
  }

  async function byToken(asked: UpgradeRequest, { workspace: slug, ...watch }: Asked) {
    const rules = { origin, sessionIn: options.sessionIn, what: 'the inspector without a ticket' };
    const token = tokenOf(asked, rules);
    if (token === null) throw unauthorized(MISSING);
    const principal = await authenticate(token);
    if (principal === null) throw unauthorized(WRONG_KEY);
    const { workspaces } = principal;
    const workspace =
      slug === undefined ? workspaces[0] : workspaces.find((workspace) => workspace.slug === slug);
    if (workspace === undefined) throw notAMember(slug);
    return { principal, workspace, watch };
  }

  async function byTicket(wanted: Asked, secret: string) {
    const [other] = Object.keys(wanted).filter((name) => name !== 'ticket');
    if (other !== undefined)
      throw new Problem(
        400,
        'invalid',
        `${other} does not go with a ticket, which says what to watch: leave it out`,
        { param: `/${other}` },
      );
    const hash = ticketHash(secret);
    const ticket = hash === null ? undefined : await takeTicket(sql, hash, clock());
    if (ticket === undefined) throw unauthorized(WRONG_TICKET);
    const principal: Principal | undefined = await findHolder(sql, ticket.keyId, clock());
    if (principal === undefined) throw unauthorized(`${REVOKED}: make the ticket with another`);
    const workspace = principal.workspaces.find(({ id }) => id === ticket.workspaceId);
    if (workspace === undefined) throw notAMember();
    return { principal, workspace, watch: ticket.watch as Watch };
  }

  /** @returns null when the hub cannot follow now: then the poll alone tells */
  function follow(watcher: Watcher): Promise<Following | null> {
    const { id, slug } = watcher.workspace;
    const follower = { onEvents: () => watcher.nudge(), onGap: () => watcher.nudge() };
    return hub.follow({ id, slug }, follower).catch((fault: unknown) => {
      log.warn({ workspace: id, err: fault }, 'an inspector hears nothing of the feed and looks by itself');
      return null;
    });
  }

  function listen(watcher: Watcher): void {
    if (!watcher.takeToken())
      watcher.end(CLOSE.tooManyMessages, 'too many messages: an inspector says nothing');
  }

  function sweep(): void {
    for (const watcher of watchers.keys()) {
      if (watcher.stuckMs < slowMs) continue;
      slow += 1;
      watcher.end(
        CLOSE.tooSlow,
        `too slow: nothing was read for ${slowMs / 1000} s; connect again for the present`,
      );
    }
  }

  const recheck = paced(async () => {
    const holders = Map.groupBy(watchers.keys(), ({ keyId }) => keyId);
    for (const [keyId, own] of holders) await recheckKey(keyId, own);
  }, RECHECK_PAUSE_MS);

  async function recheckKey(keyId: string, own: Watcher[]): Promise<void> {
    let reached: Workspace[] | undefined;
    try {
      reached = (await findHolder(sql, keyId, clock()))?.workspaces;
    } catch (fault) {
      if (!closing) log.warn({ err: fault }, 'a key could not be checked again'); // an outage cuts nobody off
      return;
    }
    for (const watcher of own) {
      if (reached === undefined) watcher.end(CLOSE.unauthorized, REVOKED);
      else if (!reached.some(({ id }) => id === watcher.workspace.id))
        watcher.end(CLOSE.notAMember, `this key does not reach ${watcher.workspace.slug} any more`);
    }
  }

  return {
    recheck,
    close(code = CLOSE.goingAway, reason = 'going away') {
      closing = true;
      clearInterval(poller);
      clearInterval(sweeper);
      clearInterval(rechecker);
      for (const watcher of watchers.keys()) watcher.end(code, reason);
    },
    stats: () => ({ sockets: watchers.size, slow }),
  };
}

/** What a request gets that is none for a WebSocket. */
export function inspectRoute(baseUrl: string): RawRoute {
  return upgradeRequired(
    INSPECT_PATH,
    baseUrl,
    'an inspector connects with a WebSocket: see the section "Your own inspector" of the debugger’s page',
  );
}

const MISSING =
  'send your API key in the header, Authorization: Bearer <API_KEY>, or make a ticket: POST /v1/inspect/tickets';
const WRONG_TICKET = 'this ticket is not known, was used, or is over: it opens one socket within 60 s';
const REVOKED = 'this API key was revoked, or the session has ended';

const notAMember = (slug?: string) =>
  new Problem(
    403,
    'not_a_member',
    slug === undefined
      ? 'this key does not reach the workspace'
      : `this key does not reach the workspace "${slug}"`,
    { param: '/workspace' },
  );
const unavailable = () =>
  new Problem(503, 'unavailable', 'no more inspectors can be opened here at the moment: try again', {
    retryAfterSeconds: 2,
  });
