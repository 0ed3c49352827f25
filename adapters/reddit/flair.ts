/** Finds the id of the flair that a post names: the call that posts requires the id. */
import type { PublishStep } from '../port/publish.ts';
import { ask, brief, textAt } from '../lib/http.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { readError } from './errors.ts';
import { getRequest } from './request.ts';
import { progress, type Work } from './checkpoint.ts';

/** How many names a refusal lists. */
const MAX_NAMED = 10;

export async function findFlair(step: PublishStep, work: Work, name: string): Promise<Outcome> {
  const { account, fetch, signal } = step;
  const path = `/r/${encodeURIComponent(work.subreddit)}/api/link_flair_v2`;
  const answer = await ask(fetch, getRequest(account, path), signal);
  if (answer.kind === 'lost' || answer.status !== 200 || !Array.isArray(answer.json)) {
    const failure = readError(answer, step);
    if (failure.kind !== 'rejected') return failure;
    return {
      kind: 'rejected',
      reason: brief(`redditFlairText: no flairs to choose in r/${work.subreddit}: ${failure.reason}`),
    };
  }
  const flairId = idOf(answer.json, name);
  if (flairId !== null) return progress({ ...work, flairId });
  return { kind: 'rejected', reason: unknownFlair(answer.json, name, work.subreddit) };
}

/** The flair with exactly this name, else the only one that differs in case or white space alone. */
function idOf(flairs: Json[], name: string): string | null {
  const exact = flairs.find((flair) => textAt(flair, 'text') === name);
  if (exact !== undefined) return textAt(exact, 'id');
  const alike = flairs.filter((flair) => plain(textAt(flair, 'text') ?? '') === plain(name));
  return alike.length === 1 ? textAt(alike[0], 'id') : null;
}

function plain(name: string): string {
  return name.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

function unknownFlair(flairs: Json[], name: string, subreddit: string): string {
  const names = flairs.flatMap((flair) => textAt(flair, 'text') || []);
  if (names.length === 0) return `redditFlairText: r/${subreddit} has no flairs: leave it out.`;
  const list = names.slice(0, MAX_NAMED).join(', ');
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return brief(`redditFlairText: r/${subreddit} has no flair “${name}”. It has: ${list}${more}.`);
}
