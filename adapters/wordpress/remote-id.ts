/**
 * Users are numbered on each site anew, so an account's id names the site too: `blog.example#3`. The site is told by the
 * address of its API, where the calls really go, not by what it says of itself.
 */
export function remoteIdOf(api: string, userId: string): string {
  const { host, pathname } = new URL(api);
  const folder = pathname.replace(/\/(wp-json|index\.php(\/wp-json)?)?\/?$/, '');
  return `${host}${folder}#${userId}`;
}
