/**
 * The newsletter that a post is mailed with. It is looked up before anything is created: publishing with an unknown
 * newsletter returns 500 "The post does not have a newsletter relation", when the draft exists already.
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { progress, type Work } from './checkpoint.ts';
import { readError } from './errors.ts';
import { call } from './request.ts';

/** Ghost 6 returns at most this many entries. */
const PAGE = 100;

export async function findNewsletter(step: PublishStep, work: Work, slug: string): Promise<Outcome> {
  const { account, fetch, signal, now } = step;
  const answer = await ask(fetch, call(account, now, 'GET', `/newsletters/?limit=${PAGE}`), signal);
  const rows = answer.kind === 'response' ? at(answer.json, 'newsletters') : undefined;
  if (answer.kind === 'lost' || answer.status >= 300 || !Array.isArray(rows)) {
    return readError(answer, step);
  }
  const active = rows.filter((row) => textAt(row, 'status') === 'active').map((row) => textAt(row, 'slug'));
  // the list has more pages, so only the publication itself shows whether it exists
  if (active.includes(slug) || rows.length >= PAGE) return progress({ ...work, newsletter: slug });
  const names = active.length === 0 ? 'it has none' : `it has ${active.join(', ')}`;
  const reason = `Ghost: the site has no active newsletter with the slug "${slug}" (articleSettings.newsletter): ${names}`;
  return { kind: 'rejected', reason };
}
