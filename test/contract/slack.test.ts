/** The adapter contract for Slack, and those of connecting: the app's sign-in, and a typed token. */
import { connect } from '../../adapters/slack/connect.ts';
import { manifest as slack } from '../../adapters/slack/manifest.ts';
import { botTokenFor, slack as network } from '../../simulators/slack/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { formContract, oauthContract } from './connect-contract.ts';
import { photos, post } from './media.ts';

adapterContract('slack', () => ({
  adapter: slack,
  network,
  notSecret: ['channelId', 'channelType', 'teamId', 'site', 'clientId'],
  posts: {
    'a text': post('Boats at noon: *all* hands & <no> excuses'),
    'three photos with a text': post('Three boats', photos(3)),
    'a photo alone': post('', ['wide.png']),
    'a GIF with a video as a link': post('A boat that turns', ['turn.gif', 'clip.mp4']),
  },
  limits: [
    {
      name: '10 photos',
      at: post('Ten boats', photos(10)),
      over: post('Eleven boats', photos(11)),
      outcome: 'refused',
      param: '/media/10',
      networkRefuses: true,
    },
    {
      name: 'something to post',
      at: post('A'),
      over: post(' '),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
  ],
  revoke: (credentials) => ({ ...credentials, accessToken: 'xoxb-revoked', refreshToken: 'xoxe-revoked' }),
}));

const endpoints = (baseUrl: string) => network.endpoints!(baseUrl);

oauthContract('slack', () => ({
  adapter: slack,
  network,
  connect,
  endpoints,
  post: post('Boats at noon', ['photo.jpg']),
  app: network.app!,
}));

formContract('slack', () => ({
  adapter: slack,
  network,
  connect: connect.byHand!,
  endpoints,
  post: post('Boats at noon'),
  fields: () => ({ botToken: botTokenFor('http://sandbox.test/slack', 'rosa') }),
  wrong: {
    'a token that is not known': { fields: () => ({ botToken: 'xoxb-no-such-token' }), field: 'botToken' },
    'a token of another kind': { fields: () => ({ botToken: 'xoxp-1234-5678' }), field: 'botToken' },
  },
}));
