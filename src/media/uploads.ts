/** Files of uploads while they arrive. A disk that fails meanwhile is the caller's problem 507 or 503, not a bug. */
import type { Uploads } from '../api/upload.ts';
import type { Log } from '../log.ts';
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
