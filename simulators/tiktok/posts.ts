/** A post from its start to being live, and the status of it. */
import type { LedgerEntry, World } from '../simulator.ts';
import { OK, ok } from './errors.ts';
import { type Body, textIn } from './input.ts';
import { POLLS, type Post, type State, type Upload } from './state.ts';

export function newPost(
  world: World<State>,
  made: { account: string; kind: Post['kind']; number: number; info: Body; upload: Upload | null },
): Post {
  const { account, kind, number, info, upload } = made;
  const start = kind === 'video' ? 'v_pub_file~v2.' : 'p_pub_url~v2.';
  const id = `${start}7${String(number).padStart(18, '0')}`;
  const post: Post = {
    id,
    account,
    kind,
    title: textIn(info, 'title'),
    description: textIn(info, 'description'),
    privacy: textIn(info, 'privacy_level'),
    madeAt: world.now(),
    upload,
    pollsLeft: POLLS,
    failure: null,
    live: null,
  };
  world.state.posts[id] = post;
  return post;
}

export function received(world: World<State>, post: Post, upload: Upload): void {
  const usable = ['video/mp4', 'video/quicktime', 'video/webm'].includes(upload.type);
  post.failure = /^fail:(\w+)/.exec(upload.head)?.[1] ?? (usable ? null : 'file_format_check_failed');
  const kept = upload.kept === null ? null : Uint8Array.from(Buffer.from(upload.kept, 'base64'));
  upload.kept = null;
  if (post.failure !== null) return;
  const url = kept === null ? null : world.keepMedia(kept, upload.type);
  goLive(world, post, [{ url, type: upload.type, bytes: upload.size }]);
}

/** Nothing can keep it back now, though its status says so only after some looks. */
export function goLive(world: World<State>, post: Post, media: LedgerEntry['media']): void {
  const postId = `73123456789${String(world.nextNumber()).padStart(8, '0')}`;
  post.live = { postId, at: world.now(), looks: 0 };
  const { account, kind, title, description, privacy } = post;
  world.record({
    account,
    // the only id that the network returns for posts that are not public
    id: privacy === 'PUBLIC_TO_EVERYONE' ? postId : post.id,
    text: kind === 'video' ? title : description,
    media,
    details: { privacy, ...(kind === 'photo' ? { title } : {}) },
  });
}

export function statusOf(post: Post): Response {
  const { upload } = post;
  const bytes = upload ? { uploaded_bytes: upload.received } : {};
  const isWhole = !upload || upload.received === upload.size;
  if (!isWhole) return ok({ status: 'PROCESSING_UPLOAD', ...bytes });
  if (post.pollsLeft > 0) {
    post.pollsLeft -= 1;
    return ok({ status: upload ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD', ...bytes });
  }
  if (!post.live) return ok({ status: 'FAILED', fail_reason: post.failure ?? 'internal', ...bytes });
  const isTold = post.privacy === 'PUBLIC_TO_EVERYONE' && post.live.looks > 0;
  post.live.looks += 1;
  const data = JSON.stringify({ status: 'PUBLISH_COMPLETE', ...bytes });
  // numbers of 64 bits, which JSON.stringify cannot write
  const ids = `"publicaly_available_post_id":[${isTold ? post.live.postId : ''}]`;
  return new Response(`{"data":{${ids},${data.slice(1)},"error":${JSON.stringify(OK)}}`, {
    headers: { 'content-type': 'application/json' },
  });
}
