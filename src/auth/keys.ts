/**
 * API keys (spec section 5): made once and shown once, checked on every request.
 *
 * A check is answered from memory, at once, as long as nobody changed anything: whoever revokes a key or changes who is
 * a member of what says so with `notify auth_changed`, and every node forgets what it knows. That takes milliseconds.
 * A notification can be lost only with the connection that listens: when it is back, all is forgotten too, and nothing
 * is believed longer than 30 s in any case.
 */
import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Sql, Db } from '../../store/connect.ts';
import { deleteKey, findPrincipal, insertKey, markKeysUsed } from '../../store/keys.ts';
import { newId } from '../ids.ts';
import type { Principal } from '../api/principal.ts';

/** 256 random bits after a prefix by which secret scanners and we know what it is. */
const KEY = /^trp_[A-Za-z0-9_-]{43}$/;
/** How long an answer of the database is believed, in ms. */
const FRESH_MS = 30_000;
/** How often the last uses of keys are written, in ms: one statement for all of them. */
const FLUSH_MS = 5_000;
/** Keys remembered. Each takes about 1 KB; one that is crowded out costs a query. */
const MAX_KEYS = 10_000;

/**
 * Makes a key.
 *
 * @param made name: to tell it from others; now: epoch ms
 * @returns the key itself, which nobody can read back later
 */
export async function createKey(
  db: Db,
  made: { userId: string; name: string; now: number },
): Promise<{ id: string; key: string; hint: string }> {
  const id = newId('key', made.now);
  const key = `trp_${randomBytes(32).toString('base64url')}`;
  const hint = key.slice(-4);
  await insertKey(
    db,
    { id, userId: made.userId, name: made.name, hash: hash('sha256', key, 'buffer'), hint },
    made.now,
  );
  return { id, key, hint };
}

/**
 * Ends a key on every node, within a second.
 *
 * @param find userId: whose it must be, null for anybody's
 * @returns false when there was none
 */
export async function revokeKey(db: Db, find: { id: string; userId: string | null }): Promise<boolean> {
  return deleteKey(db, find);
}

export { listKeys } from '../../store/keys.ts';

export interface Auth {
  /** Who a key belongs to: at once when it is remembered. null: nobody. */
  authenticate: (key: string) => Principal | null | Promise<Principal | null>;
  /** Forgets everything that is remembered here: memberships changed. Other nodes need the notification. */
  forget(): void;
  /** Writes when keys were last used. Done by itself every 5 s. */
  flush(): Promise<void>;
  /** Writes what is left and stops listening. */
  stop(): Promise<void>;
}

interface Remembered {
  principal: Principal;
  at: number;
}

/**
 * @param options log: told when last uses could not be written; clock: epoch ms, default Date.now; maxKeys: default 10,000
 * @returns once it hears of changes
 */
export async function createAuth(options: {
  sql: Sql;
  log: { warn(fields: object, message: string): void };
  clock?: () => number;
  maxKeys?: number;
  /** Keys or memberships have changed, here or on another node: open sockets have to be asked again. */
  onChange?: () => void;
}): Promise<Auth> {
  const { sql, log, clock = Date.now, maxKeys = MAX_KEYS, onChange } = options;
  /** By the key's hash, so that no key is kept in memory in clear; the least recently used go first. */
  const remembered = new LRUCache<string, Remembered>({ max: maxKeys });
  /** Queries under way: a burst with one key asks once. */
  const asking = new Map<string, Promise<Principal | null>>();
  /** Raised with every change: an answer that was asked for before it is not kept. */
  let generation = 0;
  let lastUses = new Map<string, number>();

  function forget(): void {
    generation += 1;
    remembered.clear();
    asking.clear();
  }

  function authenticate(key: string): Principal | null | Promise<Principal | null> {
    // nothing else is worth a query; and a stranger's guesses never push out what is remembered
    if (!KEY.test(key)) return null;
    const digest = hash('sha256', key, 'base64');
    const now = clock();
    const known = remembered.get(digest);
    if (known !== undefined && Math.abs(now - known.at) < FRESH_MS) {
      lastUses.set(known.principal.keyId, now);
      return known.principal;
    }
    let answer = asking.get(digest);
    if (answer === undefined) {
      answer = ask(digest, now);
      asking.set(digest, answer);
    }
    return answer;
  }

  async function ask(digest: string, now: number): Promise<Principal | null> {
    const asked = generation;
    try {
      const principal = await findPrincipal(sql, Buffer.from(digest, 'base64'));
      if (asked === generation) {
        remembered.delete(digest);
        if (principal !== undefined) remembered.set(digest, { principal, at: now });
      }
      if (principal === undefined) return null;
      lastUses.set(principal.keyId, now);
      return principal;
    } finally {
      if (asked === generation) asking.delete(digest);
    }
  }

  async function flush(): Promise<void> {
    if (lastUses.size === 0) return;
    const uses = lastUses;
    lastUses = new Map();
    try {
      await markKeysUsed(
        sql,
        Array.from(uses, ([id, at]) => ({ id, at })),
      );
    } catch (err) {
      for (const [id, at] of uses) if (!lastUses.has(id)) lastUses.set(id, at); // with the next ones
      log.warn({ err }, 'the last uses of API keys could not be written');
    }
  }

  const changed = () => {
    forget();
    onChange?.();
  };
  // Called back with every new connection: what was notified in between is lost.
  const listening = await sql.listen('auth_changed', changed, changed);
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  return {
    authenticate,
    forget,
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
      await listening.unlisten();
    },
  };
}
