/** What the operations of numbers need. */
import { listNumberedAccounts, type NumberedAccount } from '../../../store/account-numbers.ts';
import type { Sql } from '../../../store/connect.ts';
import type { Budgets } from '../accounts/index.ts';
import { operationsWith } from '../../api/operation.ts';
import type { CommentsContext } from '../comments/index.ts';
import { eachAlone, gatherSame } from '../../engine/batch.ts';
import type { PostBatches } from '../posts/index.ts';
import type { SandboxChoice } from '../../base/workspace-networks.ts';
import type { Within } from '../../../store/held.ts';

export interface NumbersReads {
  /** The accounts of a workspace that the caller reaches, and how fresh their numbers are. Callers share them: they are not to be changed. */
  accountsOf: (within: Within) => Promise<readonly NumberedAccount[]>;
}

/** @param sql connections of requests */
export const numbersReads = (sql: Sql): NumbersReads => ({
  accountsOf: gatherSame(
    (within: Within) => JSON.stringify(within),
    eachAlone((within) => listNumberedAccounts(sql, within)),
  ),
});

/** A post's numbers are shown with its comments. */
export interface NumbersContext extends CommentsContext {
  posts: PostBatches;
  numbers: NumbersReads;
  budgets: Pick<Budgets, 'reserve' | 'blocked'>;
  sandbox: SandboxChoice;
}

export const operation = operationsWith<NumbersContext>();
