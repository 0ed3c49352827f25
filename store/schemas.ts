/**
 * Where the tables of an installation are.
 *
 * The *directory* has what belongs to the whole installation, and what has to be found before a workspace is known: users,
 * keys, members, the names of workspaces. A *cell* has everything that belongs to its workspaces. Each is a schema, and a
 * connection sees one of them only, so a statement cannot read both: a cell may be moved to a server of its own
 * (docs/decisions/13-a-cell-is-a-schema.md).
 */

/** The names of the schemas that a process works with. */
export interface Schemas {
  directory: string;
  cell: string;
  /** The cell that the installation begins with. */
  firstCell: string;
  /** The schema of the address. Before there were cells it had all tables. */
  base: string;
}

/** The cell that an installation begins with. */
export const FIRST_CELL = 'cell_1';

/** The prefix of the schemas of an installation whose address names no schema. */
const PREFIX = 'troupe';
/** The schema in which Postgres looks where an address names none. */
const PUBLIC = 'public';

/** What may be the name of a cell: it becomes a part of the name of a schema. */
export const CELL_NAME = /^[a-z][a-z0-9_]{0,30}$/;

/**
 * The schemas of an installation. Installations that share a database have different schemas in their addresses.
 * @param url address of the database; `?search_path=name` names the schema of the installation
 * @param cell name of the cell
 */
export function schemasOf(url: string, cell = FIRST_CELL): Schemas {
  const path = /[?&]search_path=([^&]*)/.exec(url)?.[1] ?? PUBLIC;
  const base = decodeURIComponent(path).split(',')[0]!.trim().replaceAll('"', '');
  const prefix = base === PUBLIC ? PREFIX : base;
  const nameOf = (part: string) => `${prefix}_${part}`;
  return { base, directory: nameOf('directory'), cell: nameOf(cell), firstCell: nameOf(FIRST_CELL) };
}

/** The same address without the name of a schema: each connection has its own. */
export const withoutSchema = (url: string): string =>
  url.replace(/([?&])search_path=[^&]*&?/, '$1').replace(/[?&]$/, '');
