/**
 * Looks up a pin whose response was lost: on its board, by its words, among the pins made since it was sent.
 * Pinterest has no idempotency key and accepts duplicates, so there is no other evidence.
 */
import type { Finding, Json } from '../../machines/outcome.ts';
import type { AccountAccess } from '../port/account.ts';
import type { PublishStep } from '../port/publish.ts';
import { at, textAt } from '../lib/http.ts';
import { onlySince, type OwnList, postsSince } from '../lib/own-list.ts';
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

  const { triedAt, pin } = stage;
  const board = boardOf(step.account, pin.boardId);
  const pins = await postsSince(step, board, triedAt - MAX_CLOCK_SKEW_MS, timeOf);
  if ('kind' in pins) return findingOf(readError(pins.response, step));
  const alike = pins.rows.filter((listed) => isPin(listed, pin));
  const idOf = (listed: Json) => textAt(listed, 'id');
  const { only, isAmbiguous } = await onlySince(step, alike, { since: triedAt - ROUNDING_MS, timeOf, idOf });
  const id = only !== null && hasWords(pin) ? idOf(only) : null;
  if (id !== null) return { kind: 'live', networkPostId: id, url: addressOfPin(id) };
  if (isAmbiguous) {
    return { kind: 'cannot_tell', reason: 'the board has pins with the same words from about the same time' };
  }
  if (!pins.isComplete) {
    return {
      kind: 'cannot_tell',
      reason: `the board has more than ${MAX_PAGES * PAGE} pins: check there whether the pin is live`,
    };
  }
  if (now - triedAt < LISTED_WITHIN_MS) {
    return { kind: 'retry', reason: 'Pinterest does not list the pin yet', afterMs: LIST_AGAIN_AFTER_MS };
  }
  return { kind: 'absent', checkpoint: afresh(stage) };
}

/** Not live: the words and the time are stored again before the next try. */
function afresh(stage: Creating) {
  const { video } = stage;
  return video ? { ...tallyOf(stage), stage: 'ready', video } : { ...tallyOf(stage), stage: 'begun' };
}

/** A board's pins. */
function boardOf(account: AccountAccess, boardId: string): OwnList<Json> {
  const path = `/boards/${encodeURIComponent(boardId)}/pins`;
  return {
    maxPages: MAX_PAGES,
    requestFor: (bookmark) =>
      get(account, path, { page_size: String(PAGE), ...(bookmark === null ? {} : { bookmark }) }),
    read: ({ status, json }) => {
      const items = at(json, 'items');
      return status < 300 && Array.isArray(items)
        ? { rows: items, next: textAt(json, 'bookmark') || null }
        : null;
    },
  };
}

/** UTC, with or without a zone. An unreadable time counts as new; the words are compared then. */
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
