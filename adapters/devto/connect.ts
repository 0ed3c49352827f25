/** Connects a DEV account with an API key that the person makes in the settings. It has all of the person's rights. */
import type { ConnectAnswer, ConnectStep, FormConnect } from '../port/connect.ts';
import { ask, textAt } from '../lib/http.ts';
import { readError } from './errors.ts';
import { call } from './request.ts';

export const connect: FormConnect = {
  kind: 'form',
  steps: [
    'Sign in to dev.to and open Settings, then Extensions.',
    'Under "DEV Community API Keys" type a name such as "Troupe" and generate a key.',
    'Paste the key here.',
  ],
  fields: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'It is at dev.to under Settings, Extensions, DEV Community API Keys.',
      secret: true,
    },
  ],
  connect: (step) => openAccount(step, (step.fields['apiKey'] ?? '').trim()),
};

async function openAccount(step: ConnectStep, apiKey: string): Promise<ConnectAnswer> {
  if (apiKey === '') return refused('The API key is missing: paste the one you made at dev.to');
  // Other characters cannot be in a header, so it is no key.
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    return refused('That is no API key: copy it again, without anything around it');
  const { endpoints, fetch, signal, now } = step;
  const caller = { endpoints, credentials: { apiKey } };
  const answer = await ask(fetch, call(caller, 'GET', '/users/me'), signal);
  const id = answer.kind === 'response' && answer.status === 200 ? textAt(answer.json, 'id') : null;
  if (answer.kind === 'lost' || id === null) {
    const failure = readError(answer, { account: caller, now });
    if (failure.kind === 'retry') return { kind: 'retry', reason: failure.reason };
    return refused(
      failure.kind === 'reauthorize'
        ? 'DEV does not know this API key: it was deleted, or not copied whole'
        : failure.reason,
    );
  }
  const username = textAt(answer.json, 'username') ?? id;
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: id,
        username,
        displayName: textAt(answer.json, 'name') || username,
        url: new URL(`/${encodeURIComponent(username)}`, endpoints['api']).href,
        avatarUrl: textAt(answer.json, 'profile_image'),
        endpoints,
        credentials: { apiKey },
        limits: {},
        expiresAt: null,
      },
    ],
  };
}

function refused(reason: string): ConnectAnswer {
  return { kind: 'refused', reason, field: 'apiKey' };
}
