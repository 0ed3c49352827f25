/** A bot cannot read what it posted. */
import type { Finding } from '../../machines/outcome.ts';

export function verify(): Promise<Finding> {
  return Promise.resolve({
    kind: 'cannot_tell',
    reason: 'Telegram does not let bots read the history: check in the channel whether the post is live',
  });
}
