/**
 * Which networks the accounts of a workspace can be connected at, how, and as which app: in a workspace of real networks the
 * operator's, in one of simulated networks the sandbox's. Nothing about a simulated network is known here but what
 * the sandbox tells.
 */
import { networks } from '../../../../adapters/networks.ts';
import type { AppCredentials, Endpoints } from '../../../../adapters/port/account.ts';
import type { Connect, OtherSignIn } from '../../../../adapters/port/connect.ts';
import type { Manifest } from '../../../../adapters/port/manifest.ts';
import type { WorkspaceNetworks } from '../../../base/workspace-networks.ts';
import type { AppAt } from '../apps.ts';
import type { Apps, FindApps } from '../app-settings.ts';

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
  /** The sign-ins to choose from; empty where there is one. The first is the one that stands here. */
  ways: Way[];
}

/** One of several sign-ins that lead to the same accounts, as this service can offer it. */
interface Way {
  /** Names it in addresses. */
  id: string;
  /** Where the person signs in, and who should take it: for people. */
  name: string;
  help: string;
  connect: Connect;
  endpoints: Endpoints;
  app: AppCredentials | null;
}

/** The network by one of its sign-ins. @returns null for a name that is none of them; the network itself for no name */
export function byWay(network: Network, id: string | null): Network | null {
  if (id === null) return network;
  const way = network.ways.find((one) => one.id === id);
  if (way === undefined) return null;
  const { connect, endpoints, app } = way;
  return { ...network, connect, endpoints, app };
}

/** A network that cannot be connected, and why, in words for a person. */
export interface Unavailable {
  platform: string;
  name: string;
  connect: null;
  reason: 'not configured' | 'the sandbox does not answer' | 'the sandbox is off';
}

export interface Networks {
  /** @param kind of the workspace */
  all(kind: WorkspaceNetworks): Promise<(Network | Unavailable)[]>;
  /** Null for a name that is no network's. @param kind of the workspace */
  find(platform: string, kind: WorkspaceNetworks): Promise<Network | Unavailable | null>;
  /** Addresses of simulated networks begin with it; null if there is no sandbox. */
  sandboxOrigin: string | null;
  /** This service as an app at the network that a connected account is on. */
  appAt: AppAt;
}

/** As people know it. */
export const networkName = (platform: string): string =>
  (networks as { [platform: string]: Manifest })[platform]?.name ?? platform;

interface NetworksOptions {
  adapters: { [platform: string]: Manifest };
  findApps: FindApps;
  sandboxUrl: string | null;
}

export function createNetworks({ adapters, findApps, sandboxUrl }: NetworksOptions): Networks {
  const sandbox = sandboxUrl === null ? null : sandboxDirectory(sandboxUrl);

  /** In a workspace of both kinds a network is real where the operator has its app. */
  const isReal = (manifest: Manifest, kind: WorkspaceNetworks, apps: Apps): boolean =>
    kind === 'real' ||
    (kind === 'both' && (sandbox === null || signInsOf(manifest).some(({ app }) => apps[app] !== undefined)));

  const describe = (
    manifest: Manifest,
    kind: WorkspaceNetworks,
    { apps, simulated }: { apps: Apps; simulated: Simulated | undefined | null },
  ): Network | Unavailable => {
    const { platform, name } = manifest;
    const no = (reason: Unavailable['reason']): Unavailable => ({ platform, name, connect: null, reason });
    if (kind === 'simulated' && sandbox === null) return no('the sandbox is off');
    const real = isReal(manifest, kind, apps);
    if (!real && simulated === null) return no('the sandbox does not answer');
    if (!real && simulated === undefined) return no('not configured');
    const there = real ? null : simulated!;
    const ways = waysOf(manifest, {
      endpoints: there?.endpoints ?? null,
      appOf: (of) => (there ? there.app : (apps[of] ?? null)),
    });
    const [first] = ways;
    if (first === undefined) return no('not configured');
    const { connect, endpoints, app } = first;
    const place = { sandbox: there !== null, hand: there?.hand ?? null };
    return { platform, name, connect, endpoints, app, ...place, ways: ways.length > 1 ? ways : [] };
  };

  const all = async (kind: WorkspaceNetworks) => {
    const [apps, simulated] = await Promise.all([
      findApps(),
      sandbox === null || kind === 'real' ? [] : sandbox(),
    ]);
    return Object.values(adapters).map((manifest) => {
      const there = simulated && simulated.find(({ platform }) => platform === manifest.platform);
      return describe(manifest, kind, { apps, simulated: there });
    });
  };
  return {
    all,
    find: async (platform, kind) =>
      (await all(kind)).find((network) => network.platform === platform) ?? null,
    sandboxOrigin: sandboxUrl === null ? null : new URL(sandboxUrl).origin,
    appAt: appAtWith({ adapters, findApps, sandbox, sandboxUrl }),
  };
}

type Sandbox = () => Promise<Simulated[] | null>;

/** The app of an account: the sandbox's own for a simulated one, else the one that connected it, else the one there is now. */
const appAtWith =
  ({
    adapters,
    findApps,
    sandbox,
    sandboxUrl,
  }: NetworksOptions & { sandbox: Sandbox | null }): Networks['appAt'] =>
  async ({ platform, endpoints, credentials }) => {
    if (sandbox === null || !isBelow(sandboxUrl!, endpoints)) {
      const manifest = Object.hasOwn(adapters, platform) ? adapters[platform]! : null;
      const apps = await findApps();
      const candidates = (manifest ? signInsOf(manifest) : []).flatMap((one) => {
        const app = apps[one.app];
        return app ? [{ app, endpoints: one.endpoints }] : [];
      });
      const own = candidates.find(({ app }) => app.clientId === credentials['clientId']);
      return own ?? candidates[0] ?? { app: null, endpoints: manifest?.endpoints ?? {} };
    }
    const simulated = await sandbox();
    if (simulated === null) return { silent: true };
    const there = simulated.find((one) => one.platform === platform);
    return { app: there?.app ?? null, endpoints: there?.endpoints ?? {} };
  };

/** The platforms whose apps (OAuth clients, bots) the sign-ins of a network may take. Pure. */
export function acceptedApps(manifest: Manifest): string[] {
  return signInsOf(manifest).flatMap(({ app, connect }) => {
    const takesApp = connect.kind === 'form' ? connect.shared : connect.register === undefined;
    return takesApp ? [app] : [];
  });
}

/** What people grant at each sign-in that takes the app of a platform: the scopes by the name of the sign-in. Pure. */
export function scopesOf(
  adapters: { [platform: string]: Manifest },
  app: string,
): { signIn: string; scopes: string[] }[] {
  return Object.values(adapters).flatMap((manifest) =>
    signInsOf(manifest).flatMap((one) => {
      if (one.app !== app || one.connect.kind !== 'oauth' || one.connect.scopes.length === 0) return [];
      const way = one.connect.choice?.name;
      const signIn =
        way === undefined || way === manifest.name ? manifest.name : `${manifest.name}, by ${way}`;
      return [{ signIn, scopes: one.connect.scopes }];
    }),
  );
}

/** The sign-ins of a network, its own first, each with the platform whose app it takes. */
function signInsOf({ platform, endpoints, connect }: Manifest): SignIn[] {
  const others = connect.kind === 'oauth' ? (connect.others ?? []) : [];
  return [{ id: platform, app: platform, endpoints, connect }, ...others];
}

type SignIn = Omit<OtherSignIn, 'connect'> & { connect: Connect };

/** Where a network is reached, and as which app: the operator's at the real one, or the sandbox's own. */
interface Place {
  /** null means the real network's addresses. */
  endpoints: Endpoints | null;
  appOf(platform: string): AppCredentials | null;
}

/** How a network can be connected with the apps that there are, its own sign-in first. */
function waysOf(manifest: Manifest, place: Place): Way[] {
  return signInsOf(manifest).flatMap((way): Way[] => {
    const app = place.appOf(way.app);
    const usable = app === null ? withoutApp(way.connect) : way.connect;
    if (usable === null) return [];
    const choice = way.connect.kind === 'oauth' ? way.connect.choice : undefined;
    const texts = choice ?? { name: manifest.name, help: '' };
    return [{ ...texts, id: way.id, connect: usable, endpoints: place.endpoints ?? way.endpoints, app }];
  });
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

/** Asks the sandbox once; while it does not answer, each time. Null if it did not. */
function sandboxDirectory(sandboxUrl: string): Sandbox {
  let accounts: Simulated[] | null = null;
  return async () => {
    accounts ??= await askSandbox(sandboxUrl);
    return accounts;
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
