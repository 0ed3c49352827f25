/**
 * Operators of the installation (docs/people.md, Operators): who set it up, and whom an operator or a command at the host added. An
 * operator sees the pages of the installation, and no workspace by that. The check before every operation is here, for all faces.
 */
import type { Operation } from './operation.ts';
import type { Principal } from './principal.ts';
import { Problem } from './problem.ts';

type Guarded = Pick<Operation<never>, 'isForOperators'>;

/** Whether a caller may use an operation, as far as operators go. */
export const isForCaller = ({ isOperator }: Pick<Principal, 'isOperator'>, operation: Guarded): boolean =>
  operation.isForOperators !== true || isOperator === true;

/** @throws Problem 403 operator_required for an operation about the installation and a caller who is no operator of it */
export function insistOnOperatorFor(principal: Principal, operation: Guarded): void {
  if (!isForCaller(principal, operation)) throw operatorRequired();
}

/** The error of somebody who is no operator, or is none any more. */
export const operatorRequired = (): Problem =>
  new Problem(
    'operator_required',
    'this is for operators of the installation: ask one of them, or run troupe operators add at the host',
  );
