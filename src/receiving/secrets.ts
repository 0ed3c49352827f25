/** Whose secret may sign what: the apps that a network's webhooks can come from. */
import type { InboundSecrets } from '../../adapters/port/inbound.ts';
import type { Networks } from '../accounts/index.ts';

/** An app that may sign, and the platforms whose accounts it may speak of. */
export interface SigningApp {
  secrets: InboundSecrets;
  platforms: string[];
}

/**
 * Networks that one app serves together: events of an Instagram account that is connected through its Page are signed by
 * the Facebook app, at either address.
 */
const FAMILIES: { [platform: string]: { app: string; platforms: string[] }[] } = {
  instagram: [
    { app: 'instagram', platforms: ['instagram'] },
    { app: 'facebook', platforms: ['facebook', 'instagram'] },
  ],
  facebook: [
    { app: 'facebook', platforms: ['facebook', 'instagram'] },
    { app: 'instagram', platforms: ['instagram'] },
  ],
};

/** @returns the apps whose signatures are accepted at the address of a platform; empty when none is configured */
export async function signingApps(
  networks: Networks,
  platform: string,
  verifyToken: string,
): Promise<SigningApp[]> {
  const family = FAMILIES[platform] ?? [{ app: platform, platforms: [platform] }];
  const found = await Promise.all(
    family.map(async ({ app: name, platforms }): Promise<SigningApp[]> => {
      const network = await networks.find(name);
      const app = network?.connect ? network.app : null;
      return app ? [{ secrets: { ...app, verifyToken }, platforms }] : [];
    }),
  );
  return found.flat();
}
