/**
 * The app a person signs in with: the operator's, or one that this service registers at the server the person named
 * (mastodon). A registered app is kept once it has connected an account, and forgotten when its server refuses it.
 */
import type { AppCredentials } from '../../../../../adapters/port/account.ts';
import type { OAuthConnect } from '../../../../../adapters/port/connect.ts';
import { deleteApp, readApp, saveApp } from '../../../../../store/connect-apps.ts';
import type { AccountsContext as Context } from '../../context.ts';
import type { Network } from '../networks.ts';
import { hashOf } from '../../../../base/secrets.ts';
import type { NetworkCalls } from './network-call.ts';
import type { Refusal } from './visit.ts';

const APP_NAME = 'Troupe';

interface SignInApp {
  app: AppCredentials;
  endpoints: { [name: string]: string };
  /** Names the registered app; null for the operator's own. */
  appKey: string | null;
}

export class RegisteredApps {
  readonly #context: Pick<Context, 'directory' | 'sealer'>;
  readonly #calls: NetworkCalls;

  constructor(context: Pick<Context, 'directory' | 'sealer'>, calls: NetworkCalls) {
    this.#context = context;
    this.#calls = calls;
  }

  /** Finds the app for a sign-in, or registers one. @param registration fields: what the person typed; now: epoch ms */
  async find(
    network: Network,
    connect: OAuthConnect,
    registration: { fields: { [name: string]: string }; redirectUri: string; now: number },
  ): Promise<SignInApp | Refusal> {
    const { fields, redirectUri, now } = registration;
    if (!connect.register) {
      if (!network.app) return { kind: 'refused', reason: `${network.name} is not configured here.` };
      return { app: network.app, endpoints: network.endpoints, appKey: null };
    }
    const place = network.sandbox ? ['sandbox'] : [];
    const key = hashOf(JSON.stringify([network.platform, fields, redirectUri, connect.scopes, ...place]));
    const appKey = key.toString('base64url');
    const storedApp = await readApp(this.#context.directory, key);
    if (storedApp)
      return { ...(this.#context.sealer.open(storedApp, appKey) as Omit<SignInApp, 'appKey'>), appKey };
    const registered = await this.#calls.safely(network.platform, [], () =>
      connect.register!({ ...this.#calls.step(network, now), fields, redirectUri, appName: APP_NAME }),
    );
    if (registered.kind !== 'registered') return registered;
    const { app, endpoints } = registered;
    return { app, endpoints, appKey };
  }

  /** @param outcome of the exchange that used the app; now: epoch ms */
  async keepOrForget({ appKey, app, endpoints }: SignInApp, outcome: string, now: number): Promise<void> {
    if (appKey === null) return;
    const { directory, sealer } = this.#context;
    const key = Buffer.from(appKey, 'base64url');
    // its server may have forgotten the app
    if (outcome === 'refused') await deleteApp(directory, key);
    if (outcome === 'accounts')
      await saveApp(directory, { key, content: sealer.seal({ app, endpoints }, appKey) }, now);
  }
}
