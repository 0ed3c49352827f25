/**
 * Who did what (docs/people.md): each call that changes something leaves an entry, in the transaction of the change. What the entry
 * says is read from the declaration of the operation and from the call, so no handler writes one by hand.
 */
import type { TObject } from 'typebox';
import { auditInsert } from '../../store/audit-entries.ts';
import { installationInsert } from '../../store/installation-entries.ts';
import type { Db, Fragment } from '../../store/connect.ts';
import { newId } from '../base/ids.ts';
import type { AuditRule, Entry, Place } from './audit-entry.ts';
import type { Faces } from './operation.ts';
import { type Principal, workspaceOf } from './principal.ts';
import type { ResourceKind } from './schemas.ts';

interface Audited extends Faces {
  id: string;
  params?: TObject;
  body?: TObject;
  audit?: AuditRule;
}

/** The call of a face, with what only the face knows of it. */
export interface Caller {
  /** @returns the IP address; empty when the caller is gone */
  address: () => string;
  /** The name of the tool; null if it was not called as one. */
  tool: string | null;
}

interface AuditedCall {
  principal: Principal;
  params: unknown;
  query: unknown;
  body: unknown;
  requestId: string;
}

/** What an entry of the operation says; null if it leaves none. @throws for one that may change something and says nothing */
export function auditRuleOf({ id, params, rest, dashboard, audit }: Audited): AuditRule {
  if (audit !== undefined) return audit;
  if ((rest ?? dashboard)?.method === 'get') return 'nothing';
  for (const [name, schema] of Object.entries(params?.properties ?? {})) {
    const kind = (schema as { 'x-resource'?: ResourceKind })['x-resource'];
    if (kind !== undefined) return { kind, id: `/params/${name}` };
  }
  throw new Error(`${id} does not say what it changes: give it "audit"`);
}

/** Fields that say where a call goes or how it is answered, not what it changes. */
const NOT_SET = new Set(['workspace']);

/** @returns null for an operation that leaves no entry */
export function entryOf(operation: Audited, call: AuditedCall, caller: Caller): Entry | null {
  const rule = auditRuleOf(operation);
  if (rule === 'nothing') return null;
  const { userId, userName = userId, keyId, keyName = null } = call.principal;
  const fields = Object.keys(call.body as object).filter(
    (name) => Object.hasOwn(operation.body?.properties ?? {}, name) && !NOT_SET.has(name),
  );
  const address = caller.address() || null;
  const entry: Entry = {
    isMade: false,
    rowsOf(result, at) {
      entry.isMade = true;
      const facts = { ...call, result };
      const row = {
        at,
        userId,
        userName,
        keyId,
        operation: operation.id,
        objectKind: rule.kind,
        objectId: objectIn(rule, facts),
        fields,
        address,
        requestId: call.requestId,
      };
      if (rule.in === 'installation')
        return { ofWorkspaces: [], ofInstallation: [{ id: newId('aud', at), ...row }] };
      const ofWorkspaces = workspacesIn(rule, call, facts).map((workspaceId) => ({
        id: newId('aud', at),
        workspaceId,
        ...row,
        keyName,
        tool: caller.tool,
        objectId: row.objectId ?? (rule.kind === 'workspace' ? workspaceId : null),
      }));
      return { ofWorkspaces, ofInstallation: [] };
    },
  };
  return entry;
}

function workspacesIn(rule: Exclude<AuditRule, 'nothing'>, call: AuditedCall, facts: object): string[] {
  if (rule.in === 'reach') return call.principal.workspaces.map(({ id }) => id);
  if (rule.in !== undefined && rule.in !== 'installation')
    return [valueAt(facts, rule.in)].filter((id) => id !== null);
  const { query, body } = call as { query: { workspace?: string }; body: { workspace?: string } };
  return [workspaceOf(call, query.workspace ?? body.workspace).id];
}

const objectIn = ({ id }: Exclude<AuditRule, 'nothing'>, facts: object) =>
  id === undefined ? null : valueAt(facts, id);

/** The text at a JSON pointer; null if there is none. */
function valueAt(value: unknown, place: Place): string | null {
  let found: unknown = value;
  for (const step of place.slice(1).split('/'))
    found = typeof found === 'object' && found !== null ? (found as { [name: string]: unknown })[step] : null;
  return typeof found === 'string' ? found : null;
}

/** A call whose work is done, with what its transaction returns. */
interface Done {
  call: { entry?: Entry | undefined };
  result: unknown;
}

/** The statement that stores the entries of calls; null where none leaves one. @param at epoch ms */
export function entriesInsert(db: Db, done: readonly Done[], at: number): Fragment | null {
  const entries = done.flatMap(({ call, result }) => call.entry?.rowsOf(result, at) ?? []);
  const ofInstallation = entries.flatMap((entry) => entry.ofInstallation);
  // a call about the installation is in a transaction of its own, in the directory
  if (ofInstallation.length > 0) return installationInsert(db, ofInstallation);
  const rows = entries.flatMap((entry) => entry.ofWorkspaces);
  return rows.length > 0 ? auditInsert(db, rows) : null;
}

/** Stores the entries of calls, in the transaction of what they did. @param at epoch ms */
export async function storeEntries(tx: Db, done: readonly Done[], at: number): Promise<void> {
  await entriesInsert(tx, done, at);
}
