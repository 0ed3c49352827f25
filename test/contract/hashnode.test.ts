/** The adapter contract for Hashnode, and that of connecting. */
import { connect } from '../../adapters/hashnode/connect.ts';
import { manifest as hashnode } from '../../adapters/hashnode/manifest.ts';
import { hashnode as network } from '../../simulators/hashnode/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { formContract } from './connect-contract.ts';
import { photos, post } from './media.ts';

const BODY = 'Two came in with the tide.\n\n## The red one\n\nShe is **old**.';
const tagged = (count: number) =>
  post(`Boats at noon\n\n${BODY}`, [], {
    articleSettings: { tags: Array.from({ length: count }, (_, index) => `Tag ${index}`) },
  });

adapterContract('hashnode', () => ({
  adapter: hashnode,
  network,
  notSecret: ['publicationId'],
  posts: {
    'an article': post(`Boats at noon\n\n${BODY}`),
    'an article with a cover and two pictures': post(`# Boats at noon\n\n${BODY}`, photos(3)),
    'a line that is title and text': post('Boats at noon'),
    'an article with tags and a canonical address': post(`Boats at noon\n\n${BODY}`, [], {
      articleSettings: {
        tags: ['Boats', 'C++'],
        canonicalUrl: 'https://blog.example/boats',
        aiDisclosure: 'x',
      },
    }),
  },
  limits: [
    {
      name: '250 characters of title',
      at: post(`${'a'.repeat(250)}\n\nText`),
      over: post(`${'a'.repeat(251)}\n\nText`),
      outcome: 'cut',
    },
    {
      name: '15 tags',
      at: tagged(15),
      over: tagged(16),
      outcome: 'refused',
      param: '/articleSettings/tags',
      networkRefuses: true,
    },
    {
      name: '100 KB for the whole request',
      at: post(`Boats at noon\n\n${'a'.repeat(99_000)}`),
      over: post(`Boats at noon\n\n${'a'.repeat(100_000)}`),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: 'a title',
      at: post('A title'),
      over: post('', ['photo.jpg']),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: 'pictures as media',
      at: post('A boat that turns', ['turn.gif']),
      over: post('A boat', ['photo.jpg', 'clip.mp4']),
      outcome: 'refused',
      param: '/media/1',
    },
  ],
  revoke: (credentials) => ({ ...credentials, token: 'revoked-long-ago' }),
}));

formContract('hashnode', () => ({
  adapter: hashnode,
  network,
  connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  post: post(`Boats at noon\n\n${BODY}`),
  fields: (sandbox) => ({ token: sandbox.connect('hashnode', 'rosa').credentials['token'] ?? '' }),
  wrong: {
    'a token that is not known': { fields: () => ({ token: 'no-such-token-at-all' }), field: 'token' },
    'a token with signs that no token has': {
      fields: () => ({ token: 'schlüssel mit blank' }),
      field: 'token',
    },
    'an empty token': { fields: () => ({ token: ' ' }), field: 'token' },
  },
}));
