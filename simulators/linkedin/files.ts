/** Images, documents and videos: a place is asked for, the bytes are put there, a video is put together and processed. */
import type { Json } from '../../machines/outcome.ts';
import { pixelsOf } from '../../src/features/media/pixels.ts';
import { sniff } from '../../src/features/media/sniff.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { badInput, callerOf, noPermission, refusal, versioned } from './answers.ts';
import { hash, type State, type StoredFile, urnOf } from './state.ts';

const PART_BYTES = 4_194_304;
const MAX_PIXELS = 36_152_320;
const MAX_DOCUMENT_BYTES = 100_000_000;
const MAX_VIDEO_BYTES = 500_000_000;
const LOOKS_WHILE_PROCESSING = 2;
const PLACE_LIFE_MS = 24 * 3_600_000;

type Kind = StoredFile['kind'];

export function fileRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  const actions = (['image', 'document', 'video'] as const).map((kind): Route => ({
    call: `POST /rest/${kind}s`,
    method: 'post',
    path: `/rest/${kind}s`,
    account,
    answer: (exchange) =>
      versioned(world, exchange, async (sub) => {
        const body = await bodyOf(exchange.request);
        const action = exchange.url.searchParams.get('action');
        if (action === 'initializeUpload') return begin(world, kind, sub, body);
        if (action === 'finalizeUpload' && kind === 'video') return finalize(world, sub, body);
        return refusal(400, 'ILLEGAL_ARGUMENT', `There is no action ${action}`);
      }),
  }));
  const looks = (['images', 'documents'] as const).map((kinds): Route => ({
    call: `GET /rest/${kinds}/:urn`,
    method: 'get',
    path: `/rest/${kinds}/:urn`,
    account,
    answer: () => noPermission(), // as with ordinary apps
  }));
  return [
    ...actions,
    ...looks,
    {
      call: 'GET /rest/videos/:urn',
      method: 'get',
      path: '/rest/videos/:urn',
      account,
      answer: (exchange) =>
        versioned(world, exchange, (sub) => lookAt(world, sub, exchange.params['urn'] ?? '')),
    },
    {
      call: 'PUT upload',
      method: 'put',
      path: '/dms-uploads/:id',
      account,
      answer: (exchange) => put(world, exchange),
    },
  ];
}

function begin(world: World<State>, kind: Kind, sub: string, body: Json): Response {
  const asked = part(body, 'initializeUploadRequest');
  if (part(asked, 'owner') !== urnOf({ sub })) {
    return badInput(400, 'Owner is not the member', {
      code: 'INVALID_OWNER',
      description: 'owner',
      field: 'owner',
    });
  }
  const size = Number(part(asked, 'fileSizeBytes') ?? 0);
  if (kind === 'video' && !(size > 0 && size <= MAX_VIDEO_BYTES)) {
    return badInput(400, 'The size is not one of a video', {
      code: 'INVALID_SIZE',
      description: 'fileSizeBytes',
      field: 'fileSizeBytes',
    });
  }
  const number = world.nextNumber();
  const mark = { image: 'C4E10AQ', document: 'C4E1FAQ', video: 'C5F10AQ' }[kind];
  const urn = `urn:li:${kind}:${mark}${number}`;
  world.state.files[urn] = {
    urn,
    owner: sub,
    kind,
    size,
    parts: [],
    kept: null,
    looksLeft: LOOKS_WHILE_PROCESSING,
    broken: false,
  };
  const placeFor = (index: number): string => {
    const id = hash(`${urn} ${index}`).slice(0, 24);
    world.state.places[id] = { urn, part: index };
    return `${world.baseUrl}/dms-uploads/${id}`;
  };
  const until = world.now() + PLACE_LIFE_MS;
  if (kind !== 'video') {
    return Response.json({ value: { uploadUrlExpiresAt: until, uploadUrl: placeFor(0), [kind]: urn } });
  }
  const uploadInstructions = Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, index) => ({
    uploadUrl: placeFor(index),
    firstByte: index * PART_BYTES,
    lastByte: Math.min(size, (index + 1) * PART_BYTES) - 1,
  }));
  return Response.json({
    value: { uploadUrlsExpireAt: until, video: urn, uploadToken: '', uploadInstructions },
  });
}

/** 201 without a body; of a part of a video 200 and the part's mark. */
async function put(world: World<State>, { request, params }: Exchange): Promise<Response> {
  const place = world.state.places[params['id'] ?? ''];
  const file = world.state.files[place?.urn ?? ''];
  if (place === undefined || file === undefined) return new Response(null, { status: 404 });
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (file.kind === 'video') {
    const wanted = Math.min(file.size - place.part * PART_BYTES, PART_BYTES);
    if (bytes.length !== wanted) return new Response(null, { status: 400 });
    const etag = `etag-${place.part}-${hash(file.urn).slice(0, 8)}`;
    file.parts[place.part] = { data: Buffer.from(bytes).toString('base64'), etag };
    return new Response(null, { status: 200, headers: { etag } });
  }
  const type = sniff(bytes);
  const pixels = type === null ? null : pixelsOf(bytes, type);
  const fits =
    file.kind === 'document'
      ? type === 'application/pdf' && bytes.length <= MAX_DOCUMENT_BYTES
      : type !== null &&
        /^image\/(jpeg|png|gif)$/.test(type) &&
        (pixels?.width ?? 0) * (pixels?.height ?? 0) < MAX_PIXELS;
  if (!fits || type === null) return new Response(null, { status: 400 });
  file.kept = { url: world.keepMedia(bytes, type), type, bytes: bytes.length };
  return new Response(null, { status: 201 });
}

function finalize(world: World<State>, sub: string, body: Json): Response {
  const asked = part(body, 'finalizeUploadRequest');
  const urn = part(asked, 'video');
  const file = world.state.files[typeof urn === 'string' ? urn : ''];
  if (file?.owner !== sub) return refusal(404, 'NOT_FOUND', 'There is no such video');
  const given = JSON.stringify(part(asked, 'uploadedPartIds'));
  const complete = file.parts.length === Math.ceil(file.size / PART_BYTES);
  if (
    part(asked, 'uploadToken') !== '' ||
    !complete ||
    given !== JSON.stringify(file.parts.map(({ etag }) => etag))
  ) {
    return badInput(400, 'The parts are not those that were uploaded', {
      code: 'INVALID_PARTS',
      description: 'uploadedPartIds',
      field: 'uploadedPartIds',
    });
  }
  const bytes = Uint8Array.from(Buffer.concat(file.parts.map(({ data }) => Buffer.from(data, 'base64'))));
  file.broken = sniff(bytes) !== 'video/mp4' || Buffer.from(bytes.subarray(0, 5)).toString() === 'fail:';
  file.kept = { url: world.keepMedia(bytes, 'video/mp4'), type: 'video/mp4', bytes: bytes.length };
  file.parts = [];
  return new Response(null, { status: 200 });
}

function lookAt(world: World<State>, sub: string, urn: string): Response {
  const file = world.state.files[decodeURIComponent(urn)];
  if (file?.owner !== sub) return refusal(404, 'NOT_FOUND', 'There is no such video');
  const about = { id: file.urn, owner: urnOf({ sub }) };
  if (file.kept === null) return Response.json({ ...about, status: 'WAITING_UPLOAD' });
  if (file.looksLeft > 0) {
    file.looksLeft -= 1;
    return Response.json({ ...about, status: 'PROCESSING' });
  }
  if (file.broken) {
    return Response.json({
      ...about,
      status: 'PROCESSING_FAILED',
      processingFailureReason: 'The file is no video',
    });
  }
  return Response.json({ ...about, status: 'AVAILABLE', duration: 8000 });
}

export async function bodyOf(request: Request): Promise<Json> {
  try {
    return (await request.json()) as Json;
  } catch {
    return null; // a body that cannot be read holds no fields
  }
}

export function part(json: Json | undefined, name: string): Json | undefined {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json[name] : undefined;
}
