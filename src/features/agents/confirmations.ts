/**
 * One-time confirmations of calls of tools: bound to who calls, to the tool, to its arguments and to what would happen. Only the
 * hash of one is kept (docs/mcp.md, Confirmations).
 */
import { hash, randomBytes } from 'node:crypto';
import type { Sql, Tx } from '../../../store/connect.ts';
import {
  countWaiting,
  findConfirmation,
  insertConfirmation,
  readWorkspaceConfirm,
  useConfirmation,
} from '../../../store/confirmations.ts';
import { readNames } from '../../../store/keys.ts';
import { type Confirm, type Principal, stricter } from '../../api/principal.ts';
import { type ErrorCode, invalid, Problem } from '../../api/problem.ts';
import { newId } from '../../base/ids.ts';
import { SECRET_PREFIXES } from '../../base/redact.ts';
import type { Node } from '../../engine/node.ts';
import type { Turn } from '../../engine/turn.ts';
import { confirmationEvent } from './context.ts';
import { reportOccurrence } from '../notifications/index.ts';
import type { Plan } from './plan.ts';
import { MINUTE_MS } from '../../base/durations.ts';

/** 256 random bits after a prefix. */
const TOKEN = new RegExp(`^${SECRET_PREFIXES.confirmation}[A-Za-z0-9_-]{43}$`);
/** How long one can be used, ms: the same caller has just read what would happen, a person may be away. */
const VALID_MS = { call: 10 * MINUTE_MS, person: 24 * 60 * MINUTE_MS };
/** More than a person looks through. */
const MAX_WAITING = 100;

/** A call that would publish, send or delete. */
export interface CallToConfirm {
  principal: Principal;
  workspaceId: string;
  client: string | null;
  tool: string;
  /** SHA-256 of the arguments and of what would happen. */
  bound: Buffer;
  /** Who may confirm it. */
  confirm: 'call' | 'person';
}

export interface Confirmations {
  /** What a caller needs in a workspace before a tool publishes, sends or deletes. */
  needed(principal: Principal, workspaceId: string): Promise<Confirm>;
  /** @param plan what would happen, for the person who decides. @returns the confirmation, and until when it can be used (epoch ms) */
  ask(call: CallToConfirm, plan: Plan, now: number): Promise<{ token: string; expiresAt: number }>;
  /**
   * Uses a confirmation up.
   * @param usedWith the idempotencyKey of the call, with which it may be repeated
   * @returns who agreed: `call`, or the id of a person
   * @throws Problem that says why it cannot be used
   */
  use(call: CallToConfirm, usage: { token: string; usedWith: string | null }, now: number): Promise<string>;
}

/** @param parts sql: the cell; directory: knows the names of keys; node: reports what waits for a person to the live feed */
export function createConfirmations({
  sql,
  directory,
  node,
}: {
  sql: Sql;
  directory: Sql;
  node: Pick<Node, 'command'>;
}): Confirmations {
  return {
    async needed({ confirm = 'none' }, workspaceId) {
      return stricter(confirm, await readWorkspaceConfirm(sql, workspaceId));
    },

    async ask({ principal: { userId, keyId }, workspaceId, client, tool, bound, confirm }, plan, now) {
      if (confirm === 'person' && (await countWaiting(sql, workspaceId, now)) >= MAX_WAITING)
        throw new Problem(
          'busy',
          `${MAX_WAITING} calls wait for a person already: tell the person to decide on them first`,
        );
      const token = `${SECRET_PREFIXES.confirmation}${randomBytes(32).toString('base64url')}`;
      const expiresAt = now + VALID_MS[confirm];
      const keyName = (await readNames(directory, { userIds: [], keyIds: [keyId] })).get(keyId) ?? keyId;
      const request = { workspaceId, userId, keyId, keyName, client, tool, bound, confirm, plan, expiresAt };
      const id = newId('conf', now);
      await node.command(storing({ id, tokenHash: digest(token), ...request }, now));
      return { token, expiresAt };
    },

    async use({ principal: { userId, keyId }, workspaceId, tool, bound, confirm }, { token, usedWith }, now) {
      if (!TOKEN.test(token)) throw unknown();
      const holder = { tokenHash: digest(token), userId, keyId };
      const use = { ...holder, workspaceId, tool, bound, byCall: confirm === 'call', usedWith };
      const used = await useConfirmation(sql, use, now);
      if (used) return used.decidedBy ?? 'call';
      const found = await findConfirmation(sql, holder);
      if (!found) throw unknown();
      if (found.state === 'used')
        throw refused('confirmation_used', 'this confirmation was used already: it counts once');
      if (found.state === 'refused')
        throw refused('confirmation_refused', 'a person refused this: do not ask again unless they want it');
      if (found.expiresAt <= now)
        throw refused('confirmation_expired', 'this confirmation has expired: call the tool without it');
      if (found.tool !== tool || !bound.equals(found.bound)) throw mismatch();
      throw refused(
        'confirmation_pending',
        'nobody has allowed this yet: tell the person, and call it again afterwards',
      );
    },
  };
}

/** Stores a confirmation. One that a person decides on reaches the live feed and notifications in the same transaction. */
const storing =
  (row: Parameters<typeof insertConfirmation>[1], now: number) => async (tx: Tx, turn: Turn) => {
    await insertConfirmation(tx, row, now);
    if (row.confirm !== 'person') return { result: null };
    const { id, workspaceId } = row;
    await reportOccurrence(tx, turn, { workspaceId, cause: 'call_awaits_confirmation', accountId: null });
    const change = { id, workspaceId, state: 'waiting', at: now };
    return { result: null, feed: [confirmationEvent('confirmation.created', change)] };
  };

const digest = (token: string): Buffer => hash('sha256', token, 'buffer');
const refused = (code: Extract<ErrorCode, `confirmation_${string}`>, message: string) =>
  invalid('/confirmation', message, { code });
/** The call is not, or not any more, the one that was agreed to. */
export const mismatch = () =>
  refused(
    'confirmation_mismatch',
    'this confirmation is for other arguments, or what would happen has changed since: call the tool without it',
  );
const unknown = () =>
  refused(
    'confirmation_unknown',
    'there is no such confirmation: call the tool without it, and use the one it gives',
  );
