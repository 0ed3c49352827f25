/** A bot cannot read what it posted. */
import type { Finding } from '../../machines/outcome.ts';

export function verify(): Promise<Finding> {
  return Promise.resolve({
    kind: 'cannot_tell',
    reason: 'Telegram shows bots no history: only a look at the channel tells whether the post is live',
  });
}
