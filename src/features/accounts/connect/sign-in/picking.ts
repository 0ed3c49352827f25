/** The end of every sign-in: the person picks where there are several accounts, and what was picked is stored. */
import type { ConnectableAccount } from '../../../../../adapters/port/connect.ts';
import { lockLink, noteLinkAccount } from '../../../../../store/connect-links.ts';
import {
  endSignIn,
  findForPicking,
  insertSignIn,
  keepForPicking,
  takeSignIn,
} from '../../../../../store/sign-ins.ts';
import type { AccountsContext as Context } from '../../context.ts';
import { newId } from '../../../../base/ids.ts';
import { storeAccount } from '../accounts.ts';
import { isOpen } from '../link.ts';
import { isBelow, type Network } from '../networks.ts';
import { hashOf, newSecret } from '../../../../base/secrets.ts';
import { LINK_CLOSED, type NextStep, SIGN_IN_MS, type SignInContent, TOO_LATE, type Visit } from './visit.ts';

export class Picking {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Keeps the accounts of a sign-in that went through the network, for the person to pick from. */
  async keep(id: string, accounts: ConnectableAccount[], now: number): Promise<void> {
    const { sql, sealer } = this.#context;
    const content: SignInContent = { kind: 'picking', accounts };
    await keepForPicking(sql, { id, content: sealer.seal(content, id), expiresAt: now + SIGN_IN_MS });
  }

  /** Keeps the accounts that a form returned: a sign-in of their own, under a state that nobody knows. */
  async offer(visit: Visit, platform: string, accounts: ConnectableAccount[]): Promise<NextStep> {
    const { sql, sealer } = this.#context;
    const { now, link, browser } = visit;
    const id = newId('sign', now);
    const hashes = { stateHash: hashOf(newSecret()), browserHash: hashOf(browser) };
    const content: SignInContent = { kind: 'picking', accounts };
    const row = { id, linkId: link.id, platform, ...hashes, content: sealer.seal(content, id) };
    await sql.begin(async (tx) => {
      await insertSignIn(tx, { ...row, expiresAt: now + SIGN_IN_MS }, now);
      await takeSignIn(tx, hashes, now);
    });
    return { kind: 'pick', signInId: id };
  }

  /** What there is to pick from; null when it is gone. */
  async find(
    { link, browser, now }: Visit,
    signInId: string,
  ): Promise<{ platform: Network['platform']; accounts: ConnectableAccount[] } | null> {
    const { sql, sealer } = this.#context;
    const row = await findForPicking(
      sql,
      { id: signInId, linkId: link.id, browserHash: hashOf(browser) },
      now,
    );
    if (!row?.content) return null;
    const content = sealer.open(row.content, row.id) as SignInContent;
    if (content.kind !== 'picking') return null;
    return { platform: row.platform, accounts: content.accounts };
  }

  /** Connects the accounts that the person chose. */
  async pick(visit: Visit, signInId: string, remoteIds: string[]): Promise<NextStep> {
    const offered = await this.find(visit, signInId);
    if (!offered) return { kind: 'refused', reason: TOO_LATE };
    const chosen = offered.accounts.filter(({ remoteId }) => remoteIds.includes(remoteId));
    if (chosen.length === 0) return { kind: 'refused', reason: 'Choose at least one account.' };
    if (chosen.length > 1 && chosen.some(({ alone }) => alone))
      return { kind: 'refused', reason: 'Choose one account; sign in once more for the next.' };
    return this.store(visit, offered.platform, chosen, signInId);
  }

  /**
   * Stores accounts: all of them or none, with the link's row locked, so a link that was revoked meanwhile connects
   * nothing any more. @param signInId the sign-in that ends with it
   */
  async store(
    visit: Visit,
    platform: Network['platform'],
    accounts: ConnectableAccount[],
    signInId?: string,
  ): Promise<NextStep> {
    const { node, sealer, adapters, sandbox } = this.#context;
    const refusal = accounts.map((account) => kindFault(account, visit.link, sandbox)).find(Boolean);
    if (refusal) return { kind: 'refused', reason: refusal };
    return node.command<NextStep>(async (tx, turn) => {
      const link = await lockLink(tx, visit.link.id);
      if (!link || !isOpen(link, visit.now)) return { result: { kind: 'refused', reason: LINK_CLOSED } };
      const place = { workspaceId: link.workspaceId, platform };
      const deps = { tx, turn, sealer, adapter: adapters[platform] };
      // always in one order, so that two sign-ins with the same accounts cannot wait for each other in a ring
      for (const account of accounts.toSorted((a, b) => (a.remoteId < b.remoteId ? -1 : 1))) {
        const accountId = await storeAccount(deps, place, account);
        await noteLinkAccount(tx, { linkId: link.id, accountId }, visit.now);
      }
      if (signInId !== undefined) await endSignIn(tx, signInId);
      return { result: { kind: 'connected' } };
    });
  }
}

/** Why an account may not be in the workspace of a link, because of its network's address; null if it may. */
function kindFault(
  { endpoints }: ConnectableAccount,
  { workspaceNetworks }: Visit['link'],
  { origin }: Context['sandbox'],
): string | null {
  const isSimulated = origin !== null && isBelow(origin, endpoints);
  if (workspaceNetworks === 'real' && isSimulated)
    return 'This workspace is for real networks, and this server is a simulated one.';
  if (workspaceNetworks === 'simulated' && !isSimulated)
    return 'This workspace is for simulated networks, and this server is a real one. Connect it in another workspace.';
  return null;
}
