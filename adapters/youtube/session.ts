/** Calls of a resumable upload, and how their responses are read (Data API, resumable uploads). */
import type { AccountAccess } from '../port/account.ts';
import type { MediaPart, OpenedMedia, Plan } from '../port/publish.ts';
import { type NetworkResponse, textAt } from '../lib/http.ts';
import { authorization } from '../lib/request.ts';
import { baseOf } from './request.ts';
import { version } from './version.ts';

const CATEGORY_PEOPLE = '22';

interface VideoWords {
  plan: Plan;
  privacy: string;
}

/** Starts a session with everything about the video except its bytes. */
export function startRequest(account: AccountAccess, { plan, privacy }: VideoWords, file: FilePart): Request {
  const query = new URLSearchParams({
    uploadType: 'resumable',
    part: 'snippet,status',
    notifySubscribers: 'true',
  });
  const path = `/upload/youtube/${version.version}/videos?${query.toString()}`;
  return new Request(`${baseOf(account.endpoints)}${path}`, {
    method: 'POST',
    headers: {
      ...authorization(account),
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(file.size),
      'x-upload-content-type': file.contentType,
    },
    body: JSON.stringify({
      snippet: { title: plan.title, description: plan.text, categoryId: CATEGORY_PEOPLE },
      status: {
        privacyStatus: privacy,
        selfDeclaredMadeForKids: false,
        embeddable: true,
        license: 'youtube',
      },
    }),
    redirect: 'manual',
  });
}

/** The session's address; null if there is none. */
export function sessionIn({ status, headers }: NetworkResponse, account: AccountAccess): string | null {
  const location = headers.get('location');
  if (status >= 300 || location === null) return null;
  return URL.parse(location, baseOf(account.endpoints))?.href ?? null;
}

/** Some bytes of a file, with the size of the whole. */
export type FilePart = OpenedMedia & { size: number };

/** Sends bytes from an offset. 308 means "continue", so it is not followed as a redirect. */
export function chunkRequest(
  account: AccountAccess,
  session: string,
  { bytes, size, contentType }: FilePart,
  { from, to }: MediaPart,
): Request {
  return new Request(session, {
    method: 'PUT',
    headers: {
      ...tokenFor(account, session),
      'content-type': contentType,
      'content-range': `bytes ${from}-${to - 1}/${size}`,
    },
    body: bytes,
    redirect: 'manual',
  });
}

/** Reads the progress of the session. Sends no bytes. */
export function probeRequest(account: AccountAccess, session: string, size: number): Request {
  return new Request(session, {
    method: 'PUT',
    headers: { ...tokenFor(account, session), 'content-range': `bytes */${size}` },
    redirect: 'manual',
  });
}

/** The address alone allows the upload. YouTube's samples send the token too; it goes to no other host. */
function tokenFor(account: AccountAccess, session: string): { authorization?: string } {
  const isTheirs = new URL(session).origin === new URL(baseOf(account.endpoints)).origin;
  return isTheirs ? authorization(account) : {};
}

export type SessionState =
  /** This many bytes are stored. */
  | { kind: 'more'; offset: number }
  | { kind: 'done'; video: UploadedVideo }
  /** The session no longer exists. */
  | { kind: 'gone' };

interface UploadedVideo {
  id: string;
  uploadStatus: string;
  /** The visibility that YouTube has set; null if it does not say. */
  privacy: string | null;
  /** Why YouTube will not show it; null if it will. */
  refusal: string | null;
}

/** @returns null if the response says nothing about the session */
export function stateIn({ status, headers, json }: NetworkResponse): SessionState | null {
  if (status === 308) {
    const last = /^bytes=0-(\d+)$/.exec(headers.get('range') ?? '')?.[1];
    return { kind: 'more', offset: last === undefined ? 0 : Number(last) + 1 };
  }
  if (status === 404 || status === 410) return { kind: 'gone' };
  const id = textAt(json, 'id');
  if ((status !== 200 && status !== 201) || id === null || id === '') return null;
  const uploadStatus = textAt(json, 'status', 'uploadStatus') ?? 'uploaded';
  const why = textAt(json, 'status', 'rejectionReason') ?? textAt(json, 'status', 'failureReason');
  const isRefused = ['failed', 'rejected', 'deleted'].includes(uploadStatus);
  const refusal = isRefused
    ? `YouTube did not keep the video: ${uploadStatus} (${why ?? 'no reason given'})`
    : null;
  const privacy = textAt(json, 'status', 'privacyStatus');
  return { kind: 'done', video: { id, uploadStatus, privacy, refusal } };
}

/**
 * How a video differs from the request, and which differences cannot be checked.
 * @param requestedPrivacy the requested visibility; null if it was edited in between
 */
export function warningsOf(
  { privacy, uploadStatus }: UploadedVideo,
  requestedPrivacy: string | null,
): string[] {
  const warnings: string[] = [];
  if (requestedPrivacy !== null && privacy !== null && privacy !== requestedPrivacy) {
    warnings.push(
      `YouTube made the video ${privacy}, not ${requestedPrivacy} as asked for: it does so with videos of apps that Google has not audited. Change it in YouTube Studio`,
    );
  }
  if (uploadStatus === 'uploaded') {
    warnings.push(
      'YouTube was still processing the video when it was published, and its result is not checked: look in YouTube Studio if the video does not appear',
    );
  }
  return warnings;
}

export function addressOfVideo(id: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`;
}
