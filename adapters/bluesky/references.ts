/** References to posts of the account: their address with the hash of what they are now. */
import { ask, textAt } from '../lib/http.ts';
import type { Failure } from '../lib/outcome.ts';
import type { AccountAccess, CallContext } from '../port/account.ts';
import { COLLECTION, type StrongRef } from './checkpoint.ts';
import { errorCode, readError } from './errors.ts';
import { didOf, query } from './xrpc.ts';

/**
 * @param uri of a post of the account, `at://<did>/app.bsky.feed.post/<key>`
 * @returns the reference, or why there is none: a post that was deleted cannot be answered
 */
export async function refTo(
  step: CallContext & { account: AccountAccess },
  uri: string,
): Promise<StrongRef | Failure> {
  const rkey = uri.split('/').at(-1) ?? '';
  const answer = await ask(step.fetch, getRecordRequest(step.account, rkey), step.signal);
  const cid = answer.kind === 'response' && answer.status === 200 ? textAt(answer.json, 'cid') : null;
  if (cid !== null) return { uri, cid };
  if (answer.kind === 'response' && errorCode(answer) === 'RecordNotFound')
    return { kind: 'rejected', reason: 'Bluesky: the post above this one was deleted' };
  return readError(answer, step);
}

export function getRecordRequest(account: AccountAccess, rkey: string): Request {
  const params = { repo: didOf(account), collection: COLLECTION, rkey };
  return query(account, 'pds', 'com.atproto.repo.getRecord', params);
}
