/** The adapter contract for DEV, and that of connecting. */
import { connect } from '../../adapters/devto/connect.ts';
import { manifest as devto } from '../../adapters/devto/manifest.ts';
import { devto as network } from '../../simulators/devto/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { formContract } from './connect-contract.ts';
import { photos, post } from './media.ts';

const BODY = 'Two came in with the tide.\n\n## The red one\n\nShe is **old**.';
const tagged = (...tags: string[]) => post(`Boats\n\n${BODY}`, [], { articleSettings: { tags } });

adapterContract('devto', () => ({
  adapter: devto,
  network,
  posts: {
    'an article': post(`Boats at noon\n\n${BODY}`),
    'an article with a cover and two pictures': post(`# Boats\n\n${BODY}`, photos(3)),
    'a line that is title and text': post('Boats at noon'),
    'an article with tags, canonical address and disclosure': post(`Boats\n\n${BODY}`, [], {
      articleSettings: {
        tags: ['boats', 'woodwork'],
        canonicalUrl: 'https://blog.example/boats',
        aiDisclosure: 'some_ai',
        newsletter: 'for ghost alone',
      },
    }),
  },
  limits: [
    {
      name: '128 characters of title',
      at: post(`${'a'.repeat(128)}\n\nText`),
      over: post(`${'a'.repeat(129)}\n\nText`),
      outcome: 'cut',
    },
    {
      name: '4 tags',
      at: tagged('a', 'b', 'c', 'd'),
      over: tagged('a', 'b', 'c', 'd', 'e'),
      outcome: 'refused',
      param: '/articleSettings/tags',
      networkRefuses: true,
    },
    {
      name: '30 characters for a tag',
      at: tagged('a'.repeat(30)),
      over: tagged('a'.repeat(31)),
      outcome: 'refused',
      param: '/articleSettings/tags/0',
    },
    {
      name: 'a title',
      at: post('A'),
      over: post('', ['photo.jpg']),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: 'pictures as media',
      at: post('A boat', ['turn.gif']),
      over: post('A boat', ['photo.jpg', 'clip.mp4']),
      outcome: 'refused',
      param: '/media/1',
    },
  ],
  revoke: () => ({ apiKey: 'deleted-long-ago' }),
  refusesDuplicates: true,
}));

formContract('devto', () => ({
  adapter: devto,
  network,
  connect,
  endpoints: (baseUrl) => ({ api: `${baseUrl}/api` }),
  post: post('Boats at noon'),
  fields: (sandbox) => ({ apiKey: sandbox.connect('devto', 'rosa').credentials['apiKey'] ?? '' }),
  wrong: {
    'a key that is not known': { fields: () => ({ apiKey: 'no-such-key-at-all' }), field: 'apiKey' },
    'a key with signs that no key has': {
      fields: () => ({ apiKey: 'schlüssel mit blank' }),
      field: 'apiKey',
    },
    'an empty key': { fields: () => ({ apiKey: ' ' }), field: 'apiKey' },
  },
}));
