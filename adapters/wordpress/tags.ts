/**
 * Tags of a post. WordPress takes their ids: each name is looked up and created if the site does not have it (REST
 * API handbook, "Tags"). A role that may not create tags can still use existing ones.
 */
import type { Json, Outcome } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { ask, at, textAt } from '../lib/http.ts';
import type { Failure } from '../lib/outcome.ts';
import { progress, type SiteTags, type Work } from './checkpoint.ts';
import { codeOf, readError } from './errors.ts';
import { plain } from './html.ts';
import { isSameTag } from './plan.ts';
import { getRequest, postRequest } from './site.ts';

/** Finds or creates all tags of the post. When repeated, it finds the tags it created. */
export async function findTags(step: PublishStep, work: Work, names: string[]): Promise<Outcome> {
  const tags: SiteTags = { ids: [], leftOut: [] };
  for (const name of names) {
    const found = (await lookUp(step, name)) ?? (await create(step, name));
    if (typeof found === 'object') return found;
    if (found === 'not allowed') tags.leftOut.push(name);
    else tags.ids.push(found);
  }
  return progress({ ...work, tags });
}

/** @returns null if the site has no tag of this name */
async function lookUp(step: PublishStep, name: string): Promise<number | Failure | null> {
  const { account, fetch, signal } = step;
  const request = getRequest(account, '/wp/v2/tags', { search: name, per_page: '100' });
  const answer = await ask(fetch, request, signal);
  if (answer.kind === 'lost' || answer.status !== 200 || !Array.isArray(answer.json)) {
    return readError(answer, step);
  }
  const tag = answer.json.find((row) => isSameTag(plain(textAt(row, 'name') ?? ''), name));
  return idIn(tag, 'id');
}

async function create(step: PublishStep, name: string): Promise<number | Failure | 'not allowed'> {
  const { account, fetch, signal } = step;
  const answer = await ask(fetch, postRequest(account, '/wp/v2/tags', { name }), signal);
  if (answer.kind === 'lost') return readError(answer, step);
  if (answer.status === 403 && codeOf(answer) !== null) return 'not allowed';
  // the search misses names that differ in accents only; WordPress treats them as equal
  const existing = codeOf(answer) === 'term_exists' ? idIn(answer.json, 'data', 'term_id') : null;
  const created = answer.status < 300 ? idIn(answer.json, 'id') : null;
  return existing ?? created ?? readError(answer, step);
}

function idIn(json: Json | undefined, ...path: string[]): number | null {
  const id = at(json, ...path);
  return typeof id === 'number' ? id : null;
}
