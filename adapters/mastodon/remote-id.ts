/**
 * An account's id is only unique on its server: the first account of every server has the same one. So the stored id
 * includes the server's name, namely the name that was called, not one that the server claims.
 */

/** `109@mastodon.example`. @param server base address */
export function remoteIdOf(id: string, server: string): string {
  return `${id}@${new URL(server).hostname}`;
}

/** The server's own id, from a stored id. */
export function idOf(remoteId: string): string {
  return remoteId.split('@')[0] ?? remoteId;
}
