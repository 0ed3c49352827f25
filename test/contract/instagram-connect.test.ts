import { connect } from '../../adapters/instagram/connect.ts';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import { instagram as network } from '../../simulators/instagram/index.ts';
import { oauthContract } from './connect-contract.ts';
import { post } from './media.ts';

oauthContract('instagram', () => ({
  adapter: instagram,
  network,
  connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  app: network.app!,
  post: post('Rosa opens at eight', ['photo.jpg']),
}));
