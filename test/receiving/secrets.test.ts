import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import { createNetworks } from '../../src/features/accounts/connect/networks.ts';
import { signingApps } from '../../src/features/receiving/secrets.ts';

const signers = async (platform: 'instagram' | 'facebook', apps: string[]) => {
  const known = createNetworks({
    adapters: networks,
    findApps: async () =>
      Object.fromEntries(apps.map((name) => [name, { clientId: name, clientSecret: `of ${name}` }])),
    sandboxUrl: null,
  });
  const { inbound } = networks[platform];
  const found = await signingApps(known, { platform, inbound: inbound! }, 'agreed');
  return Object.fromEntries(
    found.map(({ secrets, platforms }) => [secrets.clientId, platforms.toSorted().join()]),
  );
};

void t.test('an app signs for the accounts that it serves, at either address', async (t) => {
  for (const platform of ['instagram', 'facebook'] as const) {
    t.strictSame(
      await signers(platform, ['instagram', 'facebook']),
      { instagram: 'instagram', facebook: 'facebook,instagram' },
      platform,
    );
    t.strictSame(
      await signers(platform, ['facebook']),
      { facebook: 'facebook,instagram' },
      `the Facebook app alone serves both, at the address of ${platform}`,
    );
  }
  t.strictSame(await signers('instagram', ['instagram']), { instagram: 'instagram' });
});
