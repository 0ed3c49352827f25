/** Uploads: types and sizes, processing of videos, files that were never attached. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { fileBody } from './bodies.ts';
import { authorize, callerIn } from './callers.ts';
import { error, refusal } from './errors.ts';
import { formOf } from './input.ts';
import {
  FILE_LIFE_MS,
  type Grant,
  LOOKS_WHILE_PROCESSING,
  SIZE_LIMITS,
  type State,
  type StoredFile,
  TYPES,
  newId,
} from './state.ts';

const MAX_DESCRIPTION = 1_500;

export function fileRoutes(world: World<State>): Route[] {
  const upload = async ({ request }: Exchange, processing: 'later' | 'at once'): Promise<Response> => {
    const grant = authorize(world, request, 'write:media');
    if (grant instanceof Response) return grant;
    const form = await formOf(request);
    const file = form?.get('file');
    if (!(file instanceof File)) return refusal(422, "Validation failed: File can't be blank");
    const type = file.type.split(';')[0] ?? '';
    if (!TYPES.includes(type)) {
      return refusal(422, 'Validation failed: File content type is invalid, File is invalid');
    }
    const kind = type === 'image/gif' ? 'gifv' : (type.split('/')[0] as 'image' | 'video' | 'audio');
    const most = SIZE_LIMITS[type.startsWith('image/') ? 'image' : 'video'];
    if (file.size > most) {
      return refusal(
        422,
        `Validation failed: File file size must be less than ${Math.floor(most / 1_048_576)} MB`,
      );
    }
    const description = form?.get('description');
    if (typeof description === 'string' && Array.from(description).length > MAX_DESCRIPTION)
      return refusal(
        422,
        `Validation failed: Description is too long (maximum is ${MAX_DESCRIPTION} characters)`,
      );
    const bytes = new Uint8Array(await file.arrayBuffer());
    const looksLeft = kind === 'image' || processing === 'at once' ? 0 : LOOKS_WHILE_PROCESSING;
    const stored: StoredFile = {
      id: newId(world),
      accountId: grant.accountId,
      kind,
      type,
      bytes: bytes.length,
      url: world.keepMedia(bytes, type),
      uploadedAt: world.now(),
      looksLeft,
      broken: Buffer.from(bytes.subarray(0, 5)).toString('latin1') === 'fail:',
      statusId: null,
      ...(typeof description === 'string' && { description }),
    };
    if (stored.broken && looksLeft === 0) return refusal(422, BROKEN);
    world.state.files[stored.id] = stored;
    return Response.json(fileBody(stored), { status: looksLeft === 0 ? 200 : 202 });
  };
  return [
    {
      call: 'POST /api/v2/media',
      method: 'post',
      path: '/api/v2/media',
      account: callerIn(world),
      answer: (exchange) => upload(exchange, 'later'),
    },
    {
      call: 'POST /api/v1/media',
      method: 'post',
      path: '/api/v1/media',
      account: callerIn(world),
      answer: (exchange) => upload(exchange, 'at once'),
    },
    {
      call: 'GET /api/v1/media/:id',
      method: 'get',
      path: '/api/v1/media/:id',
      account: callerIn(world),
      answer({ request, params }) {
        const grant = authorize(world, request, 'write:media');
        if (grant instanceof Response) return grant;
        const file = freeFile(world, grant, params['id'] ?? '');
        if (file === null) return error(404, undefined);
        if (file.looksLeft > 0) {
          file.looksLeft -= 1;
          return Response.json({ ...fileBody(file), url: null }, { status: 206 });
        }
        return file.broken ? refusal(422, BROKEN) : Response.json(fileBody(file));
      },
    },
  ];
}

const BROKEN = 'There was a problem processing the uploaded media file';

/** A file of the account that no status has yet. */
export function freeFile(world: World<State>, { accountId }: Grant, id: string): StoredFile | null {
  const file = world.state.files[id];
  const isFree =
    file !== undefined &&
    file.accountId === accountId &&
    file.statusId === null &&
    file.uploadedAt + FILE_LIFE_MS > world.now();
  return isFree ? file : null;
}
