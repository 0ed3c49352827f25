/** One durable step: the pictures' addresses, the draft, or its publication. */
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { fingerprintOf } from '../article/fingerprint.ts';
import { articleSettings } from '../article/settings.ts';
import { ask, textAt, type NetworkResponse } from '../lib/http.ts';
import { hostMedia } from '../lib/media.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { readPublishError } from './errors.ts';
import { bodyOf } from './body.ts';
import { bodyDigestOf, progress, isFor, type Work } from './checkpoint.ts';
import { editAddress, findDraft, type Draft } from './verify.ts';
import { tagsOf } from './plan.ts';
import { call } from './request.ts';

/** The proxy allows about one write a second. */
const WRITE_PAUSE_MS = 1000;

export async function publish(step: PublishStep): Promise<Outcome> {
  const work = step.checkpoint as Work | null;
  if (work === null || !isFor(work, step)) return prepare(step, work);
  return work.id === null ? create(step, work) : goLive(step, work, work.id);
}

/** A draft whose response was lost is looked up. Publishing uses the known id, even after an edit. */
export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  const work = checkpoint as Work | null;
  return work === null || work.id !== null ? 'yes' : 'no';
}

/** Builds the article. Nothing is sent yet; an article that exists already is kept. */
async function prepare(step: PublishStep, before: Work | null): Promise<Outcome> {
  const { plan } = step;
  const pictures: string[] = [];
  for (const item of plan.media) {
    const hosted = await hostMedia(step, item, { withoutMetadata: true });
    if ('kind' in hosted) return hosted;
    pictures.push(hosted.url);
  }
  return progress({
    fingerprint: fingerprintOf(plan),
    pictures,
    title: plan.title ?? '',
    bodyDigest: bodyDigestOf(bodyOf(plan.text, pictures.slice(1))),
    id: before?.id ?? null,
  });
}

async function create(step: PublishStep, work: Work): Promise<Outcome> {
  const { account, fetch, signal } = step;
  const article = articleOf(step, work, false);
  const answer = await ask(fetch, call(account, 'POST', '/articles', { article }), signal);
  const created = articleIn(answer);
  if (created !== null) return drafted(step, work, created);
  if (answer.kind === 'response' && answer.status === 422) return reconcile(step, work, answer);
  return readPublishError(answer, step);
}

async function goLive(step: PublishStep, work: Work, id: string): Promise<Outcome> {
  const { account, fetch, signal } = step;
  // The setting changed after the draft was made, so it stays a draft.
  if (articleSettings(step.options).asDraft) return { kind: 'published', networkPostId: id, url: null };
  const article = articleOf(step, work, true);
  const path = `/articles/${encodeURIComponent(id)}`;
  const answer = await ask(fetch, call(account, 'PUT', path, { article }), signal);
  const updated = articleIn(answer);
  return updated === null
    ? readPublishError(answer, step)
    : { kind: 'published', networkPostId: id, url: updated.url };
}

/** A draft that is to stay one is done; any other is published next. */
function drafted(step: PublishStep, work: Work, { id, url }: Draft): Outcome {
  if (!articleSettings(step.options).asDraft) return progress({ ...work, id }, WRITE_PAUSE_MS);
  return { kind: 'published', networkPostId: id, url: editAddress(url) };
}

/** The article was refused, perhaps because an earlier try left the same draft: then that draft is used. */
async function reconcile(step: PublishStep, work: Work, refused: NetworkResponse): Promise<Outcome> {
  const failure = readPublishError(refused, step);
  const found = await findDraft(step, work);
  if (found === null) return failure;
  if ('kind' in found) return { kind: 'unknown', reason: failure.reason };
  return drafted(step, work, found);
}

/** Always sends the whole article: a draft found by the lookup may have an earlier text. */
function articleOf(step: PublishStep, work: Work, published: boolean): { [name: string]: Json } {
  const { plan, options } = step;
  const settings = articleSettings(options);
  const [cover, ...rest] = work.pictures;
  const { canonicalUrl, aiDisclosure } = settings;
  return {
    title: plan.title,
    body_markdown: bodyOf(plan.text, rest),
    published,
    tags: tagsOf(settings).tags.map(({ spelling }) => spelling),
    ...(canonicalUrl === null ? {} : { canonical_url: canonicalUrl }),
    ...(cover === undefined ? {} : { main_image: cover }),
    ...(aiDisclosure === null ? {} : { ai_disclosure_level: aiDisclosure }),
  };
}

function articleIn(answer: Awaited<ReturnType<typeof ask>>): Draft | null {
  if (answer.kind === 'lost' || answer.status >= 300) return null;
  const id = textAt(answer.json, 'id');
  return id === null ? null : { id, url: textAt(answer.json, 'url') };
}
