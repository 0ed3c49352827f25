/** The status itself: one call, with a key by which the server recognises a repetition. */
import type { PublishStep } from '../port/publish.ts';
import { ask, textAt, type NetworkResponse, type Lost } from '../lib/http.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { messageOf, readPublishError } from './errors.ts';
import { authorization, jsonPost } from '../lib/request.ts';
import { addressOf } from './request.ts';
import type { Work } from './checkpoint.ts';
import { askForFile, waitForFiles } from './media.ts';
import { settingsOf } from './options.ts';

export async function postStatus(step: PublishStep, work: Work): Promise<Outcome> {
  const { fetch, signal } = step;
  const answer = await ask(fetch, statusRequest(step, work), signal);
  if (answer.kind === 'response' && answer.status === 422 && work.files.length > 0) {
    return judgeFiles(step, work, messageOf(answer, step));
  }
  return readStatus(answer, step);
}

function statusRequest({ account, deliveryId, options, parent }: PublishStep, work: Work): Request {
  const { spoilerText, language, visibility } = settingsOf(options);
  const body = {
    status: work.text,
    media_ids: work.files.map(({ id }) => id),
    visibility,
    ...(spoilerText !== '' && { spoiler_text: spoilerText }),
    ...(language !== null && { language }),
    ...(parent && { in_reply_to_id: parent.parentId }),
  };
  const headers = { ...authorization(account), 'idempotency-key': `troupe-${deliveryId}` };
  return jsonPost(addressOf(account, '/api/v1/statuses'), body, { headers });
}

function readStatus(answer: NetworkResponse | Lost, step: PublishStep): Outcome {
  const json = answer.kind === 'response' && answer.status < 300 ? answer.json : null;
  const id = textAt(json, 'id');
  if (id === null) return readPublishError(answer, step);
  return {
    kind: 'published',
    networkPostId: id,
    url: textAt(json, 'url') ?? textAt(json, 'uri'),
    ...visibilityWarning(textAt(json, 'visibility'), settingsOf(step.options).visibility),
  };
}

/** A server may restrict new or all accounts to a smaller audience; the status then says so. */
function visibilityWarning(visibility: string | null, requested: string): { warnings?: string[] } {
  if (visibility === null || visibility === requested) return {};
  return { warnings: [`the server published the post as ${visibility}, not as ${requested}`] };
}

/**
 * Interprets a refused status with files. The sentence may be translated, so each file is checked. One that is still
 * being processed has to be waited for; one that is not found may be attached already, by a try whose response was
 * lost.
 */
async function judgeFiles(step: PublishStep, work: Work, reason: string): Promise<Outcome> {
  let unfinished = reason.includes('finished processing'); // in English, and processed by the time we check
  for (const { id } of work.files) {
    const state = await askForFile(step, id);
    if (state.kind === 'processing') unfinished = true;
    else if (state.kind !== 'ready' && state.kind !== 'failed') return { kind: 'unknown', reason };
  }
  if (!unfinished) return { kind: 'rejected', reason };
  return waitForFiles(step, { ...work, files: work.files.map((file) => ({ ...file, ready: false })) });
}
