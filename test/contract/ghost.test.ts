/** The adapter contract for Ghost, and that of connecting. */
import { connect } from '../../adapters/ghost/connect.ts';
import { manifest as ghost } from '../../adapters/ghost/manifest.ts';
import { ghost as network } from '../../simulators/ghost/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { formContract } from './connect-contract.ts';
import { photos, post } from './media.ts';

const BODY = 'Two came in with the tide.\n\nThe red one is old:\nsee https://example.org/red.';

adapterContract('ghost', () => ({
  adapter: ghost,
  network,
  notSecret: ['keyId'],
  posts: {
    'an article': post(`Boats at noon\n\n${BODY}`),
    'an article with a feature image and two pictures': post(`Boats\n\n${BODY}`, photos(3)),
    'an article with a picture and a video': post(`Boats\n\n${BODY}`, ['clip.mp4', 'turn.gif']),
    'an article that is mailed': post(`Boats\n\n${BODY}`, [], {
      articleSettings: { tags: ['boats'], newsletter: 'weekly', emailSegment: 'status:free' },
    }),
  },
  limits: [
    {
      name: '255 characters of title',
      at: post(`${'a'.repeat(255)}\n\nText`),
      over: post(`${'a'.repeat(256)}\n\nText`),
      outcome: 'cut',
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
      name: '2000 characters of canonical address',
      at: post('A\n\nB', [], {
        articleSettings: { canonicalUrl: `https://a.example/${'a'.repeat(1982)}` },
      }),
      over: post('A\n\nB', [], {
        articleSettings: { canonicalUrl: `https://a.example/${'a'.repeat(1983)}` },
      }),
      outcome: 'refused',
      param: '/articleSettings/canonicalUrl',
      networkRefuses: true,
    },
    {
      name: '191 characters for a tag',
      at: post('A\n\nB', [], { articleSettings: { tags: ['a'.repeat(191)] } }),
      over: post('A\n\nB', [], { articleSettings: { tags: ['a'.repeat(192)] } }),
      outcome: 'refused',
      param: '/articleSettings/tags/0',
      networkRefuses: true,
    },
  ],
  revoke: (credentials) => ({ ...credentials, secret: 'f'.repeat(64) }),
}));

formContract('ghost', () => ({
  adapter: ghost,
  network,
  connect,
  endpoints: (baseUrl) => ({ admin: baseUrl }),
  post: post(`Boats at noon\n\n${BODY}`),
  fields: (sandbox) => {
    const { endpoints, credentials } = sandbox.connect('ghost', 'rosa');
    return {
      site: `${endpoints['admin']}/ghost/`,
      adminApiKey: `${credentials['keyId']}:${credentials['secret']}`,
    };
  },
  wrong: {
    'an address where no site is': {
      fields: (right) => ({ ...right, site: 'http://sandbox.test/ghost/nobody' }),
      field: 'site',
    },
    'an address that is none': { fields: (right) => ({ ...right, site: 'ftp://boats' }), field: 'site' },
    'the Content API key': {
      fields: (right) => ({ ...right, adminApiKey: 'a'.repeat(26) }),
      field: 'adminApiKey',
    },
    'a key with another secret': {
      fields: (right) => ({
        ...right,
        adminApiKey: right['adminApiKey']!.replace(/:.*/, `:${'0'.repeat(64)}`),
      }),
      field: 'adminApiKey',
    },
    'a key with another id': {
      fields: (right) => ({
        ...right,
        adminApiKey: right['adminApiKey']!.replace(/^.*:/, `${'0'.repeat(24)}:`),
      }),
      field: 'adminApiKey',
    },
    'half a key': { fields: (right) => ({ ...right, adminApiKey: 'abc:def' }), field: 'adminApiKey' },
  },
}));
