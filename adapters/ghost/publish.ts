/** One durable step: look up the newsletter, upload a picture, choose the slug, create the draft, or publish it. */
import type { MediaItem, PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { escapeHtml, htmlOf } from '../article/html.ts';
import { articleSettings } from '../article/settings.ts';
import { slugFor } from '../article/slug.ts';
import { ask, textAt, type NetworkResponse } from '../lib/http.ts';
import { hostMedia, openMedia, type NoMedia } from '../lib/media.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { firstOf, readError, readPublishError } from './errors.ts';
import { isFor, progress, resume, type Work } from './checkpoint.ts';
import { cleanUp, refusedOr } from './clean-up.ts';
import { findNewsletter } from './newsletter.ts';
import { editAddress, readPost, type SitePost } from './verify.ts';
import { tagNames } from './plan.ts';
import { call } from './request.ts';

const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/** A person may be editing the draft. After this many collisions the attempt stops. */
const MAX_COLLISIONS = 3;

export async function publish(step: PublishStep): Promise<Outcome> {
  const work = resume(step);
  if (work.refused !== undefined) return cleanUp(step, work, work.refused);
  const { newsletter, asDraft } = articleSettings(step.options);
  if (newsletter !== null && !asDraft && work.newsletter !== newsletter) {
    return refusedOr(await findNewsletter(step, work, newsletter), work);
  }
  const item = step.plan.media.filter(isPicture)[work.pictures.length];
  if (item !== undefined) return upload(step, work, item);
  if (work.slug === null) {
    // The slug is unique to this try: Ghost would silently change one that is in use.
    const slug = slugFor(step.plan.title ?? '', `${step.deliveryId} ${step.now}`);
    return progress({ ...work, slug });
  }
  if (work.draft === null) return create(step, work, work.slug);
  return goLive(step, work, work.draft);
}

/**
 * Pictures are invisible. A lost draft is looked up. Publishing twice is refused (409), and a second deletion does
 * nothing.
 */
export function repeatable(step: RepeatableStep): Repeatable {
  const work = step.checkpoint as Work | null;
  if (work === null || work.refused !== undefined || work.slug === null) return 'yes';
  if (work.draft === null) return 'no';
  return isFor(work, step) ? 'yes' : 'no_longer';
}

function isPicture({ kind }: MediaItem): boolean {
  return kind !== 'video';
}

/** A picture whose response was lost stays on the site unused. */
async function upload(step: PublishStep, work: Work, item: MediaItem): Promise<Outcome> {
  const { account, fetch, signal, now } = step;
  const opened = await openMedia(step, item, { types: PICTURES, withoutMetadata: true });
  if ('kind' in opened) return refusedOr(opened, work);
  const name = `picture-${work.pictures.length + 1}.${extensionOf(opened.contentType)}`;
  const form = new FormData();
  form.set('file', new File([opened.bytes], name, { type: opened.contentType }));
  form.set('purpose', 'image');
  form.set('ref', name);
  const answer = await ask(fetch, call(account, now, 'POST', '/images/upload/', form), signal);
  const url = textAt(firstOf(answer, 'images'), 'url');
  if (url === null) return refusedOr(readError(answer, step), work, answer);
  return progress({ ...work, pictures: [...work.pictures, url] });
}

function extensionOf(contentType: string): string {
  const subtype = contentType.split(/[/;]/)[1] ?? 'jpeg';
  return subtype === 'jpeg' ? 'jpg' : subtype;
}

async function create(step: PublishStep, work: Work, slug: string): Promise<Outcome> {
  const { account, fetch, signal, now } = step;
  const videos = await playersOf(step);
  if (typeof videos !== 'string') return refusedOr(videos, work);
  const posts = [draftOf(step, work, slug, videos)];
  const request = call(account, now, 'POST', '/posts/?source=html', { posts });
  const answer = await ask(fetch, request, signal);
  const created = postIn(answer);
  if (created === null) return refusedOr(readPublishError(answer, step), work, answer);
  const { id, updatedAt } = created;
  if (articleSettings(step.options).asDraft) return left(step, id);
  return progress({ ...work, draft: { id, updatedAt } });
}

/** Only this change, from draft to published, sends mail. */
async function goLive(
  step: PublishStep,
  work: Work,
  draft: { id: string; updatedAt: string },
): Promise<Outcome> {
  const { account, fetch, signal, now } = step;
  const settings = articleSettings(step.options);
  if (settings.asDraft) return left(step, draft.id);
  const mail =
    settings.newsletter === null ? '' : `?${mailQuery(settings.newsletter, settings.emailSegment)}`;
  const path = `/posts/${encodeURIComponent(draft.id)}/${mail}`;
  const body = { posts: [{ updated_at: draft.updatedAt, status: 'published' }] };
  const answer = await ask(fetch, call(account, now, 'PUT', path, body), signal);
  const post = postIn(answer);
  if (post?.status === 'published' || post?.status === 'sent') return done(post);
  if (answer.kind === 'response' && answer.status === 409) return collided(step, work, draft.id, answer);
  return refusedOr(readPublishError(answer, step), work, answer);
}

function mailQuery(newsletter: string, segment: string | null): string {
  return new URLSearchParams({ newsletter, email_segment: segment ?? 'all' }).toString();
}

/** The post changed in between: an earlier try of ours published it, or a person edited it on the site. */
async function collided(
  step: PublishStep,
  work: Work,
  id: string,
  refused: NetworkResponse,
): Promise<Outcome> {
  const reason = readError(refused, step).reason;
  const post = await readPost(step, `/posts/${encodeURIComponent(id)}/?include=email,newsletter`);
  if ('kind' in post) return { kind: 'unknown', reason };
  if (post.status === 'published' || post.status === 'sent') return done(post);
  const collisions = work.collisions + 1;
  if (collisions > MAX_COLLISIONS) return { kind: 'retry', reason };
  return progress({ ...work, collisions, draft: { id, updatedAt: post.updatedAt } });
}

function done({ id, url }: SitePost): Outcome {
  return { kind: 'published', networkPostId: id, url };
}

function left({ account }: PublishStep, id: string): Outcome {
  return { kind: 'published', networkPostId: id, url: editAddress(account, id) };
}

function draftOf(
  { plan, options }: PublishStep,
  work: Work,
  slug: string,
  videos: string,
): { [name: string]: Json } {
  const settings = articleSettings(options);
  const [cover, ...rest] = work.pictures;
  const [coverItem, ...others] = plan.media.filter(isPicture);
  const pictures = rest.map((url, index) => `<img src="${escapeHtml(url)}"${altOf(others[index])}>`).join('');
  return {
    title: plan.title,
    html: htmlOf(plan.text) + pictures + videos,
    status: 'draft',
    slug,
    tags: tagNames(settings).map((name) => ({ name })),
    ...(cover === undefined ? {} : { feature_image: cover }),
    ...(coverItem?.alt === undefined ? {} : { feature_image_alt: coverItem.alt }),
    ...(settings.canonicalUrl === null ? {} : { canonical_url: settings.canonicalUrl }),
  };
}

const altOf = (item: MediaItem | undefined) =>
  item?.alt === undefined ? '' : ` alt="${escapeHtml(item.alt)}"`;

/** The videos as HTML players; or the outcome if one has no public address. */
async function playersOf(step: PublishStep): Promise<string | NoMedia> {
  let html = '';
  for (const item of step.plan.media) {
    if (item.kind !== 'video') continue;
    const hosted = await hostMedia(step, item);
    if ('kind' in hosted) return hosted;
    html += player(hosted.url);
  }
  return html;
}

/**
 * Ghost keeps HTML between these comments unchanged. It converts other HTML to its own format, which has no such
 * player.
 */
function player(url: string): string {
  return `\n<!--kg-card-begin: html-->\n<video src="${escapeHtml(url)}" controls preload="metadata" style="width:100%"></video>\n<!--kg-card-end: html-->\n`;
}

function postIn(answer: Awaited<ReturnType<typeof ask>>): SitePost | null {
  const post = firstOf(answer, 'posts');
  const id = textAt(post, 'id');
  if (id === null) return null;
  return {
    id,
    status: textAt(post, 'status') ?? '',
    updatedAt: textAt(post, 'updated_at') ?? '',
    url: textAt(post, 'url'),
  };
}
