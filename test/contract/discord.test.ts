import { manifest as discord } from '../../adapters/discord/manifest.ts';
import { discord as network } from '../../simulators/discord/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { photos, post } from './media.ts';

adapterContract('discord', () => ({
  adapter: discord,
  network,
  notSecret: ['webhookId', 'guildId'],
  posts: {
    'a text': post('Two boats came in today'),
    'a text with four images': post('All four', ['photo.jpg', 'wide.png', 'dance.gif', 'sail.webp']),
    'an image alone': post('', ['photo.jpg']),
  },
  limits: [
    {
      name: '2000 characters',
      at: post('a'.repeat(2000)),
      over: post('a'.repeat(2001)),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: 'four images',
      at: post('Four', photos(4)),
      over: post('Five', photos(5)),
      outcome: 'refused',
      param: '/media/4',
    },
    {
      name: 'at least one character',
      at: post('a'),
      over: post(' '),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
  ],
  revoke: (credentials) => ({ ...credentials, webhookToken: 'sandbox-taken-away' }),
}));
