/** Builds the calls made as the Page. */
import type { AccountAccess } from '../port/account.ts';
import { type Caller, get, post, postForm } from '../meta/request.ts';
import type { Posting } from './checkpoint.ts';
import { endpoints, version } from './version.ts';

export function callerOf({ endpoints: own, credentials }: AccountAccess): Caller {
  const proof = credentials['appSecretProof'];
  return {
    base: baseOf(own),
    accessToken: credentials['accessToken'] ?? '',
    ...(proof ? { always: { appsecret_proof: proof } } : {}),
  };
}

export function baseOf(own: { [name: string]: string }): string {
  return `${own['graph'] ?? endpoints.graph}/${version.version}`;
}

/** Text alone, or with staged photos, or with the preview of a page. */
export function feedRequest(
  account: AccountAccess,
  { text, photos, link }: Pick<Posting, 'text' | 'photos' | 'link'>,
): Request {
  return post(callerOf(account), `${pageOf(account)}/feed`, {
    ...(text === '' ? {} : { message: text }),
    ...(photos.length === 0 ? {} : { attached_media: photos.map((id) => ({ media_fbid: id })) }),
    ...(link !== undefined && { link }),
  });
}

/** A photo that is not published yet. Its bytes are sent, so Facebook does not have to fetch it from us. */
export function photoRequest(account: AccountAccess, photo: File, alt?: string): Request {
  return postForm(callerOf(account), `${pageOf(account)}/photos`, {
    source: photo,
    published: 'false',
    ...(alt !== undefined && { alt_text_custom: alt }),
  });
}

export function startRequest(account: AccountAccess, bytes: number): Request {
  return post(callerOf(account), `${pageOf(account)}/videos`, {
    upload_phase: 'start',
    file_size: String(bytes),
  });
}

export function transferRequest(
  account: AccountAccess,
  sessionId: string,
  from: number,
  chunk: File,
): Request {
  return postForm(callerOf(account), `${pageOf(account)}/videos`, {
    upload_phase: 'transfer',
    upload_session_id: sessionId,
    start_offset: String(from),
    video_file_chunk: chunk,
  });
}

/** Publishes the video. */
export function finishRequest(account: AccountAccess, sessionId: string, text: string): Request {
  return post(callerOf(account), `${pageOf(account)}/videos`, {
    upload_phase: 'finish',
    upload_session_id: sessionId,
    ...(text === '' ? {} : { description: text }),
  });
}

export function videoRequest(account: AccountAccess, videoId: string): Request {
  const fields = 'id,status,published,post_id';
  return get(callerOf(account), encodeURIComponent(videoId), { fields });
}

export function postsRequest(account: AccountAccess, sinceMs: number, cursor: { after?: string }): Request {
  return get(callerOf(account), `${pageOf(account)}/posts`, {
    fields: 'id,message,created_time,attachments{target{id},subattachments{target{id}}}',
    since: String(Math.floor(sinceMs / 1000)),
    limit: '100',
    ...cursor,
  });
}

/** The Page in a path. */
export function pageOf({ remoteId }: AccountAccess): string {
  return encodeURIComponent(remoteId);
}

/** The address of a post or a video by its id. Facebook redirects it. */
export function addressOf(id: string): string {
  return `https://www.facebook.com/${id}`;
}
