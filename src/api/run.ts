/** Runs a call of an operation: the one way, for all faces. */
import { type Caller, entryOf } from './audit.ts';
import type { Call, Operation, Reply } from './operation.ts';

/**
 * @param caller what the face knows of who calls
 * @throws as the handler does; and when the handler changed something without the entry in the audit, which is a bug
 */
export async function runOperation<Context, Result>(
  operation: Operation<Context, Result>,
  call: Call<Context>,
  caller: Caller,
): Promise<Reply<Result>> {
  const entry = entryOf(operation, call, caller);
  if (entry === null) return operation.handle(call);
  const reply = await operation.handle({ ...call, entry });
  // what is answered again has its entry since it was done
  if (!entry.isMade && reply.replayed !== true && reply.unchanged !== true)
    throw new Error(`${operation.id} was done without an entry in the audit`);
  return reply;
}
