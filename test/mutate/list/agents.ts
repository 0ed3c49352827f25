/** Agents do what somebody agreed to, and what they did is kept without what they wrote. */
import { changesIn, type Mutant } from '../mutant.ts';

const confirm = ['test/mcp/confirm.test.ts'];
const beside = ['test/mcp/confirm-beside.test.ts'];
const audit = ['test/mcp/audit.test.ts'];

export const agentMutants: Mutant[] = [
  ...changesIn('store/confirmations.ts', confirm, [
    [
      'a confirmation is used for other arguments',
      'and tool = ${use.tool} and bound = ${use.bound}',
      'and tool = ${use.tool}',
    ],
    [
      'a confirmation is used by another caller',
      'where token_hash = ${use.tokenHash} and user_id = ${use.userId} and key_id = ${use.keyId}',
      'where token_hash = ${use.tokenHash}',
    ],
    [
      'a confirmation counts more than once',
      "(state = 'waiting' and ${use.byCall}::boolean)",
      "(state in ('waiting', 'used') and ${use.byCall}::boolean)",
    ],
    [
      'a second call is enough where a person has to allow it',
      "(state = 'waiting' and ${use.byCall}::boolean)",
      "state = 'waiting'",
    ],
  ]),
  ...changesIn('src/faces/mcp/confirm.ts', confirm, [
    [
      'what would happen may change after it was agreed to',
      'inOrder({ given: args, plan: rest, sent, facts })',
      'inOrder({ given: args })',
    ],
  ]),
  ...changesIn('src/faces/mcp/call.ts', beside, [
    ['what was agreed to is not compared at the commit', '    await agreed(tx);', '    void agreed, tx;'],
  ]),
  ...changesIn('src/faces/mcp/foresee.ts', beside, [
    [
      'what was agreed to is read beside the transaction that does it',
      'const reads = tx ? lockingReads(tx) : readsOf(call.context);',
      'const reads = readsOf(call.context);',
    ],
  ]),
  ...changesIn('store/accounts.ts', beside, [
    [
      'an account changes between the comparison and the commit',
      'where id = any(${ids}::text[]) order by id for share`',
      'where id = any(${ids}::text[]) order by id`',
    ],
  ]),
  ...changesIn('src/features/agents/confirmations.ts', confirm, [
    [
      'the setting of the workspace does not count',
      'return stricter(confirm, await readWorkspaceConfirm(sql, workspaceId));',
      'return confirm;',
    ],
  ]),
  ...changesIn('src/faces/http/api.ts', confirm, [
    [
      'a key that has to confirm acts over REST',
      "if (confirm === 'none' || READS.has(method) || isHarmless) return;",
      'return;',
    ],
  ]),
  ...changesIn('src/faces/mcp/recorded.ts', audit, [
    [
      'the audit list keeps what people wrote',
      'return isPlain ? redactText(value)',
      'return true ? redactText(value)',
    ],
  ]),
  ...changesIn('store/tool-calls.ts', audit, [
    ['a workspace sees the calls of others', 'where workspace_id = ${list.workspaceId}', 'where true'],
  ]),
];
