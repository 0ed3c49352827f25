/** Hosted files: whose they are and what they are. */
import type { Db } from './connect.ts';

export interface MediaRow {
  id: string;
  workspaceId: string;
  /** Its last part in the address, and its name in the store. */
  name: string;
  sha256: Uint8Array;
  contentType: string;
  bytes: number;
  width: number | null;
  height: number | null;
}

/** Notes that a workspace holds a file; nothing changes when it does already. @param now epoch ms */
export async function keepMedia(db: Db, media: MediaRow, now: number) {
  return db`
    insert into media (id, workspace_id, name, sha256, content_type, bytes, width, height, created_at)
    values (${media.id}, ${media.workspaceId}, ${media.name}, ${media.sha256}, ${media.contentType}, ${media.bytes},
            ${media.width}, ${media.height}, to_timestamp(${now}::float8 / 1000))
    on conflict (workspace_id, name) do nothing`;
}
