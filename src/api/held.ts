/**
 * People who are held to some accounts of a workspace (docs/people.md). Each operation declares how it treats them (`accountLimit`), and
 * the check before every operation is here, for all faces. Who follows the limit takes it from the membership: lists and lookups pass
 * `heldTo` to the statement that reads.
 */
import type { TSchema } from 'typebox';
import type { Within } from '../../store/held.ts';
import type { Operation } from './operation.ts';
import { type HeldTo, type Membership, type Principal, slugIn, workspaceOf } from './principal.ts';
import { notFound, Problem } from './problem.ts';

type Limited = Pick<Operation<never>, 'id' | 'accountLimit' | 'isPersonal' | 'params' | 'query' | 'body'>;
type Place = 'params' | 'query' | 'body';

/** The fields of a call, which need not be checked yet. */
type Input = { [place in Place]: { [field: string]: unknown } };

/** Whether somebody who is held to these accounts reaches this one. */
export const reaches = (heldTo: HeldTo, accountId: string): boolean =>
  heldTo === null || heldTo.includes(accountId);

/** The workspace as far as its member reaches it, for statements that read. */
export const within = ({ id, heldTo }: Membership): Within => ({ workspaceId: id, heldTo });

/** All of a workspace, for what is not done for a caller. */
export const allOf = (workspaceId: string): Within => ({ workspaceId, heldTo: null });

/** Whether a member may call an operation, as far as the accounts go. */
export const isForHeld = ({ heldTo }: Pick<Membership, 'heldTo'>, operation: Limited): boolean =>
  heldTo === null || operation.isPersonal === true || operation.accountLimit !== 'refused';

/**
 * To be called before the handler.
 * @throws Problem 403 held_to_accounts for a held person and an operation that concerns all accounts of the workspace; 404 for an account
 * that a held person does not reach; 403 for a workspace that the caller does not reach
 */
export function insistOnAccountsFor(principal: Principal, operation: Limited, input: Input): void {
  if (operation.isPersonal || principal.workspaces.every(({ heldTo }) => heldTo === null)) return;
  const slug = slugIn(operation, input);
  if (slug !== undefined && typeof slug !== 'string') return; // the check of the input refuses it
  const workspace = workspaceOf({ principal }, slug);
  if (!isForHeld(workspace, operation)) throw heldToAccounts(workspace);
  for (const { place, path } of accountFieldsOf(operation)) {
    const id = path.reduce<unknown>(
      (value, name) => (value as { [field: string]: unknown } | undefined)?.[name],
      input[place],
    );
    // a query has lists as one text with commas; no id has one
    for (const one of typeof id === 'string' ? id.split(',') : [])
      if (!reaches(workspace.heldTo, one)) throw notFound('account', one.slice(0, 64));
  }
}

/**
 * What is changed has to be of accounts that the caller reaches, all of it.
 * @param what names the thing in the error
 * @throws Problem 404 when the caller reaches none of its accounts, and so does not see it; 403 when it is of other accounts too
 */
export function insistOnAllOf(
  workspace: Membership,
  accountIds: readonly string[],
  what: { name: string; id: string },
): void {
  const { heldTo } = workspace;
  if (heldTo === null) return;
  const reached = accountIds.filter((id) => heldTo.includes(id));
  if (reached.length === 0) throw notFound(what.name, what.id);
  if (reached.length < accountIds.length)
    throw new Problem(
      'held_to_accounts',
      `this ${what.name} is of accounts too that you do not reach in the workspace "${workspace.slug}": ask somebody who reaches all of them`,
    );
}

/** The error of an operation that concerns every account of the workspace. */
const heldToAccounts = ({ slug }: Membership): Problem =>
  new Problem(
    'held_to_accounts',
    `this concerns all accounts of the workspace "${slug}", and you reach some of them only: ask somebody who reaches all`,
    { values: { workspace: slug } },
  );

interface AccountField {
  place: Place;
  path: readonly string[];
}

const derived = new WeakMap<Limited, readonly AccountField[]>();

/** Fields that hold one account, or ids with commas between them, at any depth. Lists of accounts are checked where the accounts are read. */
function accountFieldsOf(operation: Limited): readonly AccountField[] {
  const fields = derived.get(operation);
  if (fields) return fields;
  const found = (['params', 'query', 'body'] as const).flatMap((place) =>
    fieldsIn(operation[place], []).map((path) => ({ place, path })),
  );
  derived.set(operation, found);
  return found;
}

function fieldsIn(schema: TSchema | undefined, path: readonly string[]): string[][] {
  const { properties = {} } = (schema ?? {}) as { properties?: { [name: string]: TSchema } };
  return Object.entries(properties).flatMap(([name, field]) => {
    const here = [...path, name];
    return isAccount(field) ? [here] : fieldsIn(field, here);
  });
}

function isAccount(schema: TSchema): boolean {
  const { anyOf = [] } = schema as { anyOf?: TSchema[] };
  return [schema, ...anyOf].some((one) => (one as { 'x-resource'?: string })['x-resource'] === 'account');
}
