/** Whose secret may sign what: the apps that a network's webhooks can come from. */
import type { InboundPort, InboundSecrets } from '../../../adapters/port/inbound.ts';
import type { Networks } from '../accounts/index.ts';

/** An app that may sign, and the accounts of which it may speak. */
interface SigningApp {
  secrets: InboundSecrets;
  /** Their platforms. */
  platforms: string[];
  /** Whether they are simulated accounts, of which only the sandbox's app may speak. */
  simulated: boolean;
}

/** The networks of both kinds, in the order in which their apps are tried. */
const KINDS = ['real', 'simulated'] as const;

/** @returns the apps whose signatures are accepted at the address of a platform; empty when none is configured */
export async function signingApps(
  networks: Networks,
  { platform, inbound }: { platform: string; inbound: InboundPort },
  verifyToken: string,
): Promise<SigningApp[]> {
  const signers = inbound.signers ?? [{ app: platform, platforms: [platform] }];
  const found = await Promise.all(
    KINDS.flatMap((kind) =>
      signers.map(async ({ app: name, platforms }): Promise<SigningApp[]> => {
        const network = await networks.find(name, kind);
        const app = network?.connect ? network.app : null;
        return app ? [{ secrets: { ...app, verifyToken }, platforms, simulated: kind === 'simulated' }] : [];
      }),
    ),
  );
  return merged(found.flat());
}

/** An app that serves several networks speaks of the accounts of all of them, at each of their addresses. */
function merged(apps: readonly SigningApp[]): SigningApp[] {
  const byId = new Map<string, SigningApp>();
  for (const { secrets, platforms, simulated } of apps) {
    const id = `${simulated} ${secrets.clientId}`;
    const same = byId.get(id);
    byId.set(id, {
      secrets,
      simulated,
      platforms: [...new Set([...(same?.platforms ?? []), ...platforms])],
    });
  }
  return [...byId.values()];
}
