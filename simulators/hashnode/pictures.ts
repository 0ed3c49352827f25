/**
 * Uploading pictures: an address for one PUT, the storage behind it, and the confirmation, which measures the picture.
 * A signed PUT cannot limit the size, so a picture that is too large is stored first and deleted by the confirmation.
 */
import type { Route, World } from '../simulator.ts';
import { Refusal, textOf } from './responses.ts';
import { MAX_PICTURE_BYTES, type State, type Variables, UPLOAD_MS, objectId } from './state.ts';

export function promiseUpload(world: World<State>, input: Variables) {
  const contentType = textOf(input['contentType']);
  if (!/^image\/(?!svg)/.test(contentType)) throw new Refusal('BAD_USER_INPUT', 'Unsupported content type');
  const key = `uploads/${objectId(`upload ${world.nextNumber()}`)}`;
  world.state.uploads[key] = { contentType, until: world.now() + UPLOAD_MS, picture: null };
  const query = new URLSearchParams({ key, 'X-Amz-Expires': '60', 'X-Amz-Signature': objectId(key) });
  return { url: `${world.baseUrl}/storage/bucket?${query.toString()}`, cdnUrl: cdnUrl(world, key), key };
}

export function confirmUpload(world: World<State>, input: Variables) {
  const key = textOf(input['key']);
  const upload = world.state.uploads[key];
  if (!upload?.picture) throw new Refusal('NOT_FOUND', 'Upload not found');
  if (upload.picture.bytes > MAX_PICTURE_BYTES) {
    delete world.state.uploads[key];
    return { ok: false, cdnUrl: null };
  }
  world.state.pictures[cdnUrl(world, key)] = upload.picture;
  return { ok: true, cdnUrl: cdnUrl(world, key) };
}

export function storageRoute(world: World<State>): Route {
  return {
    call: 'storage',
    method: 'put',
    path: '/storage/bucket',
    account: () => null,
    answer: async ({ request, url }) => {
      const key = url.searchParams.get('key') ?? '';
      const upload = world.state.uploads[key];
      const signed = url.searchParams.get('X-Amz-Signature') === objectId(key);
      if (!upload || !signed || world.now() > upload.until) return storageError(403, 'AccessDenied');
      if (request.headers.get('content-type') !== upload.contentType)
        return storageError(403, 'SignatureDoesNotMatch');
      const bytes = new Uint8Array(await request.arrayBuffer());
      const kept = world.keepMedia(bytes, upload.contentType);
      upload.picture = { url: kept, type: upload.contentType, bytes: bytes.length };
      return new Response(null, { status: 200, headers: { etag: `"${objectId(key)}"` } });
    },
  };
}

const cdnUrl = ({ baseUrl }: World<State>, key: string) => `${baseUrl}/cdn/${key}`;

function storageError(status: number, code: string): Response {
  return new Response(`<Error><Code>${code}</Code></Error>`, {
    status,
    headers: { 'content-type': 'application/xml' },
  });
}
