/**
 * Uploads: one call for a photo, parts for the rest. A video is processed for as long as two looks take, a GIF for one.
 * A file whose bytes begin with `fail:` cannot be processed.
 */
import { textAt } from '../../adapters/lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import {
  authorize,
  callerIn,
  FILE_LIFE_SECONDS,
  invalid,
  problem,
  snowflake,
  type State,
  type StoredFile,
} from './state.ts';

const MB = 1_000_000;
const CATEGORIES: { [category: string]: { types: RegExp; maxBytes: number; looks: number; key: number } } = {
  tweet_image: {
    types: /^image\/(?:jpeg|png|webp|gif|bmp|tiff|pjpeg)$/,
    maxBytes: 5 * MB,
    looks: 0,
    key: 3,
  },
  dm_image: { types: /^image\/(?:jpeg|png|webp|gif)$/, maxBytes: 5 * MB, looks: 0, key: 3 },
  tweet_gif: { types: /^image\/gif$/, maxBytes: 15 * MB, looks: 1, key: 16 },
  tweet_video: { types: /^video\/(?:mp4|quicktime|webm|mp2t)$/, maxBytes: 512 * MB, looks: 2, key: 7 },
};
const MAX_ALT_TEXT = 1_000;
const MAX_PART_BYTES = 5 * 1024 * 1024;

export function mediaRoutes(world: World<State>): Route[] {
  const account = callerIn(world);
  const called =
    (answer: (accountId: string, exchange: Exchange) => Response | Promise<Response>) =>
    (exchange: Exchange): Response | Promise<Response> => {
      const grant = authorize(world, exchange.request, 'media.write');
      return grant instanceof Response ? grant : answer(grant.accountId, exchange);
    };
  const ofFile = (answer: (file: StoredFile, exchange: Exchange) => Response | Promise<Response>) =>
    called((accountId, exchange) => {
      const id = exchange.params['id'] ?? exchange.url.searchParams.get('media_id') ?? '';
      const file = usableFile(world, accountId, id);
      return file ? answer(file, exchange) : missing(id);
    });
  return [
    {
      call: 'POST /2/media/upload',
      method: 'post',
      path: '/2/media/upload',
      account,
      answer: called(async (accountId, { request }) => {
        const form = await formOf(request);
        const media = form?.get('media');
        if (!(media instanceof File)) return invalid('media: is required', { media: [] });
        const asked = {
          type: media.type,
          category: textIn(form, 'media_category'),
          bytes: media.size,
        };
        const file = begin(world, accountId, asked);
        if (file instanceof Response) return file;
        file.parts = [Buffer.from(await media.arrayBuffer()).toString('base64')];
        return finalize(world, file);
      }),
    },
    {
      call: 'POST /2/media/upload/initialize',
      method: 'post',
      path: '/2/media/upload/initialize',
      account,
      answer: called(async (accountId, { request }) => {
        const input = await jsonOf(request);
        const type = textAt(input, 'media_type') ?? '';
        const asked = {
          type,
          category: textAt(input, 'media_category') ?? '',
          bytes: Number(textAt(input, 'total_bytes')),
        };
        const file = begin(world, accountId, asked);
        return file instanceof Response ? file : Response.json({ data: bodyOf(file) });
      }),
    },
    {
      call: 'POST /2/media/upload/:id/append',
      method: 'post',
      path: '/2/media/upload/:id/append',
      account,
      answer: ofFile(async (file, { request }) => {
        const form = await formOf(request);
        const media = form?.get('media');
        const index = textIn(form, 'segment_index');
        if (!(media instanceof File)) return invalid('media: is required', { media: [] });
        if (media.size > MAX_PART_BYTES) return problem(413, 'Payload Too Large', 'The part is too large.');
        if (index !== String(file.parts.length) || file.finalizedAt !== null) {
          return invalid('segment_index: parts come in order from 0', { segment_index: [index] });
        }
        file.parts.push(Buffer.from(await media.arrayBuffer()).toString('base64'));
        return Response.json({ data: { expires_at: Math.floor(world.now() / 1000) + FILE_LIFE_SECONDS } });
      }),
    },
    {
      call: 'POST /2/media/upload/:id/finalize',
      method: 'post',
      path: '/2/media/upload/:id/finalize',
      account,
      answer: ofFile((file) => finalize(world, file)),
    },
    {
      call: 'POST /2/media/metadata',
      method: 'post',
      path: '/2/media/metadata',
      account,
      answer: called(async (accountId, { request }) => {
        const input = await jsonOf(request);
        const id = textAt(input, 'id') ?? '';
        const file = usableFile(world, accountId, id);
        if (!file) return missing(id);
        const text = textAt(input, 'metadata', 'alt_text', 'text') ?? '';
        if (text.length > MAX_ALT_TEXT)
          return invalid('metadata.alt_text.text: is too long', { text: [text] });
        file.alt = text;
        return Response.json({ data: { id, associated_metadata: { alt_text: { text } } } });
      }),
    },
    {
      call: 'GET /2/media/upload',
      method: 'get',
      path: '/2/media/upload',
      account,
      answer: ofFile((file, { url }) => {
        if (url.searchParams.get('command') !== 'STATUS')
          return invalid('command: is not STATUS', { command: [] });
        if (file.finalizedAt === null) return missing(file.id);
        if (file.looksLeft > 0) file.looksLeft -= 1;
        return Response.json({ data: bodyOf(file, true) });
      }),
    },
  ];
}

/** A file of this account that is not forgotten yet. */
export function usableFile(world: World<State>, accountId: string, id: string): StoredFile | null {
  const file = world.state.files[id];
  if (!file || file.accountId !== accountId) return null;
  const isOver = file.finalizedAt !== null && file.finalizedAt + FILE_LIFE_SECONDS * 1000 <= world.now();
  return isOver ? null : file;
}

/** Whether a post may carry it. */
export function isReady(file: StoredFile): boolean {
  return file.finalizedAt !== null && file.looksLeft === 0 && !file.broken;
}

function begin(
  world: World<State>,
  accountId: string,
  { type, category, bytes }: { type: string; category: string; bytes: number },
): StoredFile | Response {
  const rules = CATEGORIES[category];
  if (!rules)
    return invalid(`media_category: ${category} is not one of the categories`, { media_category: [] });
  if (!rules.types.test(type)) return invalid(`media_type: ${type} is not supported`, { media_type: [type] });
  if (!(bytes > 0 && bytes <= rules.maxBytes)) {
    return invalid(`File size exceeds ${rules.maxBytes} bytes.`, { total_bytes: [String(bytes)] });
  }
  const id = snowflake(world);
  const file: StoredFile = {
    id,
    mediaKey: `${rules.key}_${id}`,
    accountId,
    category,
    type,
    totalBytes: bytes,
    parts: [],
    bytes: 0,
    url: null,
    finalizedAt: null,
    looksLeft: rules.looks,
    broken: false,
  };
  world.state.files[id] = file;
  return file;
}

function finalize(world: World<State>, file: StoredFile): Response {
  const bytes = Uint8Array.from(Buffer.concat(file.parts.map((part) => Buffer.from(part, 'base64'))));
  if (bytes.length !== file.totalBytes) {
    return invalid('Segments do not add up to provided total file size.', { id: [file.id] });
  }
  file.parts = [];
  file.bytes = bytes.length;
  file.url = world.keepMedia(bytes, file.type);
  file.finalizedAt = world.now();
  file.broken = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === 'fail:';
  return Response.json({ data: { ...bodyOf(file), size: file.bytes } });
}

function bodyOf(file: StoredFile, looked = false) {
  const body = { id: file.id, media_key: file.mediaKey, expires_after_secs: FILE_LIFE_SECONDS };
  if (file.finalizedAt === null) return body;
  if (file.looksLeft > 0) {
    const state = looked ? 'in_progress' : 'pending';
    return { ...body, processing_info: { state, check_after_secs: 2, progress_percent: 40 } };
  }
  if (file.broken) {
    const error = { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' };
    return { ...body, processing_info: { state: 'failed', error } };
  }
  return looked ? { ...body, processing_info: { state: 'succeeded', progress_percent: 100 } } : body;
}

function missing(id: string): Response {
  const type = 'https://api.x.com/2/problems/resource-not-found';
  return problem(404, 'Not Found Error', `Could not find media with id: [${id}].`, type);
}

function textIn(form: FormData | null, name: string): string {
  const value = form?.get(name);
  return typeof value === 'string' ? value : '';
}

async function formOf(request: Request): Promise<FormData | null> {
  try {
    return await request.formData();
  } catch {
    return null; // no form: every field is missing then
  }
}

async function jsonOf(request: Request): Promise<Json> {
  try {
    return (await request.json()) as Json;
  } catch {
    return null; // broken JSON: every field is missing then
  }
}
