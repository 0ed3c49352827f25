/** The same contracts for an Instagram account that is connected by a sign-in with Facebook. */
import { byFacebook } from '../../adapters/instagram/connect-by-facebook.ts';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { instagram as network } from '../../simulators/instagram/index.ts';
import type { SimulatedNetwork } from '../../simulators/simulator.ts';
import { adapterContract } from './adapter-contract.ts';
import { oauthContract } from './connect-contract.ts';
import { photos, post } from './media.ts';
import { peopleContract } from './people-contract.ts';

const simulated: SimulatedNetwork<unknown> = network;
/** Every account is one whose owner signed in with Facebook. */
const linked: SimulatedNetwork<unknown> = {
  ...simulated,
  connect: (world, name) => simulated.connect(world, name, 'facebook'),
};
/** The access of a Page is not refreshed. */
const { app: _, ...adapter }: Manifest = instagram;

oauthContract('instagram', () => ({
  adapter: instagram,
  network,
  connect: byFacebook.connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  app: network.app!,
  post: post('Rosa opens at eight', ['photo.jpg']),
}));

adapterContract('instagram', () => ({
  adapter,
  network: linked,
  posts: {
    'a photo': post('Rosa opens at eight', ['photo.jpg']),
    'a carousel of photos and a video': post('Three of Rosa', ['photo.jpg', 'clip.mp4', 'photo-2.jpg']),
  },
  limits: [
    {
      name: '10 items',
      at: post('Ten', photos(10)),
      over: post('Eleven', photos(11)),
      outcome: 'refused',
      param: '/media',
      networkRefuses: true,
    },
  ],
  revoke: (credentials) => ({ ...credentials, accessToken: 'EAAofnobody' }),
}));

peopleContract('instagram', {
  adapter: instagram,
  network: linked,
  calls: { list: 'comments', reply: 'replies/post', hide: 'hide', send: 'messages' },
});
