/**
 * Checks whether the message of a delivery exists when the response was lost: by our mark, or by where its photos are
 * shared.
 */
import type { PublishStep } from '../port/publish.ts';
import { at, textAt } from '../lib/http.ts';
import type { Finding } from '../../machines/outcome.ts';
import { callForm, isOk } from './request.ts';
import type { Work } from './checkpoint.ts';
import { findingOf } from '../lib/outcome.ts';
import { errorOf, readError } from './errors.ts';
import { bears } from './mark.ts';
import { channelOf } from './publish.ts';
import { permalinkOf, shareIn } from './shares.ts';

const SECOND = 1000;
/** The page size for apps distributed outside Slack's marketplace; they may read one page a minute. */
const PAGE = 15;
const MAX_PAGES = 5;
/** How far Slack's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60 * SECOND;
/** A message that does not exist this long after the try will not appear; sharing photos takes up to a minute. */
const THERE_WITHIN_MS = 10 * SECOND;
const SHARED_WITHIN_MS = 90 * SECOND;

export async function verify(step: PublishStep): Promise<Finding> {
  const work = step.checkpoint as Work | null;
  if (work === null) return { kind: 'absent' };
  if (work.triedAt === null || work.since === null) return { kind: 'absent', checkpoint: work };
  return work.files.length === 0
    ? searchHistory(step, work, work.since, work.triedAt)
    : checkFile(step, work, work.triedAt);
}

async function searchHistory(
  step: PublishStep,
  work: Work,
  since: number,
  triedAt: number,
): Promise<Finding> {
  let cursor = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await callForm(step, 'conversations.history', {
      channel: channelOf(step),
      oldest: String((since - CLOCK_SKEW_MS) / 1000),
      inclusive: 'true',
      include_all_metadata: 'true',
      limit: String(PAGE),
      ...(cursor === '' ? {} : { cursor }),
    });
    const messages = isOk(answer) ? at(answer.json, 'messages') : undefined;
    if (!isOk(answer) || !Array.isArray(messages)) return findingOf(readError(answer, step));
    const found = messages.find((message) => bears(message, step.deliveryId));
    const ts = textAt(found, 'ts');
    if (ts !== null) return { kind: 'live', networkPostId: ts, url: permalinkOf(step.account, ts) };
    cursor = textAt(answer.json, 'response_metadata', 'next_cursor') ?? '';
    if (cursor === '') return absentAfter(step, work, triedAt + THERE_WITHIN_MS);
  }
  const most = MAX_PAGES * PAGE;
  return { kind: 'cannot_tell', reason: `Slack: more than ${most} messages came since: check the channel` };
}

/**
 * Shared photos name their message. If Slack accepted the sharing but does not show it, the result is `cannot_tell`.
 */
async function checkFile(step: PublishStep, work: Work, triedAt: number): Promise<Finding> {
  const answer = await callForm(step, 'files.info', { file: work.files[0] ?? '' });
  const ts = isOk(answer) ? shareIn(answer.json, channelOf(step)) : null;
  if (ts !== null) return { kind: 'live', networkPostId: ts, url: permalinkOf(step.account, ts) };
  if (!isOk(answer) && errorOf(answer) !== 'file_not_found') {
    return findingOf(readError(answer, step));
  }
  if (isOk(answer) && textAt(answer.json, 'file', 'id') === null) return findingOf(readError(answer, step));
  const finding = absentAfter(step, work, (work.sharedAt ?? triedAt) + SHARED_WITHIN_MS);
  if (finding.kind === 'retry' || work.sharedAt === null) return finding;
  const reason = 'Slack accepted the photos, but does not show them in the channel: check there';
  return { kind: 'cannot_tell', reason };
}

function absentAfter({ now }: PublishStep, work: Work, at: number): Finding {
  return now < at
    ? {
        kind: 'retry',
        reason: 'Slack does not show the message, but it may be on its way',
        afterMs: at - now,
      }
    : { kind: 'absent', checkpoint: work };
}
