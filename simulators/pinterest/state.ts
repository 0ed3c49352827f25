/** What simulated Pinterest remembers, its limits, and its ids. */
import { createHash } from 'node:crypto';
import type { LedgerEntry, World } from '../simulator.ts';
import type { Grants } from '../shared/grants.ts';

export const APP = { clientId: 'sandbox-pinterest', clientSecret: 'sandbox-secret-of-pinterest' };

export const SCOPES = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];

export const CODE_LIFE_MS = 10 * 60_000;

export const ACCESS_LIFE_S = 30 * 24 * 3600;

export const REFRESH_LIFE_S = 60 * 24 * 3600;

export const MOST = { title: 100, description: 800, alt_text: 500, link: 2048 };

export const MAX_PICTURE_BYTES = 20_000_000;

/** How often a video is not done yet when it is asked for. */
export const POLLS = 2;

export interface State {
  /** By id. */
  accounts: { [id: string]: Account };
  grants: Grants;
  access: { [token: string]: { account: string; scopes: string[]; madeAt: number } };
  refresh: { [token: string]: { account: string; scopes: string[]; madeAt: number } };
  boards: { [id: string]: Board };
  videos: { [id: string]: Video };
  /** By id, oldest first. */
  pins: { [id: string]: Pin };
}

export interface Account {
  id: string;
  username: string;
}

interface Board {
  id: string;
  account: string;
  name: string;
  privacy: 'PUBLIC' | 'PROTECTED' | 'SECRET';
  at: number;
}

export interface Video {
  id: string;
  account: string;
  signature: string;
  file: LedgerEntry['media'][number] | null;
  fails: boolean;
  pollsLeft: number;
}

export interface Pin {
  id: string;
  account: string;
  board: string;
  title: string;
  description: string;
  link: string | null;
  at: number;
  media: LedgerEntry['media'];
}

/** The board every account has from the start; its id is the same wherever the name is. */
export function boardOf(name: string): string {
  return `10221${digitsOf(`board ${name}`, 14)}`;
}

export function accountFor(world: World<State>, name: string): Account {
  const id = `5497${digitsOf(name, 12)}`;
  const known = world.state.accounts[id];
  if (known) return known;
  const account = { id, username: name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '_') };
  world.state.accounts[id] = account;
  for (const [index, board] of ['Recipes', 'Garden', 'Ideas'].entries()) {
    const privacy = index === 2 ? 'SECRET' : 'PUBLIC';
    const boardId = index === 0 ? boardOf(name) : `10221${digitsOf(`board ${name} ${board}`, 14)}`;
    world.state.boards[boardId] = { id: boardId, account: id, name: board, privacy, at: world.now() };
  }
  return account;
}

function digitsOf(text: string, count: number): string {
  const number = BigInt(`0x${hash(text).slice(0, 15)}`) % 10n ** BigInt(count);
  return number.toString().padStart(count, '0');
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
