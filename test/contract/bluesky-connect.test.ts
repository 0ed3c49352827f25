import { connect } from '../../adapters/bluesky/connect.ts';
import { manifest as bluesky } from '../../adapters/bluesky/manifest.ts';
import { bluesky as network } from '../../simulators/bluesky/index.ts';
import { formContract } from './connect-contract.ts';
import { post } from './media.ts';

type Fields = { [name: string]: string };

formContract('bluesky', () => ({
  adapter: bluesky,
  network,
  connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  fields: (sandbox) => {
    const { username, credentials } = sandbox.connect('bluesky', 'Rosa');
    return { handle: `@${username}`, appPassword: credentials['appPassword']!, server: '' };
  },
  post: post('Boats at noon'),
  wrong: {
    'half a handle': { fields: (right: Fields) => ({ ...right, handle: 'rosa' }), field: 'handle' },
    'a handle of nobody': {
      fields: (right: Fields) => ({ ...right, handle: 'nobody.test' }),
      field: 'handle',
    },
    'the password of the account': {
      fields: (right: Fields) => ({ ...right, appPassword: 'correct horse battery' }),
      field: 'appPassword',
    },
    'an app password that is wrong': {
      fields: (right: Fields) => ({ ...right, appPassword: 'aaaa-bbbb-cccc-dddd' }),
      field: 'appPassword',
    },
    'a server that is not the account’s': {
      fields: (right: Fields) => ({ ...right, server: 'https://pds.evil.example' }),
      field: 'server',
    },
    'a server without encryption': {
      fields: (right: Fields) => ({ ...right, server: 'http://pds.example.org' }),
      field: 'server',
    },
  },
}));
