/** Hosted files: the workspaces that hold them, their types and sizes. */
import type { Db } from './connect.ts';

interface MediaRow {
  id: string;
  workspaceId: string;
  /** The last part of the file's address, which is also its name in the store. */
  name: string;
  sha256: Uint8Array;
  contentType: string;
  bytes: number;
  width: number | null;
  height: number | null;
}

/** Records that a workspace holds a file. Changes nothing when it holds it already. @param now epoch ms */
export async function keepMedia(db: Db, media: MediaRow, now: number) {
  return db`
    insert into media (id, workspace_id, name, sha256, content_type, bytes, width, height, created_at)
    values (${media.id}, ${media.workspaceId}, ${media.name}, ${media.sha256}, ${media.contentType}, ${media.bytes},
            ${media.width}, ${media.height}, to_timestamp(${now}::float8 / 1000))
    on conflict (workspace_id, name) do nothing`;
}

/** What is known of a file that a workspace holds; undefined where it holds none of this name. */
export async function findMedia(
  db: Db,
  { workspaceId, name }: { workspaceId: string; name: string },
): Promise<Pick<MediaRow, 'contentType' | 'bytes'> | undefined> {
  const [row] = await db<Pick<MediaRow, 'contentType' | 'bytes'>[]>`
    select content_type as "contentType", bytes from media where workspace_id = ${workspaceId} and name = ${name}`;
  return row;
}
