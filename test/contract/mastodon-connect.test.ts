import { connect } from '../../adapters/mastodon/connect.ts';
import { manifest as mastodon } from '../../adapters/mastodon/manifest.ts';
import { mastodon as network } from '../../simulators/mastodon/index.ts';
import { oauthContract } from './connect-contract.ts';
import { post } from './media.ts';

oauthContract('mastodon', () => ({
  adapter: mastodon,
  network,
  connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  fields: ({ baseUrl }) => ({ server: `${baseUrl}/mastodon` }),
  post: post('Boats at noon'),
}));
