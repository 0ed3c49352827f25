/**
 * Networks where one app of the operator's serves everybody (telegram's bot). The person lets the app in and posts a
 * code where it shall publish; the app reads the code there, which proves whose place it is.
 */
import type { SharedNetwork } from './shared-network.ts';
import { listLinkAccountIds } from '../../../../../store/connect-links.ts';
import { findPostedCode } from '../../../../../store/connect-apps.ts';
import type { AccountsContext as Context } from '../../context.ts';
import type { Network } from '../networks.ts';
import { codeFor, hashOf } from '../../../../base/secrets.ts';
import type { NetworkCalls } from './network-call.ts';
import type { Picking } from './picking.ts';
import type { PostedCodes } from './posted-codes.ts';
import type { NextStep, Refusal, Visit } from './visit.ts';

/** What the person has to do, and the code they post. */
export interface SharedSteps {
  kind: 'steps';
  steps: string[];
  code: string;
}

export class SharedAppSignIn {
  readonly #context: Context;
  readonly #calls: NetworkCalls;
  readonly #codes: PostedCodes;
  readonly #picking: Picking;

  constructor(context: Context, parts: { calls: NetworkCalls; codes: PostedCodes; picking: Picking }) {
    this.#context = context;
    this.#calls = parts.calls;
    this.#codes = parts.codes;
    this.#picking = parts.picking;
  }

  /** What to do at the network. Asks it for the app's name. */
  async steps(visit: Visit, { network, shared, app }: SharedNetwork): Promise<SharedSteps | Refusal> {
    const named = await this.#calls.safely(network.platform, [app.clientSecret], () =>
      shared.nameOf({ ...this.#calls.step(network, visit.now), app }),
    );
    if (named.kind !== 'name') return named;
    const code = await this.#codeOf(visit, network);
    return { kind: 'steps', code, steps: shared.steps({ name: named.name, code }) };
  }

  /** The person says that the code is posted: connects the place where it was seen. */
  async submit(visit: Visit, target: SharedNetwork): Promise<NextStep> {
    const { network, shared, app } = target;
    const { platform } = network;
    const code = { platform, hash: hashOf(await this.#codeOf(visit, network)) };
    const find = () => findPostedCode(this.#context.directory, code);
    let place = await find();
    if (place === null) {
      const failure = await this.#codes.read(target, { now: visit.now, until: find });
      if (failure !== null) return failure;
      place = await find();
    }
    if (place === null)
      return {
        kind: 'refused',
        reason: 'The code was not seen yet: post it as shown here, then press again.',
      };
    const found = place;
    const answer = await this.#calls.safely(platform, [app.clientSecret], () =>
      shared.connect({ ...this.#calls.step(network, visit.now), app, place: found }),
    );
    return answer.kind === 'accounts' ? this.#picking.store(visit, platform, answer.accounts) : answer;
  }

  /** Another code for each further account, so that a second place needs a post of its own. */
  async #codeOf({ link, browser }: Visit, { platform }: Network): Promise<string> {
    const connected = await listLinkAccountIds(this.#context.sql, link.id);
    return codeFor(browser, `${platform} ${link.id} ${connected.length}`);
  }
}
