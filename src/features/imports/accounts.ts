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
export const existingAmong = (names: readonly string[], accounts: readonly NamedAccount[]): string[] =>
  names.flatMap((name) => {
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
  const byId = accounts.filter(({ id }) => id === name);
  if (byId.length > 0) return byId;
  const written = folded(name);
  return accounts.filter(
    ({ platform, username }) =>
      folded(username) === written || `${platform}:${folded(username)}` === withoutAt(written),
  );
}

const folded = (name: string) => name.toLowerCase().replace(/^@/, '');
const withoutAt = (name: string) => name.replace(/:@/, ':');
