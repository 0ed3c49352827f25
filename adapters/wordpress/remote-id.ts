/**
 * User ids are only unique within a site, so an account's id includes the site: `blog.example#3`. The site is
 * identified by the address of its API, to which calls really go, not by what it claims.
 */
export function remoteIdOf(api: string, userId: string): string {
  const { host, pathname } = new URL(api);
  const folder = pathname.replace(/\/(wp-json|index\.php(\/wp-json)?)?\/?$/, '');
  return `${host}${folder}#${userId}`;
}

/** The user's id within the site. */
export function userIdOf(remoteId: string): string {
  return remoteId.slice(remoteId.lastIndexOf('#') + 1);
}
