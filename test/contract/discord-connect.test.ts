import { connect } from '../../adapters/discord/connect.ts';
import { manifest as discord } from '../../adapters/discord/manifest.ts';
import { discord as network } from '../../simulators/discord/index.ts';
import type { Sandbox } from '../../simulators/sandbox.ts';
import { formContract } from './connect-contract.ts';
import { post } from './media.ts';

const addressAt = (sandbox: Sandbox) => {
  const { endpoints, credentials } = sandbox.connect('discord', 'Boat news');
  return `${endpoints['api']}/webhooks/${credentials['webhookId']}/${credentials['webhookToken']}`;
};
const changed = (change: (url: string) => string) => ({
  fields: ({ webhookUrl }: { [name: string]: string }) => ({ webhookUrl: change(webhookUrl ?? '') }),
  field: 'webhookUrl',
});

formContract('discord', () => ({
  adapter: discord,
  network,
  connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  fields: (sandbox) => ({ webhookUrl: addressAt(sandbox) }),
  post: post('Two boats came in today'),
  wrong: {
    'what is no address': changed(() => 'boat news'),
    'an address of another host': changed((url) => url.replace(/^https?:\/\/[^/]+/, 'https://evil.example')),
    'a host that only begins like Discord’s': changed((url) =>
      url.replace(/^https?:\/\/[^/]+/, 'https://discord.com.evil.example'),
    ),
    'an address that is cut short': changed((url) => url.replace(/\/[^/]+$/, '')),
    'a token that is wrong': changed((url) => `${url}x`),
    'a webhook that is gone': changed((url) => url.replace(/webhooks\/\d+/, 'webhooks/1')),
  },
}));
