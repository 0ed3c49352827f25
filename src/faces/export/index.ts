/** The archive of a workspace: what the service uses of it (docs/export.md). */
import { createExport } from './operations.ts';

export { exportRoutes } from './routes.ts';
export { UnderWay } from './under-way.ts';

export const exportOperations = [createExport];

/** The groups its operations are listed in. */
export const exportTags = {
  Export: 'Everything of a workspace in one file.',
};
