/** Hosted files: the workspaces that hold them, what they are, and what people wrote of them. */
import type { Db, Fragment, Tx } from './connect.ts';

interface NewMedia {
  id: string;
  workspaceId: string;
  /** The last part of the file's address, which is also its name in the store. */
  name: string;
  sha256: Uint8Array;
  contentType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /** Of a video; null if it is not known. */
  durationSeconds: number | null;
  /** What the file was called where it came from; null if nobody said. */
  fileName: string | null;
  uploadedBy: { id: string; name: string };
  /** Its name in the form in which texts are compared. */
  searched: string;
}

export interface MediaRow {
  id: string;
  name: string;
  contentType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  fileName: string | null;
  altText: string | null;
  /** null for a file of an older program. */
  uploadedBy: { id: string; name: string } | null;
  /** ISO, UTC. */
  createdAt: string;
}

const columns = (db: Db) => db`
  id, name, content_type as "contentType", bytes::float8 as bytes, width, height, duration_seconds as "durationSeconds",
  file_name as "fileName", alt_text as "altText",
  case when uploaded_by is null then null else json_build_object('id', uploaded_by, 'name', uploaded_by_name) end as "uploadedBy",
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;

/**
 * Records that a workspace holds a file. Changes nothing when it holds it already.
 * @param now epoch ms
 * @returns the row of the file in this workspace
 */
export async function keepMedia(db: Db, media: NewMedia, now: number): Promise<MediaRow> {
  const { uploadedBy } = media;
  const [row] = await db<MediaRow[]>`
    insert into media (id, workspace_id, name, sha256, content_type, bytes, width, height, duration_seconds, file_name,
                       uploaded_by, uploaded_by_name, searched, created_at)
    values (${media.id}, ${media.workspaceId}, ${media.name}, ${media.sha256}, ${media.contentType}, ${media.bytes},
            ${media.width}, ${media.height}, ${media.durationSeconds}, ${media.fileName}, ${uploadedBy.id}, ${uploadedBy.name},
            ${media.searched}, to_timestamp(${now}::float8 / 1000))
    on conflict (workspace_id, name) do update set name = excluded.name
    returning ${columns(db)}`;
  return row!;
}

/** What is known of a file that a workspace holds; undefined where it holds none of this name. */
export async function findMedia(
  db: Db,
  { workspaceId, name }: { workspaceId: string; name: string },
): Promise<Pick<NewMedia, 'contentType' | 'bytes'> | undefined> {
  const [row] = await db<Pick<NewMedia, 'contentType' | 'bytes'>[]>`
    select content_type as "contentType", bytes from media where workspace_id = ${workspaceId} and name = ${name}`;
  return row;
}

export const MEDIA_KINDS = ['image', 'gif', 'video', 'document'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** What of the type of a file makes it one of these. */
const ofKind = (db: Db, kind: MediaKind): Fragment => {
  switch (kind) {
    case 'image':
      return db`and content_type like 'image/%' and content_type <> 'image/gif'`;
    case 'gif':
      return db`and content_type = 'image/gif'`;
    case 'video':
      return db`and content_type like 'video/%'`;
    case 'document':
      return db`and content_type = 'application/pdf'`;
    default:
      return kind satisfies never;
  }
};

/**
 * Files of a workspace, newest first.
 * @param list.q a part of the name or the description, in the form in which texts are compared; null means any. kind: null means any.
 *   before: id; null means from the newest
 */
export async function listMedia(
  db: Db,
  list: {
    workspaceId: string;
    q: string | null;
    kind: MediaKind | null;
    before: string | null;
    limit: number;
  },
): Promise<MediaRow[]> {
  const { workspaceId, q, kind, before, limit } = list;
  return db<MediaRow[]>`
    select ${columns(db)} from media
    where workspace_id = ${workspaceId} ${before === null ? db`` : db`and id < ${before}`}
      ${kind === null ? db`` : ofKind(db, kind)} ${q === null ? db`` : db`and strpos(searched, ${q}) > 0`}
    order by id desc limit ${limit}`;
}

/** Locks a file of a workspace until the transaction ends; undefined if there is none. */
export async function lockMedia(
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<MediaRow | undefined> {
  const [row] = await tx<MediaRow[]>`
    select ${columns(tx)} from media where id = ${id} and workspace_id = ${workspaceId} for update`;
  return row;
}

/** Changes what people wrote of a file. @param update.searched both in the form in which texts are compared */
export async function updateMedia(
  db: Db,
  update: { id: string; fileName: string | null; altText: string | null; searched: string },
): Promise<void> {
  const { id, fileName, altText, searched } = update;
  await db`
    update media set file_name = ${fileName}, alt_text = ${altText}, searched = ${searched} where id = ${id}`;
}

export async function deleteMedia(db: Db, id: string): Promise<void> {
  await db`delete from media where id = ${id}`;
}
