/** Finds accounts by what a person calls them. Pure. */

interface Named {
  platform: string;
  displayName: string;
  username: string | null;
}

/**
 * Accounts whose display name, handle or network is this name; if there is none, those that have every word of it
 * somewhere in them ("luna insta"). Case, accents and a leading @ do not matter.
 */
export function accountsNamed<Account extends Named>(accounts: readonly Account[], name: string): Account[] {
  const text = plainOf(name);
  if (text === '') return [];
  const exact = accounts.filter((account) => namesOf(account).includes(text));
  if (exact.length > 0) return exact;
  const words = text.split(/\s+/);
  return accounts.filter((account) => {
    const names = namesOf(account);
    return words.every((word) => names.some((one) => one.includes(word)));
  });
}

const namesOf = ({ platform, displayName, username }: Named): string[] =>
  [platform, displayName, username ?? ''].map(plainOf);

function plainOf(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim().replace(/^@/, '');
}
