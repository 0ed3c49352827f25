/** Which accounts would refuse a post, as far as its check says. Pure. */
import type { Reply } from '../../../base/operations.ts';

export type PlannedAccount = Reply<'validatePost'>['accounts'][number];

/** Why an account refuses the post, or will; empty if it takes it. The findings have the service's words. */
export const refusalsOf = ({ refusals, warningDetails }: PlannedAccount) => [
  ...refusals,
  ...warningDetails.filter(({ willRefuse }) => willRefuse === true),
];

/** The accounts that refuse it, or will. */
export const refusing = (accounts: readonly PlannedAccount[]): PlannedAccount[] =>
  accounts.filter((account) => refusalsOf(account).length > 0);
