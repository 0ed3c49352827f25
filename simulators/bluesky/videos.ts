/** The video service: uploads, and jobs that are encoded after a few looks. */
import type { Route, World } from '../simulator.ts';
import { blobObject, storeBlob } from './blobs.ts';
import { refusal } from './errors.ts';
import { RAW, cidOf } from './ids.ts';
import { type JsonObject, seconds } from './input.ts';
import {
  type Account,
  type Job,
  LOOKS_WHILE_ENCODING,
  MAX_VIDEO_BYTES,
  type State,
  VIDEO_TYPES,
} from './state.ts';
import { bearerOf, verify } from './tokens.ts';

export function videoRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'app.bsky.video.uploadVideo',
      method: 'post',
      path: '/video/xrpc/app.bsky.video.uploadVideo',
      account: ({ url }) => url.searchParams.get('did'),
      async answer({ request, url }) {
        const did = url.searchParams.get('did') ?? '';
        const account = world.state.accounts[did];
        const token = verify(bearerOf(request) ?? '');
        const server = `did:web:${encodeURIComponent(new URL(world.baseUrl).host)}`;
        if (token === null || account === undefined || token.iss !== did || token.exp <= seconds(world)) {
          return refusal(401, 'AuthenticationRequired', 'Invalid service token');
        }
        if (token.aud !== server || token.lxm !== 'com.atproto.repo.uploadBlob') {
          return refusal(401, 'AuthenticationRequired', 'The service token is for another server or method');
        }
        if (!url.searchParams.get('name')) return refusal(400, 'InvalidRequest', 'name is missing');
        const mimeType = (request.headers.get('content-type') ?? '').split(';')[0] ?? '';
        if (!VIDEO_TYPES.has(mimeType)) return refusal(400, 'InvalidRequest', `${mimeType} is not a video`);
        const bytes = new Uint8Array(await request.arrayBuffer());
        if (bytes.length > MAX_VIDEO_BYTES) return refusal(413, 'PayloadTooLarge', 'The video is too large');
        return takeVideo(world, account, bytes);
      },
    },
    {
      call: 'app.bsky.video.getJobStatus',
      method: 'get',
      path: '/video/xrpc/app.bsky.video.getJobStatus',
      account: ({ url }) => world.state.jobs[url.searchParams.get('jobId') ?? '']?.did ?? null,
      answer({ url }) {
        const job = world.state.jobs[url.searchParams.get('jobId') ?? ''];
        if (job === undefined) return refusal(404, 'NotFound', 'Job not found');
        job.looks += 1;
        if (job.looks > LOOKS_WHILE_ENCODING && job.failureCode === null) {
          const account = world.state.accounts[job.did];
          if (account !== undefined) account.blobs[job.cid] ??= { ...job.video, storedAt: world.now() };
        }
        return Response.json({ jobStatus: jobStatus(job) });
      },
    },
  ];
}

function takeVideo(world: World<State>, account: Account, bytes: Uint8Array<ArrayBuffer>): Response {
  const cid = cidOf(RAW, bytes);
  const seen = Object.values(world.state.jobs).find((job) => job.did === account.did && job.cid === cid);
  if (seen !== undefined) {
    const kept = account.blobs[cid];
    if (kept !== undefined) kept.storedAt = world.now();
    const body = { ...jobStatus(seen), error: 'already_exists', message: 'Video already processed' };
    return Response.json(body, { status: 409 });
  }
  const failureCode =
    /^fail:([a-z_]+)/.exec(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))?.[1] ?? null;
  const id = `c${world.nextNumber()}`;
  const video = storeBlob(world, bytes, 'video/mp4');
  world.state.jobs[id] = { id, did: account.did, cid, looks: 0, failureCode, video };
  return Response.json({ jobId: id, did: account.did, state: 'JOB_STATE_CREATED', progress: 0 });
}

function jobStatus({ id, did, cid, looks, failureCode, video }: Job): JsonObject {
  const job = { jobId: id, did };
  if (looks === 0) return { ...job, state: 'JOB_STATE_CREATED', progress: 0 };
  if (looks <= LOOKS_WHILE_ENCODING) return { ...job, state: 'JOB_STATE_ENCODING', progress: looks * 30 };
  if (failureCode !== null) {
    return {
      ...job,
      state: 'JOB_STATE_FAILED',
      failureCode,
      error: failureCode,
      message: `Failed: ${failureCode}`,
    };
  }
  return { ...job, state: 'JOB_STATE_COMPLETED', progress: 100, blob: blobObject(cid, video) };
}
