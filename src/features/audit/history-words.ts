/** What happened to a post, in sentences. Pure: nothing of them is stored. */
import { type ApprovalRequest, plannedAt } from '../../../machines/approval.ts';
import type { PostEvent, PostInput } from '../../../machines/post.ts';
import type { AuditEntryRow } from '../../../store/audit-entries.ts';
import { typeOfKey } from './entries.ts';

/** A step of the post's actor. */
export interface PostStep {
  /** Epoch ms. */
  at: number;
  event: PostEvent | { type: 'started'; input: PostInput } | { type: string };
}

export interface HistoryWords {
  /** A time, as people of the workspace say it. @param at epoch ms */
  when: (at: number) => string;
  /** A network with the account on it. */
  accountName: (accountId: string) => string;
  /** What an operation does. */
  summaryOf: (operation: string) => string;
}

interface HistoryEvent {
  /** Epoch ms. */
  at: number;
  /** null if the service did it by itself, or it is from before there was an audit. */
  entry: AuditEntryRow | null;
  sentence: string;
}

/** The entries that may be about a post. */
interface Entries {
  ofPost: readonly AuditEntryRow[];
  /** Of changes of the workspace's time zone that moved planned posts, maybe this one. */
  ofZone: readonly AuditEntryRow[];
}

/**
 * Puts the audit entries of a post and the steps of its actor together. An entry and the step of the same instant are one call.
 * @returns newest first
 */
export function historyOf(
  { ofPost, ofZone }: Entries,
  steps: readonly PostStep[],
  words: HistoryWords,
): HistoryEvent[] {
  const called = new Set<PostStep>();
  const byPeople = ofPost.map((entry) => {
    const step = steps.find((one) => one.at === entry.at && !called.has(one) && isRequest(one));
    if (step) called.add(step);
    return { at: entry.at, entry, sentence: `${whoOf(entry)} ${actionOf(entry, step, words)}` };
  });
  const byZone = ofZone.flatMap((entry) => {
    const step = steps.find((one) => one.at === entry.at && !called.has(one) && isRequest(one));
    if (!step) return [];
    called.add(step);
    return [{ at: entry.at, entry, sentence: `${whoOf(entry)} ${zoneMoveOf(step, words)}` }];
  });
  const byItself = steps.flatMap((step) => {
    const sentence = called.has(step) ? null : sentenceOf(step, words);
    return sentence === null ? [] : [{ at: step.at, entry: null, sentence }];
  });
  return [...byPeople, ...byZone, ...byItself].toSorted((a, b) => b.at - a.at);
}

const REQUESTS = new Set(
  'started edit schedule publish ask approve reject retry shelve remove discard restore'.split(' '),
);
const isRequest = ({ event }: PostStep) => REQUESTS.has(event.type);

/** "Maya", "Maya (key n8n)", "Claude (agent of Maya)" or "Rosa (client, by link)". */
function whoOf({ userName, keyId, keyName, tool }: AuditEntryRow): string {
  if (typeOfKey(keyId) === 'link') return `${userName} (client, by link)`;
  if (typeOfKey(keyId) === 'session' || keyName === null) return userName;
  return tool === null && typeOfKey(keyId) === 'key'
    ? `${userName} (key ${keyName})`
    : `${keyName} (agent of ${userName})`;
}

/** Operations on a post of which no step says more. */
const ACTIONS: { [operation: string]: string } = {
  createPost: 'created the post',
  duplicatePost: 'made it as a copy of another post',
  updatePost: 'changed the post',
  deletePost: 'deleted the post',
  createPostNote: 'wrote a note',
  deletePostNote: 'deleted a note',
  createApprovalLink: 'made a link for a client',
  revokeApprovalLink: 'revoked a link for a client',
  retryPost: 'sent it again where it had failed',
  resolveDelivery: 'said whether it is live',
  actOnActor: 'acted on it in the debugger',
};

function actionOf(entry: AuditEntryRow, step: PostStep | undefined, words: HistoryWords): string {
  const moved = step && moveOf(step, words);
  const edited = entry.operation === 'updatePost' ? editOf(entry.fields) : null;
  const actions = [moved, edited].filter((one) => one !== null && one !== undefined);
  if (actions.length > 0) return actions.join(' and ');
  // of a batch, only this action names an account
  if (entry.operation === 'batchPosts' && entry.fields.includes('accountId'))
    return 'held it back from an account that had to be connected again';
  if (
    entry.operation === 'batchPosts' &&
    entry.fields.some((field) => field === 'addLabels' || field === 'removeLabels')
  )
    return 'changed the labels';
  return ACTIONS[entry.operation] ?? `called “${words.summaryOf(entry.operation)}”`;
}

/** What a step does to the post's time, and to its approval. */
function moveOf({ at, event }: PostStep, { when }: HistoryWords): string | null {
  switch (event.type) {
    case 'started':
      return startOf(at, (event as { input: PostInput }).input, when);
    case 'schedule':
      return `moved it to ${when((event as { at: number }).at)}`;
    case 'publish':
      return 'sent it off';
    case 'shelve':
      return 'moved it back to drafts';
    case 'discard':
      return 'removed it';
    case 'restore':
      return 'took the removal back';
    case 'ask':
      return askOf((event as { request: ApprovalRequest }).request, when);
    case 'approve': {
      const { at: due } = event as { at: number };
      return `approved it, to go out ${due > at ? `on ${when(due)}` : 'at once'}`;
    }
    case 'reject':
      return 'rejected it';
    default:
      return null;
  }
}

/** What a new time zone of the workspace did to a planned post, which keeps its time on the clock. */
function zoneMoveOf({ event }: PostStep, { when }: HistoryWords): string {
  const { at, dueAt } = event as { at?: number; dueAt?: number | null };
  const due = at ?? dueAt ?? null;
  return `changed the time zone of the workspace${due === null ? '' : `, which moved it to ${when(due)}`}`;
}

function startOf(
  at: number,
  { draft = false, dueAt, approval }: PostInput,
  when: HistoryWords['when'],
): string {
  if (approval?.state === 'requested') return `wrote it and ${askOf(approval.request, when)}`;
  if (draft) return dueAt === null ? 'wrote a draft' : `wrote a draft for ${when(dueAt)}`;
  return dueAt !== null && dueAt > at ? `planned it for ${when(dueAt)}` : 'published it at once';
}

function askOf(request: ApprovalRequest, when: HistoryWords['when']): string {
  const due = plannedAt(request);
  return `asked for approval${due === null ? '' : ` for ${when(due)}`}`;
}

/** Fields of a change that are no part of what the accounts get. */
const NOT_NAMED = new Set(['scheduledAt', 'useNextSlot', 'publishNow', 'draft', 'skipRefused', 'timezone']);
const FIELDS: { [field: string]: string } = {
  content: 'the text',
  media: 'the files',
  accountIds: 'the accounts',
  labels: 'the labels',
};

function editOf(fields: readonly string[]): string | null {
  const named = fields
    .filter((field) => !NOT_NAMED.has(field))
    .map((field) => FIELDS[field] ?? 'the options');
  const parts = [...new Set(named)];
  if (parts.length === 0) return null;
  const last = parts.at(-1)!;
  return `changed ${parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`}`;
}

/** What a step without an entry says; null if people need not read it. */
function sentenceOf(step: PostStep, words: HistoryWords): string | null {
  const { event } = step;
  if (event.type === 'delivery.ended') {
    const { accountId, status, error } = event as Extract<PostEvent, { type: 'delivery.ended' }>;
    const where = words.accountName(accountId);
    if (status === 'published')
      return `Published on ${where}${error === null ? '' : `, not whole: ${error}`}`;
    return status === 'failed'
      ? `Failed on ${where}${error === null ? '' : `: ${error}`}`
      : `Not sent to ${where}: it was cancelled`;
  }
  if (event.type === 'act.ended') {
    const { status } = event as Extract<PostEvent, { type: 'act.ended' }>;
    return status === 'done' ? 'The first comment was written' : 'The first comment could not be written';
  }
  const moved = moveOf(step, words);
  if (moved !== null) return `Somebody ${moved}`;
  if (event.type === 'edit') return 'Somebody changed it';
  return event.type === 'retry' ? `Somebody ${ACTIONS['retryPost']}` : null;
}
