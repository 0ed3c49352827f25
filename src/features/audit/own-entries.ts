/** Audit entries for actions that are not in the table of operations: accepting an invitation, and commands at the host. */
import { type AuditEntryRow, auditInsert } from '../../../store/audit-entries.ts';
import type { Tx } from '../../../store/connect.ts';
import { installationInsert } from '../../../store/installation-entries.ts';
import { newId } from '../../base/ids.ts';

/** What was done, on what. */
interface Done {
  workspaceId: string;
  /** That of the table which does the same, or one of `OTHER_ACTIONS`. */
  operation: string;
  objectKind: AuditEntryRow['objectKind'];
  objectId: string | null;
  /** Names of what was set. */
  fields?: string[];
  /** Epoch ms. */
  at: number;
}

/** Names of actions that are not in the table of operations, each with its summary. */
export const OTHER_ACTIONS: { [operation: string]: string } = {
  acceptInvitation: 'Accept an invitation',
  setPlan: 'Set the plan',
};

/** Stores the entry of a person at the dashboard. Part of the transaction of what they did. @param by keyId: of their session */
export async function storeOwnEntry(
  tx: Tx,
  by: Pick<AuditEntryRow, 'userId' | 'userName' | 'keyId' | 'address' | 'requestId'>,
  { fields = [], ...done }: Done,
): Promise<void> {
  await auditInsert(tx, [{ id: newId('aud', done.at), ...by, ...done, fields, keyName: null, tool: null }]);
}

/** Whom an entry of a command names: nobody is signed in at the host. */
export const COMMAND_LINE = { userId: 'command_line', userName: 'Command line', keyId: 'command_line' };

/** Stores the entries of a command at the host. Part of the transaction of what it did. */
export async function storeCommandEntries(tx: Tx, done: readonly Done[]): Promise<void> {
  if (done.length === 0) return;
  const rows = done.map(({ fields = [], ...one }) => {
    const id = newId('aud', one.at);
    const nothing = { keyName: null, tool: null, address: null };
    return { id, ...COMMAND_LINE, ...nothing, ...one, fields, requestId: id.replace(/^aud_/, 'cmd_') };
  });
  await auditInsert(tx, rows);
}

/** Stores the entry of a command at the host that changed the installation. Part of the transaction of what it did. */
export async function storeInstallationEntry(
  tx: Tx,
  { fields = [], ...done }: Omit<Done, 'workspaceId'>,
): Promise<void> {
  const id = newId('aud', done.at);
  const requestId = id.replace(/^aud_/, 'cmd_');
  await installationInsert(tx, [{ id, ...COMMAND_LINE, ...done, fields, address: null, requestId }]);
}
