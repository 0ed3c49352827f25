/** Whose secret may sign what: the apps that a network's webhooks can come from. */
import type { InboundPort, InboundSecrets } from '../../../adapters/port/inbound.ts';
import type { Networks } from '../accounts/index.ts';

/** An app that may sign, and the platforms whose accounts it may speak of. */
interface SigningApp {
  secrets: InboundSecrets;
  platforms: string[];
}

/** @returns the apps whose signatures are accepted at the address of a platform; empty when none is configured */
export async function signingApps(
  networks: Networks,
  { platform, inbound }: { platform: string; inbound: InboundPort },
  verifyToken: string,
): Promise<SigningApp[]> {
  const signers = inbound.signers ?? [{ app: platform, platforms: [platform] }];
  const found = await Promise.all(
    signers.map(async ({ app: name, platforms }): Promise<SigningApp[]> => {
      const network = await networks.find(name);
      const app = network?.connect ? network.app : null;
      return app ? [{ secrets: { ...app, verifyToken }, platforms }] : [];
    }),
  );
  return merged(found.flat());
}

/** An app that serves several networks speaks of the accounts of all of them, at each of their addresses. */
function merged(apps: readonly SigningApp[]): SigningApp[] {
  const byId = new Map<string, SigningApp>();
  for (const { secrets, platforms } of apps) {
    const same = byId.get(secrets.clientId);
    byId.set(secrets.clientId, {
      secrets,
      platforms: [...new Set([...(same?.platforms ?? []), ...platforms])],
    });
  }
  return [...byId.values()];
}
