/**
 * Calls that would publish, send or delete are confirmed first, where the key or the workspace says so (docs/mcp.md,
 * Confirmations): the first call does nothing and says what would happen, the second one brings the confirmation.
 */
import { hash } from 'node:crypto';
import type { Tx } from '../../../store/connect.ts';
import { type ConfirmedCall, type Confirmations, mismatch } from '../../features/agents/index.ts';
import { findWorkspace, type Membership, type Principal } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import type { JsonObject } from '../http/json-body.ts';
import { isoOf } from '../../base/time.ts';
import type { Tool } from './catalogue.ts';
import type { Foreseen, Plan } from './foresee.ts';
import { inOrder } from '../../base/in-order.ts';

/** Nothing has happened: somebody has to agree first. */
export class Unconfirmed extends Problem {
  /** Beside the error. */
  readonly more: object;

  constructor(message: string, more: object) {
    super('confirmation_required', message);
    this.more = more;
  }
}

export interface ConfirmOptions {
  confirmations: Confirmations;
  /** null if it would send nothing. */
  foresee: (
    tool: Pick<Tool<never>, 'name' | 'guide' | 'held'>,
    args: JsonObject,
    call: { principal: Principal; workspace: Membership; now: number; tx?: Tx },
  ) => Promise<Foreseen | null>;
  /** The address of this service, without a trailing slash. */
  baseUrl: () => string;
}

interface Agreement {
  /** null if nobody. */
  confirmedBy: string | null;
  /** What the operation compares in its transaction; null if nothing has to be agreed to. */
  agreed: ((tx: Tx) => Promise<void>) | null;
}

/**
 * @param args the arguments, checked
 * @throws Unconfirmed with what would happen; Problem for a confirmation that cannot be used
 */
export async function insistOnConfirmation(
  tool: Tool<never>,
  args: JsonObject,
  { principal, client, now }: { principal: Principal; client: string | null; now: number },
  { confirmations, foresee, baseUrl }: ConfirmOptions,
): Promise<Agreement> {
  if (tool.held === undefined) return FREE;
  const workspace = findWorkspace(principal, args['workspace']);
  if (workspace === undefined) return FREE; // the operation refuses it
  const confirm = await confirmations.needed(principal, workspace.id);
  if (confirm === 'none') return FREE;
  const { confirmation, idempotencyKey, ...rest } = args;
  if (!tool.held.when(rest)) return FREE;
  const look = (tx?: Tx) => foresee(tool, rest, { principal, workspace, now, ...(tx && { tx }) });
  const foreseen = await look();
  if (foreseen === null) return { confirmedBy: null, agreed: async (tx) => insistOnNothing(await look(tx)) };
  const bound = boundOf(rest, foreseen);
  const call: ConfirmedCall = {
    principal,
    workspaceId: workspace.id,
    client,
    tool: tool.name,
    bound,
    confirm,
  };
  if (confirmation === undefined)
    throw await unconfirmed(call, foreseen.plan, {
      confirmations,
      now,
      address: addressOf(baseUrl(), workspace),
    });
  const usedWith = (idempotencyKey as string | undefined) ?? null;
  const confirmedBy = await confirmations.use(call, { token: confirmation as string, usedWith }, now);
  return {
    confirmedBy,
    agreed: async (tx) => {
      const current = await look(tx);
      if (current === null || !boundOf(rest, current).equals(bound)) throw mismatch();
    },
  };
}

const FREE: Agreement = { confirmedBy: null, agreed: null };

function insistOnNothing(foreseen: Foreseen | null): void {
  if (foreseen === null) return;
  throw new Problem(
    'conflict',
    'what this is about has changed meanwhile, so it has to be confirmed now: call it again',
  );
}

const addressOf = (base: string, { slug }: Membership) => `${base}/app/w/${slug}/agents`;

/**
 * What a confirmation is for: these arguments, in whatever order, as long as the same would happen. Warnings of a post say nothing
 * more of what would be sent, and some change by themselves: the post of a call that is repeated has the same text as its own.
 */
function boundOf(args: JsonObject, { plan, facts }: Foreseen): Buffer {
  const { post, ...rest } = plan;
  const { warnings: _, ...sent } = post ?? { warnings: [] };
  return hash('sha256', JSON.stringify(inOrder({ given: args, plan: rest, sent, facts })), 'buffer');
}

async function unconfirmed(
  call: ConfirmedCall,
  plan: Plan,
  { confirmations, now, address }: { confirmations: Confirmations; now: number; address: string },
): Promise<Unconfirmed> {
  const { token, expiresAt } = await confirmations.ask(call, plan, now);
  const again = `call ${call.tool} again with the same arguments and this \`confirmation\`, before \`expiresAt\``;
  const what =
    call.confirm === 'person'
      ? `a person has to allow it at ${address}. Tell them so; when they have, ${again}`
      : `show the person what would happen (\`plan\`); if they agree, ${again}`;
  const { arguments: _, ...planWithoutArguments } = plan; // the caller has them
  return new Unconfirmed(`nothing has happened yet: ${what}`, {
    confirmation: token,
    expiresAt: isoOf(expiresAt),
    confirmBy: call.confirm,
    ...(call.confirm === 'person' && { address }),
    plan: planWithoutArguments,
  });
}
