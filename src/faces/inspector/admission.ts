/**
 * Decides who may open an inspector and what it watches: by an API key or a session, or by a ticket, which holds both.
 */
import { Type } from 'typebox';
import type { Sql } from '../../../store/connect.ts';
import { takeTicket } from '../../../store/inspect-tickets.ts';
import { findHolder } from '../../../store/keys.ts';
import { findWorkspace, type Membership, type Principal } from '../../api/principal.ts';
import { insistOnScope } from '../../api/scope.ts';
import { Problem } from '../../api/problem.ts';
import { WorkspaceSlug } from '../../api/schemas.ts';
import type { Authenticate } from '../http/api.ts';
import { compileQuery } from '../http/query.ts';
import { tokenOf, unauthorized, type UpgradeRequest, WRONG_KEY } from '../live/upgrade.ts';
import { INSPECT_PATH, ticketHash } from '../../features/introspection/inspect/tickets.ts';
import { type Watch, watchFields } from '../../features/introspection/inspect/watch.ts';

export interface AdmissionOptions {
  sql: Sql;
  directory: Sql;
  /** Callers reach the workspaces of this cell. */
  cell: string;
  authenticate: Authenticate;
  /** Reads the session token from the headers of a request, for pages of the dashboard; null if none. Default: API keys only. */
  sessionIn?: (header: (name: string) => string) => string | null;
  /** Public address of this service. Pages of other origins need a ticket. */
  baseUrl: string;
  /** Epoch ms. */
  clock: () => number;
}

/** A client that may watch. */
interface Admitted {
  principal: Principal;
  workspace: Membership;
  watch: Watch;
}

const query = Type.Object({
  workspace: Type.Optional(WorkspaceSlug),
  ...watchFields,
  ticket: Type.Optional(Type.String({ maxLength: 200 })),
});
interface InspectQuery extends Watch {
  workspace?: string;
  ticket?: string;
}

const readQuery = compileQuery(`GET ${INSPECT_PATH}`, query) as (raw: string) => InspectQuery;

/** The reason in the close message when a key is revoked. */
export const REVOKED = 'this API key was revoked, or the session has ended';
const MISSING =
  'send your API key in the header, Authorization: Bearer <API_KEY>, or make a ticket: POST /v1/inspect/tickets';
const WRONG_TICKET =
  'this ticket is unknown, was used, or has expired: a ticket opens one socket within 60 s';

/** @throws Problem 400, 401 or 403 */
export async function admit(options: AdmissionOptions, request: UpgradeRequest): Promise<Admitted> {
  const query = readQuery(request.query);
  const { ticket } = query;
  return ticket === undefined ? byToken(options, request, query) : byTicket(options, query, ticket);
}

async function byToken(
  { baseUrl, sessionIn, authenticate }: AdmissionOptions,
  request: UpgradeRequest,
  { workspace: slug, ...watch }: InspectQuery,
): Promise<Admitted> {
  const { origin } = new URL(baseUrl);
  const token = tokenOf(request, { origin, sessionIn, what: 'the inspector without a ticket' });
  if (token === null) throw unauthorized(MISSING);
  const principal = await authenticate(token);
  if (principal === null) throw unauthorized(WRONG_KEY);
  insistOnScope(principal, 'read');
  const workspace = findWorkspace(principal, slug);
  if (workspace === undefined) throw notAMember(slug);
  return { principal, workspace, watch };
}

async function byTicket(options: AdmissionOptions, query: InspectQuery, secret: string): Promise<Admitted> {
  const { sql, directory, cell, clock } = options;
  const [other] = Object.keys(query).filter((name) => name !== 'ticket');
  if (other !== undefined) {
    const message = `${other} cannot be combined with a ticket, which already says what to watch: leave it out`;
    throw new Problem('invalid', message, { param: `/${other}` });
  }
  const hash = ticketHash(secret);
  const ticket = hash === null ? undefined : await takeTicket(sql, hash, clock());
  if (ticket === undefined) throw unauthorized(WRONG_TICKET);
  const principal: Principal | undefined = await findHolder(directory, {
    keyId: ticket.keyId,
    cell,
    now: clock(),
  });
  if (principal === undefined) throw unauthorized(`${REVOKED}: make the ticket with another key`);
  const workspace = principal.workspaces.find(({ id }) => id === ticket.workspaceId);
  if (workspace === undefined) throw notAMember();
  return { principal, workspace, watch: ticket.watch };
}

function notAMember(slug?: string): Problem {
  const which = slug === undefined ? 'the workspace' : `the workspace "${slug}"`;
  return new Problem('not_a_member', `this key does not reach ${which}`, { param: '/workspace' });
}
