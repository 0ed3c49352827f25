/** LinkedIn gives ordinary apps no list of posts. `duplicate.ts` explains what prevents a second post. */
import type { Finding } from '../../machines/outcome.ts';

export function verify(): Promise<Finding> {
  return Promise.resolve({
    kind: 'cannot_tell',
    reason:
      'LinkedIn shows no posts to apps: only a look at the profile, or a retry, tells whether the post is live',
  });
}
