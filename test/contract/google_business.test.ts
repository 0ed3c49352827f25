import { connect } from '../../adapters/google_business/connect.ts';
import { manifest as googleBusiness } from '../../adapters/google_business/manifest.ts';
import { googleBusiness as network } from '../../simulators/google_business/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { oauthContract } from './connect-contract.ts';
import { post } from './media.ts';

const button = { googleBusinessSettings: { button: 'LEARN_MORE', buttonUrl: 'https://example.org/boats' } };

adapterContract('google_business', () => ({
  adapter: googleBusiness,
  network,
  notSecret: ['account', 'languageCode', 'clientId'],
  posts: {
    'a text': post('Rosa opens at eight'),
    'a photo': post('Rosa at work', ['photo.jpg']),
    'a text with a button': post('New boats in the yard', [], button),
  },
  limits: [
    {
      name: '1500 characters',
      at: post('é'.repeat(1500)),
      over: post('é'.repeat(1501)),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: 'a text',
      at: post('One', ['photo.jpg']),
      over: post('', ['photo.jpg']),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: '1 photo',
      at: post('One', ['photo.jpg']),
      over: post('Two', ['photo.jpg', 'photo-2.jpg']),
      outcome: 'refused',
      param: '/media',
      networkRefuses: true,
    },
    {
      name: 'photos that stand still',
      at: post('Stands', ['photo.jpg']),
      over: post('Moves', ['party.gif']),
      outcome: 'refused',
      param: '/media/0',
      networkRefuses: true,
    },
    {
      name: 'photos without videos',
      at: post('Stands', ['photo.jpg']),
      over: post('Moves', ['clip.mp4']),
      outcome: 'refused',
      param: '/media/0',
      networkRefuses: true,
    },
    {
      name: 'a button with its address',
      at: post('One', [], button),
      over: post('One', [], { googleBusinessSettings: { button: 'BOOK' } }),
      outcome: 'refused',
      param: '/googleBusinessSettings/buttonUrl',
    },
  ],
  revoke: (credentials) => ({
    ...credentials,
    accessToken: 'ya29.ofnobody',
    refreshToken: '1//ofnobody',
  }),
}));

oauthContract('google_business', () => ({
  adapter: googleBusiness,
  network,
  connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  app: network.app!,
  post: post('Rosa opens at eight', ['photo.jpg']),
}));
