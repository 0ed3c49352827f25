/**
 * An account's id is its server's own: the first account of every server has the same one. So the server's name is part
 * of the id that is kept, and it is the name that was called, not one that the server claims.
 */

/** `109@mastodon.example`. @param server base address */
export function remoteIdOf(id: string, server: string): string {
  return `${id}@${new URL(server).hostname}`;
}

/** The server's own id in an id that is kept. */
export function idOf(remoteId: string): string {
  return remoteId.split('@')[0] ?? remoteId;
}
