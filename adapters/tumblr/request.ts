/** Calls of the API: the blog's address, and the token in a header. */
import type { AccountAccess } from '../port/account.ts';
import { authorization } from '../lib/request.ts';

/** Sent unchanged with every call: Tumblr may block clients without one, or with one that changes. */
export const USER_AGENT = 'Troupe/1.0';

/** A path below the account's blog, by its uuid, which stays the same when the blog is renamed. */
export function blogAddress(account: AccountAccess, path: string): string {
  // `t:…`: a colon is allowed in a path
  const blog = encodeURIComponent(account.remoteId).replaceAll('%3A', ':');
  return `${account.endpoints['api']}/v2/blog/${blog}${path}`;
}

export function headersOf(account: AccountAccess): { [name: string]: string } {
  return { ...authorization(account), 'user-agent': USER_AGENT };
}

/** A reading call. @param path below the blog, with its query */
export function getRequest(account: AccountAccess, path: string): Request {
  return new Request(blogAddress(account, path), { headers: headersOf(account) });
}
