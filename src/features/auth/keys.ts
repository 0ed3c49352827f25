/**
 * API keys: shown once when they are created, checked on every request; and access tokens of apps, which are checked alike.
 * A check uses the cache as long as nothing has changed. Code that revokes a key or changes memberships sends `notify
 * auth_changed`, and every node clears its cache within milliseconds. A notification is lost only if the listening
 * connection breaks; when it is back, the cache is cleared too. In any case no entry is used for longer than 30 s.
 */
import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Sql, Db } from '../../../store/connect.ts';
import { findGrantee, type GranteeRow, markGrantsUsed } from '../../../store/grants.ts';
import { deleteKey, findPrincipal, insertKey, markKeysUsed } from '../../../store/keys.ts';
import { newId } from '../../base/ids.ts';
import { SECRET_PREFIXES } from '../../base/redact.ts';
import type { Confirm, Principal, Scope } from '../../api/principal.ts';

/** 256 random bits after a prefix that identifies it, for secret scanners and for us. */
const KEY = /^trp_[A-Za-z0-9_-]{43}$/;
/** An access token that an app has (src/faces/oauth). */
const ACCESS_TOKEN = /^tra_[A-Za-z0-9_-]{43}$/;
/** What the ids of grants begin with. */
const GRANT_PREFIX = 'grant_';
/** How long a cached result of the database is used, in ms. */
const FRESH_MS = 30_000;
/** How often the times of last use are written, in ms: one statement for all of them. */
const FLUSH_MS = 5_000;
/** How many keys are cached. Each takes about 1 KB; a key that was dropped costs one query. */
const MAX_KEYS = 10_000;

/**
 * Creates a key.
 * @param made name: to recognize it; confirm: what tools need with it, default nothing; scopes: what it may do, default everything;
 * workspaceIds: the only workspaces it reaches, default all of the user's; now: epoch ms
 * @returns the key itself, which cannot be read again later
 */
export async function createKey(
  db: Db,
  made: {
    userId: string;
    name: string;
    confirm?: Confirm;
    scopes?: readonly Scope[] | null;
    workspaceIds?: readonly string[] | null;
    now: number;
  },
): Promise<{ id: string; key: string; hint: string }> {
  const id = newId('key', made.now);
  const key = `${SECRET_PREFIXES.apiKey}${randomBytes(32).toString('base64url')}`;
  const hint = key.slice(-4);
  await insertKey(
    db,
    {
      id,
      userId: made.userId,
      name: made.name,
      hash: hash('sha256', key, 'buffer'),
      hint,
      confirm: made.confirm ?? 'none',
      scopes: made.scopes ?? null,
      workspaceIds: made.workspaceIds ?? null,
    },
    made.now,
  );
  return { id, key, hint };
}

/**
 * Revokes a key on every node, within a second.
 * @param find userId: its owner, null for any owner
 * @returns false when there is no such key
 */
export async function revokeKey(db: Db, find: { id: string; userId: string | null }): Promise<boolean> {
  return deleteKey(db, find);
}

export { listKeys, saveKeyConfirm } from '../../../store/keys.ts';

export interface Auth {
  /** The owner of a key or access token, returned at once if it is cached. null if it is not valid. */
  authenticate: (key: string) => Principal | null | Promise<Principal | null>;
  /** Clears the cache, because memberships changed. Other nodes need the notification. */
  forget(): void;
  /** Writes the times of last use. Runs by itself every 5 s. */
  flush(): Promise<void>;
  /** Writes the rest and stops listening. */
  stop(): Promise<void>;
}

interface Remembered {
  principal: Principal;
  at: number;
  /** When the token ends, epoch ms. */
  until: number;
}

interface AuthOptions {
  /** Connections to the directory. */
  sql: Sql;
  /** Callers reach the workspaces of this cell; null means of every cell. Default null. */
  cell?: string | null;
  log: { warn(fields: object, message: string): void };
  clock?: () => number;
  maxKeys?: number;
  /** Keys or memberships have changed, here or on another node: open sockets must be checked again. */
  onChange?: () => void;
}

/**
 * @param options log: used when times of last use could not be written; clock: epoch ms, default Date.now; maxKeys:
 * default 10,000
 * @returns once it receives notifications
 */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { sql, onChange } = options;
  const uses = lastUses(options);
  const { authenticate, forget } = principals({ ...options, onUse: uses.note });
  const changed = () => {
    forget();
    onChange?.();
  };
  // Called for every new connection: notifications in between are lost.
  const listening = await sql.listen('auth_changed', changed, changed);
  const timer = setInterval(() => void uses.flush(), FLUSH_MS).unref();
  return {
    authenticate,
    forget,
    flush: uses.flush,
    async stop() {
      clearInterval(timer);
      await uses.flush();
      await listening.unlisten();
    },
  };
}

/** The owners of keys and access tokens, cached. @param options onUse: called with the id of each key that is valid */
function principals(
  options: AuthOptions & { onUse: (keyId: string, now: number) => void },
): Pick<Auth, 'authenticate' | 'forget'> {
  const { clock = Date.now, maxKeys = MAX_KEYS, onUse } = options;
  /** By the key's hash, so that no key is kept in memory in clear. The least recently used are dropped first. */
  const remembered = new LRUCache<string, Remembered>({ max: maxKeys });
  /** Running queries: a burst with one key makes one query. */
  const asking = new Map<string, Promise<Principal | null>>();
  /** Raised with every change: the result of a query that started before it is not cached. */
  let generation = 0;

  async function ask(digest: string, { isKey, now }: { isKey: boolean; now: number }) {
    const startGeneration = generation;
    try {
      const { principal, until } = await findOwner(options, { digest, isKey, now });
      if (startGeneration === generation) {
        remembered.delete(digest);
        if (principal !== undefined) remembered.set(digest, { principal, at: now, until });
      }
      if (principal === undefined) return null;
      onUse(principal.keyId, now);
      return principal;
    } finally {
      if (startGeneration === generation) asking.delete(digest);
    }
  }

  return {
    authenticate: (key) => {
      // only texts of the right form are worth a query, so guesses of strangers never push out cached keys
      const isKey = KEY.test(key);
      if (!isKey && !ACCESS_TOKEN.test(key)) return null;
      const digest = hash('sha256', key, 'base64');
      const now = clock();
      const cached = remembered.get(digest);
      if (cached !== undefined && Math.abs(now - cached.at) < FRESH_MS && now < cached.until) {
        onUse(cached.principal.keyId, now);
        return cached.principal;
      }
      const answer = asking.get(digest) ?? ask(digest, { isKey, now });
      asking.set(digest, answer);
      return answer;
    },
    forget: () => {
      generation += 1;
      remembered.clear();
      asking.clear();
    },
  };
}

/** Reads the owner of a key, or of an access token, from the database. */
async function findOwner(
  { sql, cell = null }: AuthOptions,
  { digest, isKey, now }: { digest: string; isKey: boolean; now: number },
): Promise<{ principal: Principal | undefined; until: number }> {
  const find = { hash: Buffer.from(digest, 'base64'), cell };
  return isKey
    ? { principal: await findPrincipal(sql, find), until: Infinity }
    : granted(await findGrantee(sql, { ...find, now }));
}

function granted(row: GranteeRow | undefined): { principal: Principal | undefined; until: number } {
  if (row === undefined) return { principal: undefined, until: 0 };
  const { until, ...principal } = row;
  return { principal, until };
}

/** When keys and access tokens were last used: kept, and written together. */
function lastUses({ sql, log }: AuthOptions) {
  let unwritten = new Map<string, number>();
  return {
    note: (id: string, now: number): void => {
      unwritten.set(id, now);
    },
    flush: async (): Promise<void> => {
      if (unwritten.size === 0) return;
      const uses = unwritten;
      unwritten = new Map();
      try {
        await markUsed(
          sql,
          Array.from(uses, ([id, at]) => ({ id, at })),
        );
      } catch (err) {
        // they are written with the next ones
        for (const [id, at] of uses) if (!unwritten.has(id)) unwritten.set(id, at);
        log.warn({ err }, 'the last uses of API keys could not be written');
      }
    },
  };
}

async function markUsed(sql: Sql, uses: { id: string; at: number }[]): Promise<void> {
  const isGrant = ({ id }: { id: string }) => id.startsWith(GRANT_PREFIX);
  await markKeysUsed(
    sql,
    uses.filter((use) => !isGrant(use)),
  );
  if (uses.some(isGrant)) await markGrantsUsed(sql, uses.filter(isGrant));
}
