/** The post as a record: built once, written as often as needed, and looked up when a response was lost. */
import type { AccountAccess, CallContext } from '../port/account.ts';
import {
  COLLECTION,
  type PostRecord,
  progress,
  type StrongRef,
  type UploadedBlob,
  type Work,
} from './checkpoint.ts';
import { refTo } from './references.ts';
import type { LinkPreview, MediaItem, PublishStep, ThreadParent } from '../port/publish.ts';
import { ask, textAt, type NetworkResponse, type Lost } from '../lib/http.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import type { Failure } from '../lib/outcome.ts';
import { errorCode, isServerError, messageOf, readError, readPublishError } from './errors.ts';
import { isVideo, wasCut } from './plan.ts';
import { type Facet, findFacets, handlesIn, nameMentions, resolveHandleRequest } from './rich-text.ts';
import { accessToken, didOf, procedure } from './xrpc.ts';

/** Up to this number app.bsky.embed.images is used, which apps without support for the gallery show too. */
const MAX_IN_IMAGES = 4;
const MAX_LOST_BLOBS = 2;

/** Builds the record. It never changes afterwards: the same record twice is one post. */
export async function composeRecord(step: PublishStep, work: Work): Promise<Outcome> {
  const facets = await facetsOf(step, work.text, { cut: wasCut(step.plan) });
  if ('kind' in facets) return facets;
  const reply = step.parent && (await replyTo(step, step.parent));
  if (reply && 'kind' in reply) return reply;
  const record: PostRecord = {
    $type: COLLECTION,
    text: work.text,
    createdAt: work.createdAt,
    ...(work.langs && { langs: work.langs }),
    ...(facets.length > 0 && { facets }),
    ...(work.blobs.length > 0 && { embed: embedOf(work.blobs, step.plan.media) }),
    ...(reply && { reply }),
    ...(work.preview && { embed: cardOf(work.preview, work.thumb ?? null) }),
  };
  return progress({ ...work, record });
}

/** @returns what the record says of links, mentions and tags; or the failure, if a name cannot be looked up */
export async function facetsOf(
  step: CallContext & { account: AccountAccess },
  text: string,
  options: { cut: boolean },
): Promise<Facet[] | Failure> {
  const found = await findFacets(text, options);
  const dids = new Map<string, string>();
  for (const handle of handlesIn(found)) {
    const answer = await ask(step.fetch, resolveHandleRequest(step.account, handle), step.signal);
    const did = answer.kind === 'response' && answer.status === 200 ? textAt(answer.json, 'did') : null;
    if (did !== null) dids.set(handle, did);
    else {
      const failure = readError(answer, step);
      if (failure.kind !== 'rejected') return failure; // rejected: the handle does not exist
    }
  }
  return nameMentions(found, dids);
}

/** What a part of a thread says of its place; or the outcome if the parts before cannot be read. */
async function replyTo(
  step: PublishStep,
  { parentId, rootId }: ThreadParent,
): Promise<{ root: StrongRef; parent: StrongRef } | Failure> {
  const parent = await refTo(step, parentId);
  if ('kind' in parent || parentId === rootId) return 'kind' in parent ? parent : { root: parent, parent };
  const root = await refTo(step, rootId);
  return 'kind' in root ? root : { root, parent };
}

function embedOf(blobs: UploadedBlob[], media: MediaItem[]): { [key: string]: Json } {
  const [first] = blobs;
  if (isVideo(media) && first !== undefined) {
    const presentation = media[0]?.kind === 'gif' && { presentation: 'gif' }; // apps loop it, without controls
    return {
      $type: 'app.bsky.embed.video',
      video: first.blob,
      alt: media[0]?.alt ?? '',
      ...shapeOf(first),
      ...presentation,
    };
  }
  if (blobs.length <= MAX_IN_IMAGES) {
    const images = blobs.map((image, index) => ({
      image: image.blob,
      alt: media[index]?.alt ?? '',
      ...shapeOf(image),
    }));
    return { $type: 'app.bsky.embed.images', images };
  }
  const items = blobs.map((image, index) => ({
    $type: 'app.bsky.embed.gallery#image',
    image: image.blob,
    alt: media[index]?.alt ?? '',
    aspectRatio: { width: 1, height: 1 }, // the gallery requires an aspect ratio, even if it is not known
    ...shapeOf(image),
  }));
  return { $type: 'app.bsky.embed.gallery', items };
}

/** The preview of a page. */
function cardOf(
  { url, title, description }: LinkPreview,
  thumb: UploadedBlob | null,
): { [key: string]: Json } {
  return {
    $type: 'app.bsky.embed.external',
    external: { uri: url, title, description, ...(thumb && { thumb: thumb.blob }) },
  };
}

function shapeOf({ width, height }: UploadedBlob): { aspectRatio?: { width: number; height: number } } {
  return width !== null && height !== null && width > 0 && height > 0
    ? { aspectRatio: { width, height } }
    : {};
}

export async function writeRecord(step: PublishStep, work: Work, record: PostRecord): Promise<Outcome> {
  const answer = await ask(step.fetch, putRecordRequest(step.account, work.rkey, record), step.signal);
  return readPut(answer, step, work);
}

/** `swapRecord: null`: the key must be unused. The server accepts an identical record all the same. */
export function putRecordRequest(account: AccountAccess, rkey: string, record: PostRecord): Request {
  const input = { repo: didOf(account), collection: COLLECTION, rkey, swapRecord: null, record };
  return procedure(account, 'com.atproto.repo.putRecord', input, accessToken(account));
}

function readPut(answer: NetworkResponse | Lost, step: PublishStep, work: Work): Outcome {
  if (answer.kind === 'response') {
    const uri = answer.status < 300 ? textAt(answer.json, 'uri') : null;
    if (uri !== null)
      return { kind: 'published', networkPostId: uri, url: addressOf(step.account, work.rkey) };
    // the reference server answers 500 for a key in use: a 5xx never proves that nothing was written
    const code = isServerError(answer) ? '' : errorCode(answer);
    // a record exists under our key: a lookup shows which one
    if (code === 'InvalidSwap') return { kind: 'unknown', reason: messageOf(answer, step) };
    if (code === 'BlobNotFound') return uploadAgain(work, messageOf(answer, step));
  }
  return readPublishError(answer, step);
}

/** The server deletes blobs without a record after some hours. A delivery that waited longer uploads them again. */
function uploadAgain(work: Work, reason: string): Outcome {
  const lostBlobs = work.lostBlobs + 1;
  if (lostBlobs > MAX_LOST_BLOBS) return { kind: 'rejected', reason };
  const { thumb: _, ...rest } = work;
  return progress({ ...rest, blobs: [], job: null, record: null, lostBlobs });
}

/** The address for people. It contains the DID instead of the handle, which may change. */
export function addressOf(account: AccountAccess, rkey: string): string {
  return `https://bsky.app/profile/${didOf(account)}/post/${rkey}`;
}
