/** Agents: what they did, and what they have to confirm first. The parts that the faces and the service use. */
import type { Operation } from '../../api/operation.ts';
import type { AgentsContext } from './context.ts';
import { decideOperations } from './decide-operations.ts';
import { auditOperations } from './operations.ts';

export { type Audit, createAudit, type RecordedCall } from './audit.ts';
export {
  type CallToConfirm as ConfirmedCall,
  type Confirmations,
  createConfirmations,
  mismatch,
} from './confirmations.ts';

export const agentOperations: readonly Operation<AgentsContext>[] = [...auditOperations, ...decideOperations];

/** The groups of its operations in the API description. */
export const agentTags = {
  Agents: 'What agents did by tools, and what waits for a person.',
};
