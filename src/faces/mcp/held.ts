/**
 * Tools that may publish, send or delete, and so can be held until they are confirmed (docs/mcp.md, Confirmations): when they
 * have to be, and what the confirmation is bound to.
 */

/**
 * What a call is about. `accounts`: those that a post goes to; `account`: the one of the argument `accountId`. What counts of
 * each is in bound.ts.
 */
export type Bound = 'accounts' | 'account' | 'post' | 'comment' | 'conversation' | 'rule' | 'automation';

export interface Held {
  /**
   * Whether a call with these arguments may publish, send or delete. Where that depends on what the call is about too, `foresee`
   * says that no confirmation is needed.
   */
  when: (args: { [argument: string]: unknown }) => boolean;
  /**
   * Besides the arguments. If one of them changes between the confirmation and the commit, nothing happens: the operation
   * compares them in its transaction, under their locks (`agreed` in src/api/operation.ts).
   */
  binds: readonly [Bound, ...Bound[]];
}

const always = () => true;
/** Anything but pausing. */
const unlessPaused = (args: { [argument: string]: unknown }) =>
  args['active'] !== false || Object.keys(args).some((name) => !['id', 'workspace', 'active'].includes(name));

export const HELD: { [tool: string]: Held } = {
  create_post: { when: ({ draft }) => draft !== true, binds: ['accounts'] },
  update_post: { when: always, binds: ['post', 'accounts'] },
  delete_post: { when: always, binds: ['post'] },
  reply_to_comment: { when: always, binds: ['account', 'comment'] },
  hide_comment: { when: always, binds: ['account', 'comment'] },
  delete_comment: { when: always, binds: ['account', 'comment'] },
  send_message: { when: always, binds: ['conversation'] },
  create_comment_dm_rule: { when: always, binds: ['account'] },
  update_comment_dm_rule: { when: unlessPaused, binds: ['rule'] },
  delete_comment_dm_rule: { when: always, binds: ['rule'] },
  create_dm_automation: { when: ({ active }) => active !== false, binds: ['account'] },
  update_dm_automation: { when: unlessPaused, binds: ['automation'] },
  delete_dm_automation: { when: always, binds: ['automation'] },
};
