/** The post itself: an invisible draft, then one change that makes it public. */
import type { Json, Outcome } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { ask, textAt } from '../lib/http.ts';
import { readPublishError } from './errors.ts';
import { progress, type Work } from './checkpoint.ts';
import { refusedOr } from './clean-up.ts';
import { bodyOf, escaped } from './html.ts';
import { postRequest } from './site.ts';

export async function createDraft(step: PublishStep, work: Work, slug: string): Promise<Outcome> {
  const { account, fetch, signal } = step;
  const request = postRequest(account, '/wp/v2/posts', { ...contentOf(work), slug, status: 'draft' });
  const answer = await ask(fetch, request, signal);
  const postId = answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'id') : null;
  if (postId !== null) return progress({ ...work, postId, outdated: false });
  return refusedOr(readPublishError(answer, step), work, answer);
}

/** The content is sent only if it has changed: a person may have edited the draft. */
export async function publishDraft(step: PublishStep, work: Work, postId: string): Promise<Outcome> {
  const { account, fetch, signal } = step;
  const request = postRequest(account, `/wp/v2/posts/${encodeURIComponent(postId)}`, {
    ...(work.outdated ? contentOf(work) : {}),
    status: 'publish',
  });
  const answer = await ask(fetch, request, signal);
  if (answer.kind === 'lost' || answer.status >= 300 || textAt(answer.json, 'id') !== postId) {
    return refusedOr(readPublishError(answer, step), work, answer);
  }
  const status = textAt(answer.json, 'status');
  if (status === 'publish') {
    const warnings = tagWarnings(work);
    const url = textAt(answer.json, 'link');
    return { kind: 'published', networkPostId: postId, url, ...(warnings.length > 0 ? { warnings } : {}) };
  }
  // a review plugin or a setting keeps it unpublished: a person has to publish the draft, so it stays
  return { kind: 'rejected', reason: `the site keeps the post back (status ${status}): publish it there` };
}

/** The first photo is the featured image; the other media follow the text. */
function contentOf({ title, text, files, tags }: Work): { [name: string]: Json } {
  const featured = files.find((file) => !file.isVideo);
  const following = files.filter((file) => file !== featured);
  return {
    title: escaped(title),
    content: bodyOf(text, following),
    featured_media: featured === undefined ? 0 : Number(featured.id),
    ...(tags == null ? {} : { tags: tags.ids }),
  };
}

/** How the post differs from the request. */
export function tagWarnings({ tags }: Work): string[] {
  return (tags?.leftOut ?? []).map(
    (name) =>
      `the tag "${name}" is left out: the site has no such tag, and the role of the account may not create tags`,
  );
}
