import { textAt } from '../../../adapters/lib/http.ts';
import type { FormConnect } from '../../../adapters/port/connect.ts';
import { call } from './request.ts';

/** A person types the key of their shore. */
export const connect: FormConnect = {
  kind: 'form',
  steps: ['Read the key at the back of your lantern.'],
  fields: [{ name: 'key', label: 'Key', help: 'At the back of the lantern.', secret: true }],
  async connect({ endpoints, fields, ...context }) {
    const credentials = { key: fields['key'] ?? '' };
    const answer = await call({ endpoints, credentials }, context, { method: 'GET', path: '/me' });
    if (answer.kind === 'lost') return { kind: 'retry', reason: answer.reason };
    const name = answer.status === 200 ? textAt(answer.json, 'name') : null;
    if (name === null) return { kind: 'refused', reason: 'No lantern has this key.', field: 'key' };
    const account = { remoteId: name, username: name, displayName: name, url: null, avatarUrl: null };
    return {
      kind: 'accounts',
      accounts: [{ ...account, endpoints, credentials, limits: {}, expiresAt: null }],
    };
  },
};
