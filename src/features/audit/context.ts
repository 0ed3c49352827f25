/** What the operations of the audit need. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';

export interface AuditContext extends Core {
  adapters: { [platform: string]: Manifest };
  /** What an operation does, in a few words; its id where this version has no such operation. */
  summaryOf: (operation: string) => string;
}

export const operation = operationsWith<AuditContext>();
