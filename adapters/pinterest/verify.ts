/**
 * Looks up a pin whose response was lost: on its board, by its words, among the pins made since it was sent.
 * Pinterest has no idempotency key and accepts duplicates, so there is no other evidence.
 */
import type { Finding, Json } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { withoutHeld } from '../lib/held.ts';
import { type NetworkResponse, ask, at, textAt } from '../lib/http.ts';
import { readError } from './errors.ts';
import { findingOf } from '../lib/outcome.ts';
import { type Creating, type Pin, stageOf, tallyOf } from './checkpoint.ts';
import { addressOfPin } from './publish.ts';
import { get } from './request.ts';

const PAGE = 100;
/** The page limit for a board whose list is not sorted by time. */
const MAX_PAGES = 10;
/** How long a new pin may take to be listed. */
const LISTED_WITHIN_MS = 60_000;
const LIST_AGAIN_AFTER_MS = 15_000;
/** Pinterest's times are whole seconds. */
const ROUNDING_MS = 2000;
/**
 * Clocks of self-hosted machines may be wrong by minutes: within this time, pins with the same words are not
 * distinguished.
 */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

export async function verify(step: PublishStep): Promise<Finding> {
  const { checkpoint, now } = step;
  const stage = stageOf(checkpoint);
  if (stage.stage !== 'creating') return checkpoint ? { kind: 'absent', checkpoint } : { kind: 'absent' };

  const pins = await pinsSince(step, stage.pin.boardId, stage.triedAt - MAX_CLOCK_SKEW_MS);
  if (pins.kind !== 'pins') return pins;
  const same = pins.pins.filter((pin) => isPin(pin, stage.pin));
  const alike = await withoutHeld(step, same, (pin) => textAt(pin, 'id'));
  const since = alike.filter((pin) => timeOf(pin) >= stage.triedAt - ROUNDING_MS);
  const id = since.length === 1 && hasWords(stage.pin) ? textAt(since[0], 'id') : null;
  if (id !== null) return { kind: 'live', networkPostId: id, url: addressOfPin(id) };
  if (alike.length > 0) {
    return { kind: 'cannot_tell', reason: 'the board has pins with the same words from about the same time' };
  }
  if (!pins.complete) {
    return {
      kind: 'cannot_tell',
      reason: `the board has more than ${MAX_PAGES * PAGE} pins: check there whether the pin is live`,
    };
  }
  if (now - stage.triedAt < LISTED_WITHIN_MS) {
    return { kind: 'retry', reason: 'Pinterest does not list the pin yet', afterMs: LIST_AGAIN_AFTER_MS };
  }
  return { kind: 'absent', checkpoint: afresh(stage) };
}

/** Not live: the words and the time are stored again before the next try. */
function afresh(stage: Creating) {
  const { video } = stage;
  return video ? { ...tallyOf(stage), stage: 'ready', video } : { ...tallyOf(stage), stage: 'begun' };
}

type Listed = { kind: 'pins'; pins: Json[]; complete: boolean };

/**
 * A board's pins since a time. The newest come first in practice, but this is not promised: reading stops early only
 * while the order holds.
 */
async function pinsSince(
  { account, fetch, signal, now }: PublishStep,
  boardId: string,
  since: number,
): Promise<Listed | Finding> {
  const pins: Json[] = [];
  let bookmark = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { page_size: String(PAGE), ...(bookmark === '' ? {} : { bookmark }) };
    const answer = await ask(
      fetch,
      get(account, `/boards/${encodeURIComponent(boardId)}/pins`, query),
      signal,
    );
    const items = answer.kind === 'response' && answer.status < 300 ? at(answer.json, 'items') : undefined;
    if (!Array.isArray(items)) return findingOf(readError(answer, { account, now }));
    pins.push(...items);
    bookmark = textAt((answer as NetworkResponse).json, 'bookmark') ?? '';
    const oldest = pins.at(-1);
    const sorted = pins.every((pin, index) => index === 0 || timeOf(pin) <= timeOf(pins[index - 1]!));
    if (bookmark === '' || (sorted && oldest !== undefined && timeOf(oldest) < since)) {
      return { kind: 'pins', pins: pins.filter((pin) => timeOf(pin) >= since), complete: true };
    }
  }
  return { kind: 'pins', pins: pins.filter((pin) => timeOf(pin) >= since), complete: false };
}

/** UTC without a zone. An unreadable time counts as new; the words are compared then. */
function timeOf(pin: Json): number {
  const createdAt = textAt(pin, 'created_at') ?? '';
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(createdAt) ? createdAt : `${createdAt}Z`);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

function isPin(listed: Json, { title, description, link }: Pin): boolean {
  return (
    sameWords(textAt(listed, 'title'), title) &&
    sameWords(textAt(listed, 'description'), description) &&
    sameAddress(textAt(listed, 'link') ?? '', link)
  );
}

function hasWords({ title, description, link }: Pin): boolean {
  return `${title}${description}${link}`.trim() !== '';
}

function sameWords(one: string | null, other: string): boolean {
  const flat = (text: string) => text.normalize().replaceAll(/\s+/g, ' ').trim();
  return flat(one ?? '') === flat(other);
}

function sameAddress(one: string, other: string): boolean {
  return one === other || (URL.parse(one)?.href ?? one) === (URL.parse(other)?.href ?? other);
}
