/** What the page Home needs. */
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';

export interface HomeContext extends Core {
  /** Address of the sandbox, without a slash at the end; null if there is none. */
  sandboxUrl: string | null;
}

export const operation = operationsWith<HomeContext>();
