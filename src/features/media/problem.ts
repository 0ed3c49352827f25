/** What callers see when the store of hosted files fails. */
import { Problem } from '../../api/problem.ts';
import type { Log } from '../../base/log.ts';
import { StorageError } from './storage.ts';

/** @returns the problem for a failure of the store, which is also logged; null for any other error */
export function storageProblem(error: unknown, log: Pick<Log, 'error'>): Problem | null {
  if (!(error instanceof StorageError)) return null;
  log.error({ err: error }, 'the store of hosted files failed');
  switch (error.code) {
    case 'full':
      return new Problem('storage_full', `${error.message}: the operator of this service has to make room`);
    case 'misconfigured':
      return new Problem(
        'storage_unavailable',
        `${error.message}: the operator of this service has to fix its settings`,
        { retryAfterSeconds: 300 },
      );
    case 'unavailable':
      return new Problem('storage_unavailable', `${error.message}; try again shortly`, {
        retryAfterSeconds: 5,
      });
    default:
      return error.code satisfies never;
  }
}
