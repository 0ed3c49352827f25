/**
 * Which networks accounts can be connected at, how, and as which app: the operator's by the settings; without one the
 * sandbox's, where there is a sandbox. Nothing about a simulated network is known here but what the sandbox tells.
 */
import { networks } from '../../../adapters/networks.ts';
import type { AppCredentials } from '../../../adapters/port/account.ts';
import type { Connect } from '../../../adapters/port/connect.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { AppAt } from '../apps.ts';

export interface Network {
  platform: string;
  /** For people. */
  name: string;
  connect: Connect;
  endpoints: { [name: string]: string };
  /** Null where none is needed, or where this service registers itself. */
  app: AppCredentials | null;
  sandbox: boolean;
  /** In the sandbox: a page on which a person does what connecting asks for. */
  hand: string | null;
}

/** A network that cannot be connected, and why, in words for a person. */
export interface Unavailable {
  platform: string;
  name: string;
  connect: null;
  reason: 'not configured' | 'the sandbox does not answer';
}

export interface Networks {
  all(): Promise<(Network | Unavailable)[]>;
  /** Null for a name that is no network's. */
  find(platform: string): Promise<Network | Unavailable | null>;
  /** This service as an app at the network that a connected account is on. */
  appAt: AppAt;
}

/** As people know it. */
export const networkName = (platform: string): string =>
  (networks as { [platform: string]: Manifest })[platform]?.name ?? platform;

export interface NetworksOptions {
  adapters: { [platform: string]: Manifest };
  /** By platform, from the settings. */
  apps: { [platform: string]: AppCredentials };
  sandboxUrl: string | null;
}

export function createNetworks({ adapters, apps, sandboxUrl }: NetworksOptions): Networks {
  const sandbox = sandboxUrl === null ? null : sandboxDirectory(sandboxUrl);

  const describe = (
    { platform, name, connect, endpoints: real }: Manifest,
    simulated: Simulated | undefined | null,
  ): Network | Unavailable => {
    const no = (reason: Unavailable['reason']): Unavailable => ({ platform, name, connect: null, reason });
    const own = apps[platform] ?? null;
    const common = { platform, name, connect };
    if (own !== null || sandbox === null) {
      const usable = own === null ? withoutApp(connect) : connect;
      if (usable === null) return no('not configured');
      return { ...common, connect: usable, endpoints: real, app: own, sandbox: false, hand: null };
    }
    if (simulated === null) return no('the sandbox does not answer');
    const usable = simulated?.app ? connect : withoutApp(connect);
    if (!simulated || usable === null) return no('not configured');
    const { endpoints, app, hand } = simulated;
    return { ...common, connect: usable, endpoints, app, sandbox: true, hand };
  };

  const all = async () => {
    const simulated = sandbox === null ? [] : await sandbox();
    return Object.values(adapters).map((manifest) =>
      describe(manifest, simulated && simulated.find(({ platform }) => platform === manifest.platform)),
    );
  };
  return {
    all,
    find: async (platform) => (await all()).find((network) => network.platform === platform) ?? null,
    appAt: async ({ platform, endpoints }) => {
      if (sandbox === null || !isBelow(sandboxUrl!, endpoints)) return { app: apps[platform] ?? null };
      const simulated = await sandbox();
      if (simulated === null) return { silent: true };
      return { app: simulated.find((one) => one.platform === platform)?.app ?? null };
    },
  };
}

/** Whether an account is on the sandbox: then the operator's app is not shown to it, and helps it nothing. */
export function isBelow(sandboxUrl: string, endpoints: { [name: string]: string }): boolean {
  const { origin } = new URL(sandboxUrl);
  return Object.values(endpoints).some((base) => URL.parse(base)?.origin === origin);
}

/** How to connect where there is no app of the operator's; null where that takes one. */
function withoutApp(connect: Connect): Connect | null {
  if (connect.kind === 'form' || connect.register !== undefined) return connect;
  return connect.byHand ?? null;
}

interface Simulated {
  platform: string;
  endpoints: { [name: string]: string };
  app: AppCredentials | null;
  hand: string | null;
}

const SANDBOX_TIMEOUT_MS = 5_000;

/** Asks the sandbox once; while it does not answer, each time. Null: it did not. */
function sandboxDirectory(sandboxUrl: string): () => Promise<Simulated[] | null> {
  let known: Simulated[] | null = null;
  return async () => {
    known ??= await askSandbox(sandboxUrl);
    return known;
  };
}

async function askSandbox(sandboxUrl: string): Promise<Simulated[] | null> {
  try {
    const answer = await fetch(`${sandboxUrl}/control/networks`, {
      signal: AbortSignal.timeout(SANDBOX_TIMEOUT_MS),
    });
    return answer.ok ? ((await answer.json()) as { networks: Simulated[] }).networks : null;
  } catch {
    return null; // not there: the page says so
  }
}
