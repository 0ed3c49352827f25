/** Who did what in a workspace. The parts that the service uses. */
import type { Operation } from '../../api/operation.ts';
import type { AuditContext } from './context.ts';
import { getPostHistory } from './history.ts';
import { listAudit } from './list.ts';

export type { AuditContext } from './context.ts';
export { COMMAND_LINE, storeCommandEntries, storeInstallationEntry, storeOwnEntry } from './own-entries.ts';

export const auditOperations: readonly Operation<AuditContext>[] = [listAudit, getPostHistory];

/** The groups of its operations in the API description. */
export const auditTags = { Audit: 'Who did what in a workspace.' };
