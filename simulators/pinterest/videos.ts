/** Uploading a video, and its processing. */
import { sniff } from '../../src/features/media/sniff.ts';
import type { World } from '../simulator.ts';
import { type Account, POLLS, type State, type Video, hash } from './state.ts';

export function register(world: World<State>, { id: account }: Account): Response {
  const id = String(5430 + world.nextNumber());
  const signature = hash(`upload ${id}`);
  world.state.videos[id] = { id, account, signature, file: null, fails: false, pollsLeft: POLLS };
  return Response.json(
    {
      media_id: id,
      media_type: 'video',
      upload_url: `${world.baseUrl}/upload/`,
      upload_parameters: {
        'x-amz-date': '20261001T080000Z',
        'x-amz-signature': signature,
        'x-amz-security-token': 'sandbox',
        'x-amz-algorithm': 'AWS4-HMAC-SHA256',
        key: `uploads/${account}/${id}`,
        policy: 'sandbox',
        'x-amz-credential': 'sandbox',
        'Content-Type': 'multipart/form-data',
      },
    },
    { status: 201 },
  );
}

/** S3's form upload: every field as it was given, the file last, no token; errors are XML. */
export async function store(world: World<State>, request: Request): Promise<Response> {
  const form = await request.formData().catch(() => new FormData());
  const fields = [...form];
  const video = world.state.videos[videoIdIn(form)];
  if (request.headers.has('authorization')) return xml(400, 'InvalidArgument', 'Only one auth mechanism');
  if (!video || form.get('x-amz-signature') !== video.signature || !form.has('Content-Type')) {
    return xml(403, 'SignatureDoesNotMatch', 'The request signature does not match.');
  }
  const [name, file] = fields.at(-1) ?? [];
  if (name !== 'file' || typeof file === 'string' || !file) {
    return xml(400, 'InvalidArgument', 'POST requires exactly one file upload per request.');
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = sniff(bytes) ?? file.type;
  video.fails = new TextDecoder().decode(bytes.subarray(0, 4)) === 'fail' || !type.startsWith('video/');
  video.file = { url: world.keepMedia(bytes, type), type, bytes: bytes.length };
  return new Response(null, { status: 204 });
}

function videoIdIn(form: FormData): string {
  const key = form.get('key');
  return typeof key === 'string' ? (key.split('/').at(-1) ?? '') : '';
}

function xml(status: number, code: string, message: string): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return new Response(body, { status, headers: { 'content-type': 'application/xml' } });
}

export function statusOf({
  file,
  fails,
  pollsLeft,
}: Video): 'registered' | 'processing' | 'succeeded' | 'failed' {
  if (!file) return 'registered';
  if (pollsLeft > 0) return 'processing';
  return fails ? 'failed' : 'succeeded';
}
