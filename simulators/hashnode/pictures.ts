/** Uploading pictures to the storage that an upload address names. */
import type { Json } from '../../machines/outcome.ts';
import type { Route, World } from '../simulator.ts';
import { data, refusal, textOf } from './responses.ts';
import { MAX_PICTURE_BYTES, type State, type Variables, objectId } from './state.ts';

export function promise(world: World<State>, input: Variables): Response {
  const contentType = textOf(input['contentType']);
  if (!/^image\/(?!svg)/.test(contentType)) return refusal('BAD_USER_INPUT', 'Unsupported content type');
  const key = `uploads/${objectId(`upload ${world.nextNumber()}`)}`;
  world.state.promised[key] = contentType;
  const fields = { key, 'Content-Type': contentType, policy: 'sandbox', 'X-Amz-Signature': objectId(key) };
  return data({
    createImageUploadURL: { presignedPost: { url: `${world.baseUrl}/storage/bucket`, fields } },
  });
}

export function storageRoute(world: World<State>): Route {
  return {
    call: 'storage',
    method: 'post',
    path: '/storage/bucket',
    account: () => null,
    answer: async ({ request }) => {
      const form = await request.formData().catch(() => null);
      const parts = [...(form ?? [])];
      const [last, file] = parts.at(-1) ?? [];
      const key = textOf(form?.get('key') as Json);
      const type = world.state.promised[key];
      if (last !== 'file' || !(file instanceof File)) return storageError(400, 'InvalidArgument');
      if (type === undefined || form?.get('X-Amz-Signature') !== objectId(key))
        return storageError(403, 'AccessDenied');
      if (file.size > MAX_PICTURE_BYTES) return storageError(400, 'EntityTooLarge');
      delete world.state.promised[key];
      const kept = world.keepMedia(new Uint8Array(await file.arrayBuffer()), type);
      world.state.pictures[`${world.baseUrl}/cdn/${key}`] = { url: kept, type, bytes: file.size };
      return new Response(null, { status: 204 });
    },
  };
}

function storageError(status: number, code: string): Response {
  return new Response(`<Error><Code>${code}</Code></Error>`, {
    status,
    headers: { 'content-type': 'application/xml' },
  });
}
