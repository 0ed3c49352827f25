/** Where a file was shared, and the address of a message. */
import type { AccountAccess } from '../port/account.ts';
import { textAt } from '../lib/http.ts';
import type { Json } from '../../machines/outcome.ts';

/** The `ts` of the message in this channel that contains a file; null if none does. */
export function shareIn(info: Json, channelId: string): string | null {
  return (
    textAt(info, 'file', 'shares', 'public', channelId, 0, 'ts') ??
    textAt(info, 'file', 'shares', 'private', channelId, 0, 'ts')
  );
}

/** The address that `chat.getPermalink` would return; null if the workspace's address is not known. */
export function permalinkOf({ credentials }: Pick<AccountAccess, 'credentials'>, ts: string): string | null {
  const { site, channelId } = credentials;
  return site && channelId ? `${site}/archives/${channelId}/p${ts.replace('.', '')}` : null;
}
