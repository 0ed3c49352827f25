/** What carrying out an act on a comment needs. */
import type { Refresher } from '../accounts/index.ts';
import type { CommentsContext } from './context.ts';

export type ActingDeps = Pick<
  CommentsContext,
  'sql' | 'directory' | 'sealer' | 'adapters' | 'guard' | 'refresher' | 'clock' | 'log'
> & {
  refresher: Refresher;
  /** The node that runs the effects; it is made after its handlers. */
  node: () => CommentsContext['node'];
};
