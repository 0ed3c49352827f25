/** Pages of audit entries, which are in the cell and in the directory (docs/people.md, Who did what). */
import { type AuditEntryRow, type AuditFilter, listAuditEntries } from '../../../store/audit-entries.ts';
import type { Core } from '../../api/context.ts';

interface Page {
  /** null means from the newest. */
  before: string | null;
  limit: number;
}

/** @returns entries of both, newest first */
export async function readEntries(
  { sql, directory }: Core,
  filter: AuditFilter & Page,
): Promise<AuditEntryRow[]> {
  const pages = await Promise.all([listAuditEntries(sql, filter), listAuditEntries(directory, filter)]);
  return pages
    .flat()
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, filter.limit);
}

const TYPES: { [prefix: string]: 'session' | 'key' | 'app' | 'link' | 'command' } = {
  ses: 'session',
  grant: 'app',
  aplink: 'link',
  command: 'command',
};

/** What a call was made with, by its id. */
export const typeOfKey = (keyId: string) => TYPES[keyId.slice(0, keyId.indexOf('_'))] ?? 'key';
