/** What an operation says of its audit entries, and the entry of one call (docs/people.md, Who did what). */
import type { AuditEntryRow } from '../../store/audit-entries.ts';
import type { InstallationEntryRow } from '../../store/installation-entries.ts';
import type { ResourceKind } from './schemas.ts';

/** What calls are about. */
type AuditKind = ResourceKind | 'comment' | 'mail_server' | 'network_app';

/** Where an id is, as a JSON pointer. `result` is what the transaction of the call returns. */
export type Place = `/${'params' | 'query' | 'body' | 'result'}/${string}`;

/**
 * What the entry of an operation names as its object; `'nothing'` if it leaves none, because nothing of a workspace changes.
 * `id`: where the id of the object is. Default: the workspace where the kind is `workspace`, else none.
 * `in`: the workspaces whose owners see the entry. Default: the one of the call; `reach`: all that the caller reaches;
 * `installation`: none, the entry is of the installation.
 */
export type AuditRule = { kind: AuditKind; id?: Place; in?: 'reach' | 'installation' | Place } | 'nothing';

/** Rows of workspaces, or of the installation: a call leaves one kind. */
interface EntryRows {
  ofWorkspaces: AuditEntryRow[];
  ofInstallation: InstallationEntryRow[];
}

/** The entry of one call, until it is stored. */
export interface Entry {
  /**
   * @param result of the transaction; at: its instant, epoch ms
   * @returns its rows, to be stored in that transaction
   */
  rowsOf(result: unknown, at: number): EntryRows;
  /** Whether its rows were made for a transaction. */
  isMade: boolean;
}
