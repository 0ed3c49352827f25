/** Imports of posts: what the service uses. */
import type { Operation } from '../../api/operation.ts';
import type { ImportsContext } from './context.ts';
import { createImport, deleteImport, getImport, listImports, listRows } from './operations.ts';

export type { ImportsContext } from './context.ts';
export { COLUMNS, type Column } from './columns.ts';
export { importHandlers } from './handlers.ts';
export { MAX_FILE_BYTES, MAX_ROWS } from './read-file.ts';

export const importOperations: readonly Operation<ImportsContext>[] = [
  createImport,
  listImports,
  getImport,
  listRows,
  deleteImport,
];

/** The groups its operations are listed in. */
export const importTags = {
  Imports: 'Posts from a CSV file, checked row by row, and taken back as one.',
};
