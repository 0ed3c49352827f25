import type { WholeActor } from './shapes.ts';

/** What the accounts of an actor's family are called, by their ids. */
export function accountTitles({ actor, relatives }: WholeActor): ReadonlyMap<string, string> {
  const family = [actor, ...relatives];
  const ofDeliveries = family.flatMap(({ kind, accountId, title }): [string, string][] =>
    kind === 'delivery' && accountId !== null ? [[accountId, title]] : [],
  );
  const own = family.flatMap(({ kind, id, title }): [string, string][] =>
    kind === 'account' ? [[id, title]] : [],
  );
  return new Map([...ofDeliveries, ...own]);
}
