/** LinkedIn gives ordinary apps no list of posts. `duplicate.ts` explains what prevents a second post. */
import type { Finding } from '../../machines/outcome.ts';

export function verify(): Promise<Finding> {
  return Promise.resolve({
    kind: 'cannot_tell',
    reason:
      'LinkedIn does not let apps read posts: check on the profile whether the post is live, or try again',
  });
}
