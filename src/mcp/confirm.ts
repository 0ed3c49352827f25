/**
 * Calls that would publish, send or delete are confirmed first, where the key or the workspace says so (docs/mcp.md,
 * Confirmations): the first call does nothing and says what would happen, the second one brings the confirmation.
 */
import { hash } from 'node:crypto';
import type { AskedCall, Confirmations } from '../agents/index.ts';
import type { Principal, Workspace } from '../api/principal.ts';
import { Problem } from '../api/problem.ts';
import type { JsonObject } from '../http/json-body.ts';
import { isoOf } from '../time.ts';
import type { Tool } from './catalogue.ts';
import type { Foreseen } from './foresee.ts';
import { inOrder } from './in-order.ts';

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
  /** null: it would send nothing. */
  foresee: (
    tool: Pick<Tool<never>, 'name' | 'guide'>,
    given: JsonObject,
    call: { principal: Principal; workspace: Workspace; now: number },
  ) => Promise<Foreseen | null>;
  /** The address of this service, without a trailing slash. */
  baseUrl: () => string;
}

/**
 * @param given the arguments, checked
 * @returns who agreed (null: nobody), and whether the call goes on although nobody did, because it would send nothing
 * @throws Unconfirmed with what would happen; Problem for a confirmation that cannot be used
 */
export async function insistOnConfirmation(
  tool: Tool<never>,
  given: JsonObject,
  { principal, client, now }: { principal: Principal; client: string | null; now: number },
  { confirmations, foresee, baseUrl }: ConfirmOptions,
): Promise<{ unconfirmed: boolean; confirmedBy: string | null }> {
  if (tool.guide.confirms === undefined) return FREE;
  const workspace =
    principal.workspaces.find(({ slug }) => slug === given['workspace']) ?? principal.workspaces[0];
  if (workspace === undefined) return FREE; // the operation refuses it
  if (given['workspace'] !== undefined && given['workspace'] !== workspace.slug) return FREE;
  const confirm = await confirmations.needed(principal, workspace.id);
  if (confirm === 'none') return FREE;
  const { confirmation, idempotencyKey, ...rest } = given;
  if (!tool.guide.confirms(rest)) return HARMLESS;
  const plan = await foresee(tool, rest, { principal, workspace, now });
  if (plan === null) return HARMLESS;
  const call: AskedCall = {
    principal,
    workspaceId: workspace.id,
    client,
    tool: tool.name,
    bound: boundOf(rest, plan),
    confirm,
  };
  if (confirmation === undefined)
    throw await unconfirmed(call, plan, { confirmations, now, address: addressOf(baseUrl(), workspace) });
  const usedWith = (idempotencyKey as string | undefined) ?? null;
  const confirmedBy = await confirmations.use(call, { token: confirmation as string, usedWith }, now);
  return { unconfirmed: false, confirmedBy };
}

const FREE = { unconfirmed: false, confirmedBy: null };
const HARMLESS = { unconfirmed: true, confirmedBy: null };

const addressOf = (base: string, { slug }: Workspace) => `${base}/app/w/${slug}/agents`;

/** What a confirmation is for: these arguments, in whatever order, as long as the same would happen. */
const boundOf = (given: JsonObject, plan: Foreseen): Buffer =>
  hash('sha256', JSON.stringify(inOrder({ given, plan })), 'buffer');

async function unconfirmed(
  call: AskedCall,
  plan: Foreseen,
  { confirmations, now, address }: { confirmations: Confirmations; now: number; address: string },
): Promise<Unconfirmed> {
  const { token, expiresAt } = await confirmations.ask(call, plan, now);
  const again = `call ${call.tool} again with the same arguments and this \`confirmation\`, before \`expiresAt\``;
  const what =
    call.confirm === 'person'
      ? `a person has to allow it at ${address}. Tell them so; when they have, ${again}`
      : `show the person what would happen (\`plan\`); if they agree, ${again}`;
  const { arguments: _, ...told } = plan; // the caller has them
  return new Unconfirmed(`nothing has happened yet: ${what}`, {
    confirmation: token,
    expiresAt: isoOf(expiresAt),
    confirmBy: call.confirm,
    ...(call.confirm === 'person' && { address }),
    plan: told,
  });
}
