/** The accounts that a row names: by id, by user name, or by `platform:username`. */
import type { AccountRow } from '../../../store/accounts.ts';
import { invalid } from '../../api/problem.ts';

export type NamedAccount = Pick<AccountRow, 'id' | 'platform' | 'username'>;

/** Names are separated by commas, semicolons or line breaks. */
export const namesIn = (cell: string): string[] =>
  cell
    .split(/[,;\r\n]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * @param accounts those that the caller reaches
 * @returns the ids of the accounts, each once, in their order
 * @throws Problem 400 for a name that no account has, or several have
 */
export function accountsNamed(names: readonly string[], accounts: readonly NamedAccount[]): string[] {
  return [...new Set(names.map((name) => accountNamed(name, accounts).id))];
}

/** The accounts of a list of names that are there, for what a file is about before its rows are checked. */
export const existingAmong = (names: Iterable<string>, accounts: readonly NamedAccount[]): string[] =>
  [...names].flatMap((name) => {
    const found = matching(name, accounts);
    return found.length === 1 ? [found[0]!.id] : [];
  });

function accountNamed(name: string, accounts: readonly NamedAccount[]): NamedAccount {
  const [first, ...others] = matching(name, accounts);
  const written = name.slice(0, 60);
  if (first === undefined)
    throw invalid(
      '/accounts',
      `accounts: there is no account "${written}" that you reach; give an id, a user name or platform:username as GET /v1/accounts lists them`,
      { code: 'unknown_account' },
    );
  if (others.length === 0) return first;
  const choices = [first, ...others].map(({ platform, username }) => `${platform}:${username}`);
  throw invalid(
    '/accounts',
    `accounts: "${written}" is the user name of several accounts; write ${listed(choices)}`,
    { code: 'unknown_account', values: { reason: 'several' } },
  );
}

/** Two accounts of one network with one user name can only be told apart by their ids. */
const listed = (choices: readonly string[]): string =>
  new Set(choices).size === choices.length ? choices.slice(0, 5).join(' or ') : 'the id of one of them';

function matching(name: string, accounts: readonly NamedAccount[]): NamedAccount[] {
  const { byId, byName } = indexOf(accounts);
  const found = byId.get(name);
  if (found !== undefined) return [found];
  const written = folded(name);
  return [...new Set([...(byName.get(written) ?? []), ...(byName.get(withoutAt(written)) ?? [])])];
}

interface Index {
  byId: ReadonlyMap<string, NamedAccount>;
  /** By user name, and by `platform:username`. */
  byName: ReadonlyMap<string, readonly NamedAccount[]>;
}

/** A file may name its accounts many thousand times: the names of a list of accounts are read once. */
const indexes = new WeakMap<readonly NamedAccount[], Index>();

function indexOf(accounts: readonly NamedAccount[]): Index {
  const stored = indexes.get(accounts);
  if (stored !== undefined) return stored;
  const named = accounts.flatMap((account) => {
    const username = folded(account.username);
    return [username, `${account.platform}:${username}`].map((name) => ({ name, account }));
  });
  const index = {
    byId: new Map(accounts.map((account) => [account.id, account])),
    byName: new Map(
      [...Map.groupBy(named, ({ name }) => name)].map(([name, all]) => [
        name,
        all.map(({ account }) => account),
      ]),
    ),
  };
  indexes.set(accounts, index);
  return index;
}

const folded = (name: string) => name.toLowerCase().replace(/^@/, '');
const withoutAt = (name: string) => name.replace(/:@/, ':');
