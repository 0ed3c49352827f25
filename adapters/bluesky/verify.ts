/** Looks up the record under the key that was chosen before the first write. */
import type { Finding } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { ask, textAt, type NetworkResponse, type Lost } from '../lib/http.ts';
import { errorCode, readError } from './errors.ts';
import { findingOf } from '../lib/outcome.ts';
import type { PostRecord, Work } from './checkpoint.ts';
import { addressOf } from './record.ts';
import { getRecordRequest } from './references.ts';

export async function verify(step: PublishStep): Promise<Finding> {
  const work = step.checkpoint as Work | null;
  if (work === null) return { kind: 'absent' };
  // no write happens before the record is in the checkpoint
  if (work.record === null) return { kind: 'absent', checkpoint: work };
  const answer = await ask(step.fetch, getRecordRequest(step.account, work.rkey), step.signal);
  return readGet(answer, step, work, work.record);
}

function readGet(answer: NetworkResponse | Lost, step: PublishStep, work: Work, record: PostRecord): Finding {
  if (answer.kind === 'response') {
    const uri = textAt(answer.json, 'uri');
    if (answer.status === 200 && uri !== null) {
      const ours =
        textAt(answer.json, 'value', 'text') === record.text &&
        textAt(answer.json, 'value', 'createdAt') === record.createdAt &&
        textAt(answer.json, 'value', 'reply', 'parent', 'uri') === (record.reply?.parent.uri ?? null);
      return ours
        ? { kind: 'live', networkPostId: uri, url: addressOf(step.account, work.rkey) }
        : { kind: 'cannot_tell', reason: `the record key belongs to a post with another text: ${uri}` };
    }
    if (errorCode(answer) === 'RecordNotFound') return { kind: 'absent', checkpoint: work };
  }
  return findingOf(readError(answer, step));
}
