/** The post as a record: put together once, written as often as needed, looked for when an answer was lost. */
import type { AccountAccess } from '../port/account.ts';
import type { MediaItem, PublishStep } from '../port/publish.ts';
import { ask, textAt, type Answer, type Lost } from '../lib/http.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { errorCode, isServerTrouble, readTrouble, wordsOf } from './errors.ts';
import { goOn, type UploadedBlob, type Work } from './checkpoint.ts';
import { isVideo, wasCut } from './plan.ts';
import { findFacets, handlesIn, nameMentions, resolveHandleRequest, type Facet } from './rich-text.ts';
import { accessToken, didOf, procedure } from './xrpc.ts';

export const COLLECTION = 'app.bsky.feed.post';
/** Up to here app.bsky.embed.images; apps that do not know the gallery yet still show it. */
const MOST_IN_IMAGES = 4;
const MOST_LOST_BLOBS = 2;

export type PostRecord = {
  $type: typeof COLLECTION;
  text: string;
  createdAt: string;
  facets?: Facet[];
  embed?: { [key: string]: Json };
};

/** Puts the record together. From here on it is never changed: the same record twice is one post. */
export async function composeRecord(step: PublishStep, work: Work): Promise<Outcome> {
  const found = await findFacets(work.text, { cut: wasCut(step.plan) });
  const dids = new Map<string, string>();
  for (const handle of handlesIn(found)) {
    const answer = await ask(step.fetch, resolveHandleRequest(step.account, handle), step.signal);
    const did = answer.kind === 'answer' && answer.status === 200 ? textAt(answer.json, 'did') : null;
    if (did !== null) dids.set(handle, did);
    else {
      const trouble = readTrouble(answer, step.now);
      if (trouble.kind !== 'rejected') return trouble; // rejected: nobody has that handle
    }
  }
  const facets = await nameMentions(found, dids);
  const record: PostRecord = {
    $type: COLLECTION,
    text: work.text,
    createdAt: work.createdAt,
    ...(facets.length > 0 && { facets }),
    ...(work.blobs.length > 0 && { embed: embedOf(work.blobs, step.plan.media) }),
  };
  return goOn({ ...work, record });
}

function embedOf(blobs: UploadedBlob[], media: MediaItem[]): { [key: string]: Json } {
  const [first] = blobs;
  if (isVideo(media) && first !== undefined) {
    const presentation = media[0]?.kind === 'gif' && { presentation: 'gif' }; // apps loop it, without controls
    return { $type: 'app.bsky.embed.video', video: first.blob, alt: '', ...shapeOf(first), ...presentation };
  }
  if (blobs.length <= MOST_IN_IMAGES) {
    const images = blobs.map((image) => ({ image: image.blob, alt: '', ...shapeOf(image) }));
    return { $type: 'app.bsky.embed.images', images };
  }
  const items = blobs.map((image) => ({
    $type: 'app.bsky.embed.gallery#image',
    image: image.blob,
    alt: '',
    aspectRatio: { width: 1, height: 1 }, // the gallery insists on a shape, known or not
    ...shapeOf(image),
  }));
  return { $type: 'app.bsky.embed.gallery', items };
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

/** `swapRecord: null`: the key must be free. The server lets the very same record pass all the same. */
export function putRecordRequest(account: AccountAccess, rkey: string, record: PostRecord): Request {
  const input = { repo: didOf(account), collection: COLLECTION, rkey, swapRecord: null, record };
  return procedure(account, 'com.atproto.repo.putRecord', input, accessToken(account));
}

function readPut(answer: Answer | Lost, step: PublishStep, work: Work): Outcome {
  if (answer.kind === 'lost')
    return { kind: answer.sent ? 'unknown' : 'retry', reason: `Bluesky: ${answer.reason}` };
  if (answer.status < 400) {
    const uri = textAt(answer.json, 'uri');
    if (uri === null)
      return { kind: 'unknown', reason: `an answer (${wordsOf(answer)}) that does not name the post` };
    return { kind: 'published', networkPostId: uri, url: addressOf(step.account, work.rkey) };
  }
  // The reference server answers 500 for a key that is taken: a 5xx never proves that nothing was written.
  if (isServerTrouble(answer)) return { kind: 'unknown', reason: wordsOf(answer) };
  switch (errorCode(answer)) {
    case 'InvalidSwap': // something stands under our key: look what
      return { kind: 'unknown', reason: wordsOf(answer) };
    case 'BlobNotFound':
      return uploadAnew(work, wordsOf(answer));
    default:
      return readTrouble(answer, step.now);
  }
}

/** Blobs that no record names are thrown away after some hours; a delivery that waited longer uploads them again. */
function uploadAnew(work: Work, reason: string): Outcome {
  const lostBlobs = work.lostBlobs + 1;
  if (lostBlobs > MOST_LOST_BLOBS) return { kind: 'rejected', reason };
  return goOn({ ...work, blobs: [], job: null, record: null, lostBlobs });
}

/** The address for people. With the DID in place of the handle, which may change. */
export function addressOf(account: AccountAccess, rkey: string): string {
  return `https://bsky.app/profile/${didOf(account)}/post/${rkey}`;
}
