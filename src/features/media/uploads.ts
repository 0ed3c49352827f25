/**
 * The files of uploads while they arrive. If the disk fails, the client gets a problem with status 507 or 503, not a
 * 500.
 */
import type { Uploads } from '../../api/upload.ts';
import type { Log } from '../../base/log.ts';
import type { Incoming } from './incoming.ts';
import { storageProblem } from './problem.ts';

export function uploadsInto(incoming: Incoming, log: Pick<Log, 'error'>): Uploads {
  const orProblem = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storageProblem(error, log) ?? error;
    }
  };
  return {
    begin() {
      const file = orProblem(() => incoming.begin());
      return {
        get bytes() {
          return file.bytes;
        },
        write: (chunk) => orProblem(() => file.write(chunk)),
        finish: () => orProblem(() => file.finish()),
        discard: () => file.discard(),
      };
    },
  };
}
