/**
 * Sessions of people at the dashboard: a cookie of 256 random bits that is looked up on every request, so signing out
 * works at once on every node. Pages of other sites cannot use it: it is SameSite=Lax, and every request that changes
 * something must come from a page of this service (`isSameOrigin`).
 */
import { hash, randomBytes } from 'node:crypto';
import type { Sql, Db } from '../../../store/connect.ts';
import {
  deleteSession,
  findSession,
  insertSession,
  type SessionRow,
  touchSession,
} from '../../../store/sessions.ts';
import { Problem } from '../../api/problem.ts';
import { newId } from '../../base/ids.ts';
import { SECRET_PREFIXES } from '../../base/redact.ts';
import { isOwnHost } from './own-host.ts';
import { DAY_MS } from '../../base/durations.ts';

const TOKEN = new RegExp(`^${SECRET_PREFIXES.session}[A-Za-z0-9_-]{43}$`);
/** A session ends this long after its last use. */
export const SESSION_MS = 30 * DAY_MS;
/** The last use is written at most this often. */
const TOUCH_MS = 3_600_000;

export interface Sessions {
  /** The owner of a session token; null means the token is not valid. Counts as a use. */
  find(token: string): Promise<SessionRow | null>;
  /** Starts a session. @param device what the person signs in with (device.ts); default null. @returns the header that sets the cookie */
  begin(db: Db, userId: string, device?: string | null): Promise<readonly [string, string]>;
  /** Ends the session of a request, if it has one. @returns the header that removes the cookie */
  end(token: string | null): Promise<readonly [string, string]>;
  /**
   * The session token in a request's cookie; null if none that could be valid.
   * @param header returns a request header by its name, empty if it is missing
   * @throws Problem 403 when there is one, and the request was sent to a name that is not this service's
   */
  tokenIn(header: (name: string) => string): string | null;
  /** @throws Problem 403 when the request was sent to a name that is not this service's. @param host header `host` */
  insistOnOwnHost(host: string): void;
  /** The hosts that people's requests named, the newest last: at most 20. `isOwn`: false if they were refused for it. */
  hosts(): { host: string; isOwn: boolean }[];
}

/** @param options sql: the directory; cell: people reach its workspaces, null means those of every cell; baseUrl: read late, because the port may be unknown until the server listens; hosts: more names of this service; clock: epoch ms */
export function createSessions({
  sql,
  cell = null,
  baseUrl,
  hosts = [],
  clock,
}: {
  sql: Sql;
  cell?: string | null;
  baseUrl: () => string;
  hosts?: readonly string[];
  clock: () => number;
}): Sessions {
  const cookie = (value: string, maxAgeSeconds: number) =>
    cookieHeader(value, { maxAgeSeconds, isSecure: isSecure(baseUrl()) });
  const own = ownHosts({ baseUrl, names: hosts });
  return {
    ...own,
    async find(token) {
      if (!TOKEN.test(token)) return null;
      const now = clock();
      const found = await findSession(sql, { hash: digest(token), cell, now });
      if (found === undefined) return null;
      if (now - found.lastUsedAt > TOUCH_MS)
        await touchSession(sql, { id: found.keyId, expiresAt: now + SESSION_MS }, now);
      return found;
    },
    async begin(db, userId, device = null) {
      const now = clock();
      const token = `${SECRET_PREFIXES.session}${randomBytes(32).toString('base64url')}`;
      const expiresAt = now + SESSION_MS;
      const session = { id: newId('ses', now), userId, hash: digest(token), expiresAt, device };
      await insertSession(db, session, now);
      return cookie(token, SESSION_MS / 1000);
    },
    async end(token) {
      if (token !== null) await deleteSession(sql, digest(token));
      return cookie('', 0);
    },
    tokenIn(header) {
      const name = nameOf(isSecure(baseUrl()));
      for (const pair of header('cookie').split(/; */)) {
        const at = pair.indexOf('=');
        if (pair.slice(0, at) !== name || !TOKEN.test(pair.slice(at + 1))) continue;
        own.insistOnOwnHost(header('host'));
        return pair.slice(at + 1);
      }
      return null;
    },
  };
}

const MAX_HOSTS = 20;
/** As long as a name with a port can be (RFC 1035). */
const MAX_HOST_CHARACTERS = 260;

/** Refuses requests for other names, and remembers for which ones requests came. */
function ownHosts({
  baseUrl,
  names,
}: {
  baseUrl: () => string;
  names: readonly string[];
}): Pick<Sessions, 'insistOnOwnHost' | 'hosts'> {
  const isPrivate = new Map<string, boolean>();
  return {
    hosts: () => [...isPrivate].map(([host, isOwn]) => ({ host, isOwn })),
    insistOnOwnHost(host) {
      const isOwn = isOwnHost(host, { baseUrl: baseUrl(), names });
      const label = host.slice(0, MAX_HOST_CHARACTERS);
      isPrivate.delete(label); // the newest is the last
      isPrivate.set(label, isOwn);
      const [oldest] = isPrivate.keys();
      if (isPrivate.size > MAX_HOSTS) isPrivate.delete(oldest!);
      if (!isOwn)
        throw new Problem(
          'foreign_origin',
          `this service is called ${new URL(baseUrl()).hostname}, not ${host.slice(0, 200)}: a proxy has to pass on the Host, or set TROUPE_HOSTS`,
        );
    },
  };
}

function cookieHeader(
  value: string,
  { maxAgeSeconds, isSecure: secure }: { maxAgeSeconds: number; isSecure: boolean },
): readonly [string, string] {
  const parts = [
    `${nameOf(secure)}=${value}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ];
  return ['set-cookie', parts.join('; ')];
}

/** Distinguishes a session token from an API key. */
export const isSessionToken = (token: string): boolean => TOKEN.test(token);

/**
 * Whether a request comes from a page of this service. It uses what browsers say and pages cannot forge:
 * Sec-Fetch-Site, or, if that is missing (plain http in a local network), an Origin that equals the host of the
 * request. The public address does not matter, because an installation may have several names.
 * @param header returns a request header by its name, empty if it is missing
 */
export function isSameOrigin(header: (name: string) => string): boolean {
  const site = header('sec-fetch-site');
  if (site !== '') return site === 'same-origin';
  return isOriginOfHost(header('origin'), header('host'));
}

/** @param origin header `origin`; host: header `host` */
export function isOriginOfHost(origin: string, host: string): boolean {
  return host !== '' && (origin === `http://${host}` || origin === `https://${host}`);
}

const digest = (token: string) => hash('sha256', token, 'buffer');
const isSecure = (baseUrl: string) => baseUrl.startsWith('https:');

/**
 * Under https this prefix of the name keeps neighbouring hosts from setting the cookie (RFC 6265bis, section 4.1.3).
 */
const nameOf = (secure: boolean) => (secure ? '__Host-troupe' : 'troupe');
