/**
 * Signing in at a network, from the first press to the stored account. What has to be remembered between two requests
 * is in Postgres, so any node can serve the next one. A crash loses at most the sign-in, never half of an account: the
 * sign-in's state is used up by then, and the person starts again.
 *
 * A network is connected in one of three ways, each in a file of its own in `sign-in/`:
 *   oauth.ts       the person goes to the network and comes back with a code
 *   shared-app.ts  the person posts a code that the operator's app reads
 *   here           the person types credentials into a form
 * All three end in picking.ts, which stores the accounts.
 */
import type { ConnectableAccount, FormConnect } from '../../../../adapters/port/connect.ts';
import type { AccountsContext as Context } from '../context.ts';
import type { Network, Networks } from './networks.ts';
import { NetworkCalls } from './sign-in/network-call.ts';
import { type CameBack, OAuthSignIn, type Return } from './sign-in/oauth.ts';
import { Picking } from './sign-in/picking.ts';
import { PostedCodes } from './sign-in/posted-codes.ts';
import { RegisteredApps } from './sign-in/registered-apps.ts';
import { SharedAppSignIn, type SharedSteps } from './sign-in/shared-app.ts';
import { type SharedNetwork, sharedNetworkOf } from './sign-in/shared-network.ts';
import type { NextStep, Refusal, Visit } from './sign-in/visit.ts';

const MAX_FIELD_CHARACTERS = 2000;

export class SignIns {
  readonly #calls: NetworkCalls;
  readonly #picking: Picking;
  readonly #oauth: OAuthSignIn;
  readonly #shared: SharedAppSignIn;

  constructor(context: Context, networks: Networks) {
    const calls = new NetworkCalls(context);
    const picking = new Picking(context);
    const apps = new RegisteredApps(context, calls);
    this.#calls = calls;
    this.#picking = picking;
    this.#oauth = new OAuthSignIn(context, { networks, calls, apps, picking });
    const codes = new PostedCodes(context, calls);
    this.#shared = new SharedAppSignIn(context, { calls, codes, picking });
  }

  /** A network's form was sent, or the button of a network that takes people away. */
  async submit(visit: Visit, network: Network, form: { [name: string]: string }): Promise<NextStep> {
    const { connect } = network;
    const names = (connect.fields ?? []).map(({ name }) => name);
    const fields = Object.fromEntries(
      names.map((name) => [name, (form[name] ?? '').trim().slice(0, MAX_FIELD_CHARACTERS)]),
    );
    if (connect.kind === 'oauth') return this.#oauth.leave(visit, network, connect, fields);
    const shared = sharedNetworkOf(network);
    return shared ? this.#shared.submit(visit, shared) : this.#submitForm(visit, network, connect, fields);
  }

  /** What to do at a network where the operator's app is let in. */
  steps(visit: Visit, target: SharedNetwork): Promise<SharedSteps | Refusal> {
    return this.#shared.steps(visit, target);
  }

  /** The network sent the person back. */
  comeBack(back: Return): Promise<CameBack> {
    return this.#oauth.comeBack(back);
  }

  /** What there is to pick from; null when it is gone. */
  toPick(
    visit: Visit,
    signInId: string,
  ): Promise<{ platform: string; accounts: ConnectableAccount[] } | null> {
    return this.#picking.find(visit, signInId);
  }

  pick(visit: Visit, signInId: string, remoteIds: string[]): Promise<NextStep> {
    return this.#picking.pick(visit, signInId, remoteIds);
  }

  async #submitForm(
    visit: Visit,
    network: Network,
    connect: FormConnect,
    fields: { [name: string]: string },
  ): Promise<NextStep> {
    const { platform } = network;
    const answer = await this.#calls.safely(platform, Object.values(fields), () =>
      connect.connect({ ...this.#calls.step(network, visit.now), fields }),
    );
    if (answer.kind !== 'accounts') return answer;
    if (answer.accounts.length === 1) return this.#picking.store(visit, platform, answer.accounts);
    return this.#picking.offer(visit, platform, answer.accounts);
  }
}
