/** The submission: one call without an idempotency key. */
import type { AccountAccess } from '../port/account.ts';
import type { Plan, PublishStep } from '../port/publish.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { hostMedia } from '../lib/media.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { isServerError, readPublishError, refusalIn } from './errors.ts';
import { headersOf } from './request.ts';
import { progress, type Work } from './checkpoint.ts';

/** The address is needed as long as the post exists: Reddit keeps no copy of the image. */
export async function hostImage(step: PublishStep, work: Work): Promise<Outcome> {
  const [item] = step.plan.media;
  if (item === undefined) return progress(work);
  const hosted = await hostMedia(step, item);
  return 'kind' in hosted ? hosted : progress({ ...work, url: new URL(hosted.url).href });
}

export async function submit(step: PublishStep, work: Work): Promise<Outcome> {
  const { account, plan, fetch, signal } = step;
  const answer = await ask(fetch, submitRequest(account, plan, work), signal);
  if (answer.kind === 'lost' || isServerError(answer)) return readPublishError(answer, step);
  // 200 does not mean success
  const refusal = refusalIn(answer);
  if (refusal !== null) {
    const { code, failure } = refusal;
    // it exists already, perhaps from an earlier attempt of ours
    return code === 'ALREADY_SUB' && work.triedBefore ? { kind: 'unknown', reason: failure.reason } : failure;
  }
  const data = answer.status < 300 ? at(answer.json, 'json', 'data') : undefined;
  const id = fullname(textAt(data, 'name') ?? textAt(data, 'id'));
  if (id === null) return readPublishError(answer, step);
  return { kind: 'published', networkPostId: id, url: textAt(data, 'url') };
}

function submitRequest(account: AccountAccess, plan: Plan, work: Work): Request {
  const form = new URLSearchParams({
    api_type: 'json',
    sr: work.subreddit,
    kind: work.url === null ? 'self' : 'link',
    title: work.title,
    ...(work.url === null ? { text: plan.text } : { url: work.url }),
    ...(work.flairId !== null && { flair_id: work.flairId }),
    sendreplies: 'true',
    // Allows posting the same image again; an earlier try is searched in the list instead
    resubmit: 'true',
    validate_on_submit: 'true',
  });
  return new Request(`${account.endpoints['oauth']}/api/submit?raw_json=1`, {
    method: 'POST',
    headers: headersOf(account),
    body: form,
    redirect: 'manual',
  });
}

/** `t3_…`, whether the response has the prefix or not. */
function fullname(id: string | null): string | null {
  if (id === null || id === '') return null;
  return id.startsWith('t3_') ? id : `t3_${id}`;
}
