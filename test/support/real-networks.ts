/**
 * Simulators that are reached as real networks are: at addresses of their own, as what the manifests name. The service has another sandbox
 * for its workspaces of simulated networks, and knows nothing of this one.
 */
import type { Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { AppCredentials, Endpoints } from '../../adapters/port/account.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { networks as simulated } from '../../simulators/networks.ts';
import { type SandboxServer, serveSandbox } from '../../simulators/server.ts';

interface Listed {
  platform: string;
  endpoints: Endpoints;
  app: AppCredentials | null;
}

export interface RealNetworks {
  sandbox: SandboxServer;
  /** The manifests, at the addresses of the simulators. */
  adapters: { [platform: string]: Manifest };
  /** The app that each simulated network knows. */
  apps: { [platform: string]: AppCredentials };
}

/** @param now epoch ms; default the time */
export async function startRealNetworks(t: Test, now: () => number = Date.now): Promise<RealNetworks> {
  const sandbox = await serveSandbox({ port: 0, networks: simulated, now });
  t.teardown(() => sandbox.stop());
  const listed = ((await (await fetch(`${sandbox.url}/control/networks`)).json()) as { networks: Listed[] })
    .networks;
  const at = (platform: string) => listed.find((one) => one.platform === platform)!;
  const adapters = Object.values<Manifest>(networks).map((manifest): [string, Manifest] => {
    const { platform, connect } = manifest;
    const others = connect.kind === 'oauth' ? connect.others : undefined;
    const moved = others?.map((one) => ({ ...one, endpoints: at(platform).endpoints }));
    return [
      platform,
      {
        ...manifest,
        endpoints: at(platform).endpoints,
        connect: moved ? { ...connect, others: moved } : connect,
      } as Manifest,
    ];
  });
  const apps = listed.flatMap(({ platform, app }) => (app ? [[platform, app] as const] : []));
  return { sandbox, adapters: Object.fromEntries(adapters), apps: Object.fromEntries(apps) };
}
