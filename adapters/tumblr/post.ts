/** The post itself: one call with all its files, without an idempotency key. */
import type { AccountAccess } from '../port/account.ts';
import type { MediaItem, MediaRequirements, OpenedMedia, PublishStep } from '../port/publish.ts';
import { ask, at, textAt, type NetworkResponse } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { codeOf, messageOf, readPublishError, VIDEO_IN_WORK } from './errors.ts';
import { blogAddress, headersOf } from './request.ts';
import { progress, type Work } from './checkpoint.ts';
import { mediaBlock, textBlocks } from './content.ts';
import { settingsOf } from './settings.ts';

const MB = 1_000_000;
/** The documentation says 10 MB for an image, the site today about 20. Photos are made to fit 10 MB; GIFs cannot be. */
const REQUIREMENTS: { [kind in MediaItem['kind']]?: MediaRequirements } = {
  image: { types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 10 * MB },
  gif: { types: ['image/gif'], maxBytes: 20 * MB },
  video: { types: ['video/mp4', 'video/quicktime'], maxBytes: 500 * MB },
};
const CHECK_SOON_MS = 15_000;

export async function createPost(step: PublishStep, work: Work): Promise<Outcome> {
  const { plan, account, fetch, signal, now } = step;
  const files: OpenedMedia[] = [];
  for (const item of plan.media) {
    const opened = await openMedia(step, item, REQUIREMENTS[item.kind]);
    if ('kind' in opened) return opened;
    files.push(opened);
  }
  const answer = await ask(fetch, createRequest(step, work, files), signal);
  if (answer.kind === 'response') {
    const id = answer.status < 300 ? idIn(answer) : null;
    if (id !== null) return created(id, answer, { work, account, now });
    // the video being processed may belong to an earlier attempt of ours
    if (codeOf(answer) === VIDEO_IN_WORK && work.triedBefore) {
      return { kind: 'unknown', reason: messageOf(answer, step) };
    }
  }
  return readPublishError(answer, step);
}

function created(
  id: string,
  answer: NetworkResponse,
  { work, account, now }: { work: Work; account: AccountAccess; now: number },
): Outcome {
  // Tumblr reports this state in practice, but it is not documented, so a video is searched in both cases.
  const isInWork = work.hasVideo || textAt(answer.json, 'response', 'state') === 'transcoding';
  if (isInWork) return progress({ ...work, taken: { id, at: now } }, CHECK_SOON_MS);
  return { kind: 'published', networkPostId: id, url: postAddress(account, id, work) };
}

/** Ids have 64 bits. An id that is a JSON number is read from the text, because JavaScript would round it. */
function idIn({ json, text }: NetworkResponse): string | null {
  const id = textAt(json, 'response', 'id_string') ?? at(json, 'response', 'id');
  if (typeof id !== 'number') return typeof id === 'string' && id !== '' ? id : null;
  return /"id"\s*:\s*(\d+)/.exec(text)?.[1] ?? null;
}

export function postAddress(account: AccountAccess, id: string, work: Work): string {
  const name = encodeURIComponent(account.username);
  const www = account.endpoints['www'] ?? '';
  return work.asDraft ? `${www}/blog/${name}/drafts` : `${www}/${name}/${id}`;
}

function createRequest({ account, plan, options }: PublishStep, work: Work, files: OpenedMedia[]): Request {
  const { tags, sourceUrl, asDraft } = settingsOf(options);
  const media = files.map((file, index) => mediaBlock(file, `m${index}`, plan.media[index]?.alt));
  const post = JSON.stringify({
    content: [...media, ...textBlocks(plan.title, plan.text)],
    state: asDraft ? 'draft' : 'published',
    slug: work.slug,
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...(sourceUrl !== null && { source_url: sourceUrl }),
  } satisfies { [name: string]: Json });
  const boundary = `troupe-${work.mark}`;
  const isMultipart = files.length > 0;
  return new Request(blogAddress(account, '/posts'), {
    method: 'POST',
    headers: {
      ...headersOf(account),
      'content-type': isMultipart ? `multipart/form-data; boundary=${boundary}` : 'application/json',
    },
    body: isMultipart ? multipart(boundary, post, files) : post,
  });
}

/** Built without FormData: the part `json` must come first, with a type and without a file name. */
function multipart(boundary: string, json: string, files: OpenedMedia[]): Blob {
  const head = (disposition: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  const parts = files.flatMap(({ bytes, contentType }, index) => [
    head(`name="m${index}"; filename="m${index}"`, contentType),
    bytes,
    '\r\n',
  ]);
  return new Blob([head('name="json"', 'application/json'), json, '\r\n', ...parts, `--${boundary}--\r\n`]);
}
