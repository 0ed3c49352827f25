/** Connects blogs on Hashnode: one personal access token, and each of its publications as an account. */
import type { ConnectableAccount, ConnectAnswer, ConnectStep, FormConnect } from '../port/connect.ts';
import { at, textAt } from '../lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import type { Failure } from '../lib/outcome.ts';
import { readError } from './errors.ts';
import { call, type Caller } from './graphql.ts';

const WHO =
  'query { me { id username name profilePicture publications(first: 50) { edges { node { id title url } } } } }';
/** The only way to detect the paid plan: a harmless read that is refused without it. */
const TRY = 'query($id: ObjectId!){ publication(id:$id){ id title posts(first:1){ edges{ node{ id } } } } }';

export const connect: FormConnect = {
  kind: 'form',
  steps: [
    'Publishing from outside needs the Pro plan of Hashnode for your blog.',
    'Sign in to hashnode.com, open the account settings and there Developer.',
    'Generate a personal access token and paste it here.',
  ],
  fields: [
    {
      name: 'token',
      label: 'Personal access token',
      help: 'It is at hashnode.com in the account settings, under Developer.',
      secret: true,
    },
  ],
  connect: (step) => openBlogs(step, (step.fields['token'] ?? '').trim().replace(/^Bearer\s+/i, '')),
};

async function openBlogs(step: ConnectStep, token: string): Promise<ConnectAnswer> {
  if (token === '') return refused('The token is missing: paste the one you made at hashnode.com');
  if (!/^[\x21-\x7e]+$/.test(token))
    return refused('That is no token: copy it again, without anything around it');
  const { endpoints, fetch, signal, now } = step;
  const caller: Caller = { account: { endpoints, credentials: { token } }, fetch, signal, now };
  const who = await call(caller, { query: WHO, variables: {} });
  if ('failed' in who) return readConnectError(readError(who.failed, caller));
  const me = at(who.data, 'me');
  const edges = at(me, 'publications', 'edges');
  const publications = (Array.isArray(edges) ? edges : []).map((edge) => at(edge, 'node') ?? null);
  if (publications.length === 0) {
    return refused('This account has no publication: make a blog at hashnode.com first, then connect it');
  }
  const accounts: ConnectableAccount[] = [];
  let why: string | null = null;
  for (const publication of publications) {
    const id = textAt(publication, 'id') ?? '';
    const tried = await call(caller, { query: TRY, variables: { id } });
    if (!('failed' in tried)) {
      accounts.push(accountOf(publication, me ?? null, caller));
      continue;
    }
    const failure = readError(tried.failed, caller);
    if (failure.kind !== 'rejected') return readConnectError(failure);
    why ??= failure.reason;
  }
  if (accounts.length > 0) return { kind: 'accounts', accounts };
  return refused(
    `${why ?? 'Hashnode shows no blog'}. Publishing from outside needs the Pro plan for the blog`,
  );
}

function accountOf(publication: Json, me: Json, { account }: Caller): ConnectableAccount {
  const id = textAt(publication, 'id') ?? '';
  const username = textAt(me, 'username') ?? id;
  const url = textAt(publication, 'url');
  return {
    remoteId: id,
    username,
    displayName: textAt(publication, 'title') || username,
    url: url !== null && URL.canParse(url) ? url : null,
    avatarUrl: textAt(me, 'profilePicture'),
    endpoints: account.endpoints,
    credentials: { ...account.credentials, publicationId: id },
    limits: {},
    expiresAt: null,
  };
}

function readConnectError(failure: Failure): ConnectAnswer {
  switch (failure.kind) {
    case 'retry':
      return { kind: 'retry', reason: failure.reason };
    case 'expired':
    case 'reauthorize':
      return refused('Hashnode does not know this token: it was revoked, or not copied whole');
    case 'rejected':
      return refused(failure.reason);
    default:
      return failure satisfies never;
  }
}

function refused(reason: string): ConnectAnswer {
  return { kind: 'refused', reason, field: 'token' };
}
