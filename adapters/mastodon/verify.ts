/**
 * Looks up a status whose response was lost, in the account's own list since the first try. Files are the strongest
 * evidence, because no other status can contain them; without files the words must be the same. A part of a thread answers
 * its parent, any other status none.
 */
import type { AccountAccess } from '../port/account.ts';
import type { PublishStep } from '../port/publish.ts';
import { withoutHeld } from '../lib/held.ts';
import { ask, at, textAt } from '../lib/http.ts';
import type { Finding, Json } from '../../machines/outcome.ts';
import { readError } from './errors.ts';
import { findingOf } from '../lib/outcome.ts';
import { authorization } from '../lib/request.ts';
import { addressOf } from './request.ts';
import { keyCovers, type Work } from './checkpoint.ts';
import { textOf } from './html.ts';
import { askForFile } from './media.ts';
import { idOf } from './remote-id.ts';

const PAGE = 40;
/** The search ends after this many pages since the first try. */
const MAX_PAGES = 5;
/** How often the original text is requested if the HTML shows another. */
const MAX_SOURCES = 5;
/** How far the server's clock may be behind ours. */
const CLOCK_SKEW_MS = 2000;
/** Unattached files are deleted after about a day. A younger file that is not found suggests that a status has it. */
const FILE_LIFE_MS = 24 * 60 * 60_000;

export async function verify(step: PublishStep): Promise<Finding> {
  return findStatus(step, step.checkpoint as Work | null);
}

/** Like `verify`, for a checkpoint that is not stored yet. */
export async function findStatus(step: PublishStep, work: Work | null): Promise<Finding> {
  if (work === null) return { kind: 'absent' };
  if (work.triedAt === null) return { kind: 'absent', checkpoint: work };
  const { account, fetch, signal } = step;
  const since = work.triedAt - CLOCK_SKEW_MS;
  let sources = 0;
  let before: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await ask(fetch, listRequest(account, before), signal);
    if (answer.kind === 'lost' || answer.status !== 200 || !Array.isArray(answer.json)) {
      return findingOf(readError(answer, step));
    }
    const others = await withoutHeld(step, answer.json, (status) => textAt(status, 'id'));
    for (const status of answer.json) {
      if (Date.parse(textAt(status, 'created_at') ?? '') < since) return notListed(step, work);
      if (!others.includes(status) || !hasFiles(status, work) || !isBelow(status, step)) continue;
      if (work.files.length > 0 || sameWords(textOf(textAt(status, 'content') ?? ''), work.text))
        return live(status);
      if (sources >= MAX_SOURCES) continue;
      sources += 1;
      const source = await ask(fetch, sourceRequest(account, textAt(status, 'id') ?? ''), signal);
      if (source.kind === 'response' && source.status === 200) {
        if (sameWords(textAt(source.json, 'text') ?? '', work.text)) return live(status);
      } else {
        const failure = findingOf(readError(source, step));
        if (failure.kind !== 'cannot_tell') return failure; // cannot_tell: an older server does not have this call
      }
    }
    before = textAt(answer.json.at(-1), 'id');
    if (before === null || !(answer.headers.get('link') ?? '').includes('rel="next"'))
      return notListed(step, work);
  }
  return {
    kind: 'cannot_tell',
    reason: `more than ${MAX_PAGES * PAGE} posts were made since: check the account`,
  };
}

function listRequest(account: AccountAccess, before: string | null): Request {
  const search = new URLSearchParams({ limit: String(PAGE), exclude_reblogs: 'true' });
  if (before !== null) search.set('max_id', before);
  const path = `/api/v1/accounts/${encodeURIComponent(idOf(account.remoteId))}/statuses?${search.toString()}`;
  return new Request(addressOf(account, path), { headers: authorization(account) });
}

function sourceRequest(account: AccountAccess, id: string): Request {
  return new Request(addressOf(account, `/api/v1/statuses/${encodeURIComponent(id)}/source`), {
    headers: authorization(account),
  });
}

/**
 * The list does not have it. If files are not found either, that contradicts the list, and the result is
 * `cannot_tell`.
 */
async function notListed(step: PublishStep, work: Work): Promise<Finding> {
  const triedAt = work.triedAt !== null && keyCovers(work.triedAt, step.now) ? work.triedAt : null;
  const [first] = work.files;
  if (first === undefined) return { kind: 'absent', checkpoint: { ...work, triedAt } };
  let gone = '';
  for (const { id } of work.files) {
    const state = await askForFile(step, id);
    if (state.kind === 'retry' || state.kind === 'reauthorize') return state;
    if (state.kind !== 'gone') return { kind: 'absent', checkpoint: { ...work, triedAt } };
    gone = state.reason;
  }
  if (step.now - first.uploadedAt < FILE_LIFE_MS) {
    return {
      kind: 'cannot_tell',
      reason: `the post is not listed, but its media are no longer free: ${gone}`,
    };
  }
  return { kind: 'absent', checkpoint: { ...work, files: [], processing: null, triedAt: null } };
}

function isBelow(status: Json, { parent }: PublishStep): boolean {
  return textAt(status, 'in_reply_to_id') === (parent?.parentId ?? null);
}

function hasFiles(status: Json, work: Work): boolean {
  const attached = at(status, 'media_attachments');
  const ids = Array.isArray(attached) ? attached.map((file) => textAt(file, 'id')) : [];
  return ids.length === work.files.length && work.files.every(({ id }) => ids.includes(id));
}

/** Ignores white space, which HTML does not preserve reliably. */
function sameWords(one: string, other: string): boolean {
  const flat = (text: string) => text.normalize().replaceAll(/\s+/g, ' ').trim();
  return flat(one) === flat(other);
}

function live(status: Json): Finding {
  return {
    kind: 'live',
    networkPostId: textAt(status, 'id'),
    url: textAt(status, 'url') ?? textAt(status, 'uri'),
  };
}
