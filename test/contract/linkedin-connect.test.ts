import { manifest as linkedin } from '../../adapters/linkedin/manifest.ts';
import { connect } from '../../adapters/linkedin/connect.ts';
import { linkedin as network } from '../../simulators/linkedin/index.ts';
import { oauthContract } from './connect-contract.ts';
import { post } from './media.ts';

oauthContract('linkedin', () => ({
  adapter: linkedin,
  network,
  connect,
  app: network.app!,
  endpoints: network.endpoints!,
  post: post('Boats at noon'),
}));
