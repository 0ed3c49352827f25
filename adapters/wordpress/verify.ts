/**
 * Looks up the result of a call whose response was lost: files and drafts are found by the names we gave them, a post
 * by its id.
 */
import type { Finding, Json } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { findingOf } from '../lib/outcome.ts';
import { readError } from './errors.ts';
import { fileStem, resume, type Work } from './checkpoint.ts';
import { tagWarnings } from './draft.ts';
import { storedFile } from './files.ts';
import { getRequest } from './site.ts';

/** Every status except `trash`, which no list shows. */
const ANY_STATUS = 'publish,future,draft,pending,private';

export async function verify(step: PublishStep): Promise<Finding> {
  const work = resume(step);
  if (work.refused != null) return { kind: 'absent', checkpoint: work };
  if (work.postId !== null) return checkPost(step, work, work.postId);
  if (work.slug !== null && work.files.length === work.media.length) return findDraft(step, work, work.slug);
  return findFile(step, work);
}

async function checkPost(step: PublishStep, work: Work, postId: string): Promise<Finding> {
  const request = getRequest(step.account, `/wp/v2/posts/${encodeURIComponent(postId)}`, { context: 'edit' });
  const answer = await ask(step.fetch, request, step.signal);
  if (answer.kind === 'lost' || answer.status !== 200 || textAt(answer.json, 'id') !== postId) {
    return findingOf(readError(answer, step));
  }
  const status = textAt(answer.json, 'status');
  if (status === 'publish') return live(answer.json, work);
  if (status === 'trash') return { kind: 'cannot_tell', reason: 'the post is in the trash of the site' };
  return { kind: 'absent', checkpoint: work };
}

async function findDraft(step: PublishStep, work: Work, slug: string): Promise<Finding> {
  const query = { slug, status: ANY_STATUS, context: 'edit' };
  const found = await list(step, '/wp/v2/posts', query);
  if (!Array.isArray(found)) return found;
  const ours = found.filter((post) => textAt(post, 'slug') === slug);
  const published = ours.find((post) => textAt(post, 'status') === 'publish');
  if (published !== undefined) return live(published, work);
  const postId = textAt(ours[0], 'id');
  if (postId === null) return { kind: 'absent', checkpoint: work };
  // it may be the draft of an earlier round, with an earlier text
  return { kind: 'progress', checkpoint: { ...work, postId, outdated: true } };
}

async function findFile(step: PublishStep, work: Work): Promise<Finding> {
  const item = step.plan.media[work.files.length];
  if (item === undefined || work.unfinished !== null) return absent(step, work);
  const slug = fileStem(step, work, item);
  const found = await list(step, '/wp/v2/media', { slug, context: 'edit' });
  if (!Array.isArray(found)) return found;
  const ours = found.find((file) => textAt(file, 'slug') === slug);
  const file = ours === undefined ? null : storedFile(ours, item);
  return file === null
    ? absent(step, work)
    : { kind: 'progress', checkpoint: { ...work, files: [...work.files, file] } };
}

function absent({ checkpoint }: PublishStep, work: Work): Finding {
  return checkpoint === null ? { kind: 'absent' } : { kind: 'absent', checkpoint: work };
}

async function list(
  step: PublishStep,
  path: string,
  query: { [name: string]: string },
): Promise<Json[] | Finding> {
  const answer = await ask(step.fetch, getRequest(step.account, path, query), step.signal);
  if (answer.kind === 'response' && answer.status === 200 && Array.isArray(answer.json)) return answer.json;
  return findingOf(readError(answer, step));
}

function live(post: Json, work: Work): Finding {
  const warnings = tagWarnings(work);
  const found = { networkPostId: textAt(post, 'id'), url: textAt(at(post), 'link') };
  return { kind: 'live', ...found, ...(warnings.length > 0 ? { warnings } : {}) };
}
