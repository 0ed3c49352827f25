/** The adapter contract and the connect contract for Pinterest. */
import { connect } from '../../adapters/pinterest/connect.ts';
import { manifest as pinterest } from '../../adapters/pinterest/manifest.ts';
import type { PostContent } from '../../adapters/port/publish.ts';
import { boardOf, pinterest as network } from '../../simulators/pinterest/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { oauthContract } from './connect-contract.ts';
import { photos, post } from './media.ts';

const BOARD = { pinterestBoardId: boardOf('rosa') };
const pin = (text: string, files: string[] = ['photo.jpg'], options: PostContent['options'] = {}) =>
  post(text, files, { ...BOARD, ...options });
const LINK = 'https://example.org/';

adapterContract('pinterest', () => ({
  adapter: pinterest,
  network,
  notSecret: ['clientId'],
  posts: {
    'a photo with a link': pin('Soup\nHow I cook it, "slowly"', ['photo.jpg'], {
      pinterestLink: `${LINK}soup?a=1&b=2`,
    }),
    'a PNG': pin('Soup', ['wide.png']),
    'a video with its cover': pin('Soup\n\nA film of it', ['photo.jpg', 'clip.mp4']),
  },
  limits: [
    {
      name: '100 characters of title',
      at: pin('a'.repeat(100)),
      over: pin('a'.repeat(101)),
      outcome: 'cut',
    },
    {
      name: '800 characters of description',
      at: pin(`Soup\n${'a'.repeat(800)}`),
      over: pin(`Soup\n${'a'.repeat(801)}`),
      outcome: 'cut',
    },
    {
      name: '2048 characters of link',
      at: pin('Soup', ['photo.jpg'], { pinterestLink: LINK.padEnd(2048, 'a') }),
      over: pin('Soup', ['photo.jpg'], { pinterestLink: LINK.padEnd(2049, 'a') }),
      outcome: 'refused',
      param: '/pinterestLink',
      networkRefuses: true,
    },
    {
      name: 'a board',
      at: pin('Soup'),
      over: post('Soup', ['photo.jpg']),
      outcome: 'refused',
      param: '/pinterestBoardId',
      networkRefuses: true,
    },
    {
      name: 'one picture',
      at: pin('Soup', photos(1)),
      over: pin('Soup', photos(2)),
      outcome: 'refused',
      param: '/media/1',
    },
    {
      name: 'at least a picture',
      at: pin('Soup'),
      over: pin('Soup', []),
      outcome: 'refused',
      param: '/media',
      networkRefuses: true,
    },
    {
      name: 'a cover for a video',
      at: pin('Soup', ['clip.mov', 'photo.jpg']),
      over: pin('Soup', ['clip.mov']),
      outcome: 'refused',
      param: '/media',
      networkRefuses: true,
    },
  ],
  words: ({ details, text }) => [details['title'] as string, text].filter((words) => words !== '').join('\n'),
  revoke: (credentials) => ({ ...credentials, accessToken: 'pina_revoked', refreshToken: 'pinr_revoked' }),
}));

oauthContract('pinterest', () => ({
  adapter: pinterest,
  network,
  connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  app: network.app!,
  post: pin('Soup\nWith what was connected'),
}));
