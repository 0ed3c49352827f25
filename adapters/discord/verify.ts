/** A webhook cannot read what it posted. */
import type { Finding } from '../../machines/outcome.ts';

export function verify(): Promise<Finding> {
  return Promise.resolve({
    kind: 'cannot_tell',
    reason: 'Discord does not let webhooks read messages: check in the channel whether the post is live',
  });
}
