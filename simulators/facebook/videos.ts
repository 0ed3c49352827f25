/** Videos, uploaded in pieces and published by the last call. */
import type { Json } from '../../machines/outcome.ts';
import { sniff } from '../../src/features/media/sniff.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { graphError, idDigits, type Input, inputOf, missing, pick, textOf } from '../shared/graph.ts';
import { nodeResponse } from '../meta/fields.ts';
import { peopleNode } from './people.ts';
import { nodeOf } from './insights.ts';
import { newPost } from './posts.ts';
import { asPage, callerOf, MANAGE, type Page, READ, type State, type Video } from './state.ts';

const MAX_VIDEO_BYTES = 1_750_000_000;
/** Bytes they ask for at a time. */
const PIECE_BYTES = 1024 * 1024;
/** How often a video is still being processed when it is looked at, and how often its post has no id after that. */
const POLLS = { processing: 2, nameless: 1 };

export function videoRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  const phase = (phase: string, answer: (page: Page, input: Input) => Response | Promise<Response>) =>
    ({ phase, answer }) as const;
  const phases = [
    phase('start', (page, input) => startVideo(world, page, input)),
    phase('transfer', (page, input) => takePiece(world, page, input)),
    phase('finish', (page, input) => finishVideo(world, page, input)),
  ];
  return [
    {
      // three calls at one address
      call: async ({ request, ...exchange }) =>
        `videos/${textOf(await inputOf({ ...exchange, request: request.clone() }), 'upload_phase')}`,
      method: 'post',
      path: '/:version/:page/videos',
      account,
      answer: (exchange) =>
        asPage(world, exchange, MANAGE, (page, input) => {
          const found = phases.find(({ phase }) => phase === textOf(input, 'upload_phase'));
          return found
            ? found.answer(page, input)
            : graphError(400, { code: 100 }, 'upload_phase must be start, transfer or finish');
        }),
    },
    {
      call: ({ params }) => nodeKind(world, params['id'] ?? ''),
      method: 'get',
      path: '/:version/:id',
      account,
      answer: (exchange) =>
        asPage(world, exchange, READ, (page) => {
          const id = exchange.params['id'] ?? '';
          const own = nodeOf(world, page, id);
          if (own) return nodeResponse(exchange, own, graphError);
          const node = peopleNode(world, page.id, id);
          if (node) return node instanceof Response ? node : nodeResponse(exchange, node, graphError);
          const video = world.state.videos[id];
          return video?.page === page.id ? pick(exchange, 'Video', lookAt(video)) : missing(id);
        }),
    },
  ];
}

/** A post's id has an underscore as a comment's has, a video's has none. */
function nodeKind({ state }: World<State>, id: string): string {
  if (state.people.comments[id]) return 'comment';
  if (state.people.conversations[id]) return 'conversation';
  if (state.people.messages[id]) return 'message';
  if (state.people.persons[id]) return 'profile';
  return id.includes('_') ? 'post' : 'video';
}

function startVideo(world: World<State>, page: Page, input: Input): Response {
  const size = Number(textOf(input, 'file_size'));
  if (!Number.isSafeInteger(size) || size <= 0) {
    return graphError(400, { code: 100 }, '(#100) The parameter file_size is required');
  }
  if (size > MAX_VIDEO_BYTES) return graphError(400, { code: 382 }, 'The video file is too large.');
  const number = world.nextNumber();
  const [id, sessionId] = [`800${idDigits(number)}`, `600${idDigits(number)}`];
  const blank = { received: 0, type: '', head: '', post: null, looks: 0 };
  world.state.videos[id] = { id, page: page.id, sessionId, size, ...blank };
  return Response.json({ video_id: id, upload_session_id: sessionId, ...nextPiece(0, size) });
}

async function takePiece(world: World<State>, page: Page, input: Input): Promise<Response> {
  const video = videoOf(world, page, input);
  if (!video) return noSession();
  const { video_file_chunk: chunk } = input;
  const start = Number(textOf(input, 'start_offset'));
  if (!(chunk instanceof Blob)) return graphError(400, { code: 100 }, '(#100) video_file_chunk is required');
  if (start !== video.received || start + chunk.size > video.size || chunk.size === 0) {
    return graphError(
      400,
      { code: 6000, subcode: 1_363_037 },
      'There was a problem uploading your video file.',
    );
  }
  const bytes = new Uint8Array(await chunk.arrayBuffer());
  if (start === 0) {
    video.type = sniff(bytes) ?? 'application/octet-stream';
    video.head = Buffer.from(bytes.subarray(0, 16)).toString('base64');
  }
  video.received += bytes.length;
  return Response.json(nextPiece(video.received, video.size));
}

function nextPiece(from: number, size: number): { start_offset: string; end_offset: string } {
  return { start_offset: String(from), end_offset: String(Math.min(size, from + PIECE_BYTES)) };
}

function finishVideo(world: World<State>, page: Page, input: Input): Response {
  const video = videoOf(world, page, input);
  if (!video || video.post !== null) return noSession();
  if (video.received !== video.size) {
    return graphError(
      400,
      { code: 6000 },
      'There was a problem uploading your video file. Please try again.',
    );
  }
  if (!['video/mp4', 'video/quicktime'].includes(video.type)) {
    return graphError(
      400,
      { code: 352 },
      'Sorry, the video file you selected is in a format that we do not support.',
    );
  }
  const message = textOf(input, 'description');
  const post = newPost(world, page, { message, photos: [], video: video.id });
  video.post = post.id;
  const media = [{ url: null, type: video.type, bytes: video.size }];
  const details = { page: page.name, video: video.id };
  world.record({ account: page.id, id: post.id, text: message, media, details });
  return Response.json({ success: true });
}

function videoOf(world: World<State>, page: Page, input: Input): Video | undefined {
  const sessionId = textOf(input, 'upload_session_id');
  return Object.values(world.state.videos).find(
    (video) => video.page === page.id && video.sessionId === sessionId,
  );
}

function noSession(): Response {
  return graphError(400, { code: 100 }, '(#100) Invalid upload session');
}

function lookAt(video: Video): { [field: string]: Json | undefined } {
  if (video.post !== null) video.looks += 1;
  const isProcessed = video.looks > POLLS.processing;
  const isNamed = video.looks > POLLS.processing + POLLS.nameless;
  const failed = isProcessed && Buffer.from(video.head, 'base64').includes('fail');
  const uploaded = video.received === video.size;
  const state = failed ? 'error' : isProcessed ? 'ready' : video.post === null ? 'waiting' : 'processing';
  return {
    id: video.id,
    published: true,
    post_id: isNamed && video.post !== null ? video.post.split('_')[1] : undefined,
    permalink_url: `/${video.page}/videos/${video.id}/`,
    status: {
      video_status: state === 'waiting' ? (uploaded ? 'upload_complete' : 'uploading') : state,
      uploading_phase: { status: uploaded ? 'complete' : 'in_progress', bytes_transfered: video.received },
      processing_phase: failed
        ? { status: 'error', error: { message: 'The video could not be decoded.' } }
        : { status: state === 'ready' ? 'complete' : state === 'processing' ? 'in_progress' : 'not_started' },
      publishing_phase:
        state === 'ready'
          ? { status: 'complete', publish_status: 'published', publish_time: 0 }
          : { status: 'not_started', publish_status: 'not_published', publish_time: 0 },
    },
  };
}
