/** Pushes to the browsers of people: queued as actors, and one try of each (machines/push.ts). */
import type { Tx } from '../../../store/connect.ts';
import { readWorkspaceName } from '../../../store/directory.ts';
import { hashOf } from '../../../store/hashed-id.ts';
import { findMember } from '../../../store/members.ts';
import { readPushWishes } from '../../../store/notification-settings.ts';
import { readNotifiedAccount, readNotifiedText } from '../../../store/notifications.ts';
import { deleteSubscription, findSubscription } from '../../../store/push-subscriptions.ts';
import { insertPush, readPush, startPushTry } from '../../../store/pushes.ts';
import { encryptPush, type PushSubscription, vapidHeader } from '../../base/web-push.ts';
import type { Turn } from '../../engine/turn.ts';
import { push as kind, type PushHandlers } from '../../kinds/push.ts';
import { concerns, PAGES, wordsOf } from './causes.ts';
import { accountNameOf, type Deps, NOTICE_VALID_MS } from './deps.ts';
import { vapidKeys } from './vapid.ts';

const TIMEOUT_MS = 10_000;
/** As much of a post's text as a push shows. A push has 4 kB at most (RFC 8030, 7.2). */
const MAX_TEXT_CHARACTERS = 80;
/** Characters of a topic (RFC 8030, 5.4). */
const TOPIC_CHARACTERS = 32;

interface QueuedPush {
  id: string;
  workspaceId: string;
  subscriptionId: string;
  userId: string;
  /** null means a test. */
  notificationId: string | null;
}

/** Queues a push. Part of a transaction; nothing is done if there is such a push already. */
export async function queuePush(tx: Tx, turn: Turn, push: QueuedPush): Promise<void> {
  if (!(await insertPush(tx, push, turn.now))) return;
  const input = { pushId: push.id, expiresAt: turn.now + NOTICE_VALID_MS };
  turn.start({ kind: kind.name, id: push.id, workspaceId: push.workspaceId, input });
}

/** What a browser shows (web/public/sw.js). */
interface Message {
  title: string;
  body: string;
  /** The path of the page that it opens. */
  url: string;
  /** What is shown under the same tag is replaced. */
  tag: string;
}

type Sent = Awaited<ReturnType<PushHandlers['sendPush']>>;

/** One try. Whom it concerns and whether it is still so is read again before. */
export const sendPush =
  (deps: Deps): PushHandlers['sendPush'] =>
  async ({ pushId, attempt, expiresAt }) => {
    const row = await readPush(deps.sql, pushId);
    const message = row && (await messageOf(deps, row));
    if (!row || !message) return { type: 'push.none' };
    const { subscriptionId: id, userId } = row;
    const now = deps.clock();
    const found = await findSubscription(deps.directory, { id, userId, now });
    if (!found) return { type: 'push.none' };
    const subscription = deps.sealer.open(found.content, id) as PushSubscription;
    const request = await requestOf(deps, { subscription, message, pushId, ttlMs: expiresAt - now, now });
    if (!(await startPushTry(deps.sql, { id: pushId, attempt })))
      return { type: 'push.unknown', reason: 'the service stopped while the push was sent' };
    const sent = await post(deps, subscription.endpoint, request);
    // unless the browser has subscribed again meanwhile
    if (sent.type === 'push.gone')
      await deleteSubscription(deps.directory, { id, userId, content: found.content });
    return sent;
  };

type PushRow = NonNullable<Awaited<ReturnType<typeof readPush>>>;

/** It has text of a post only where the person wants that. @returns null if there is nothing to say to the person any more */
async function messageOf(deps: Deps, row: PushRow): Promise<Message | null> {
  const { directory, sql } = deps;
  const { workspaceId, userId, notificationId, notification } = row;
  const [member, wishes, workspace] = await Promise.all([
    findMember(directory, { workspaceId, userId }),
    readPushWishes(directory, { workspaceId, userId }),
    readWorkspaceName(directory, workspaceId),
  ]);
  if (!member || !workspace) return null;
  const home = `/app/w/${workspace.slug}`;
  if (notificationId === null)
    return {
      title: workspace.name,
      body: 'Pushes arrive in this browser.',
      url: `${home}/settings/notifications`,
      tag: 'test',
    };
  const { role, accountIds } = member;
  if (!wishes?.pushes || notification === null || !concerns(notification, { role, heldTo: accountIds }))
    return null;
  const { cause, accountId, count } = notification;
  const found = accountId === null ? undefined : await readNotifiedAccount(sql, { workspaceId, accountId });
  const { subject } = wordsOf(cause, { account: accountNameOf(deps, found), count });
  const text = wishes.texts ? await readNotifiedText(sql, { workspaceId, cause, accountId }) : undefined;
  const body = text === undefined ? subject : `${subject}: “${beginningOf(text)}”`;
  return { title: workspace.name, body, url: `${home}${PAGES[cause]}`, tag: notificationId };
}

/** On one line, cut between two characters that a reader sees. */
function beginningOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...new Intl.Segmenter().segment(line.slice(0, 4 * MAX_TEXT_CHARACTERS))];
  if (characters.length <= MAX_TEXT_CHARACTERS) return line;
  const beginning = characters.slice(0, MAX_TEXT_CHARACTERS).map(({ segment }) => segment);
  return `${beginning.join('').trimEnd()}…`;
}

interface PushRequest {
  headers: { [name: string]: string };
  body: Buffer;
}

async function requestOf(
  deps: Deps,
  {
    subscription,
    message,
    pushId,
    ttlMs,
    now,
  }: { subscription: PushSubscription; message: Message; pushId: string; ttlMs: number; now: number },
): Promise<PushRequest> {
  const keys = await vapidKeys(deps);
  const url = new URL(deps.publicUrl());
  const contact = url.protocol === 'https:' ? url.origin : `mailto:operator@${url.hostname}`;
  return {
    body: encryptPush(JSON.stringify(message), subscription),
    headers: {
      authorization: vapidHeader({ endpoint: subscription.endpoint, contact, now }, keys),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(Math.max(0, Math.floor(ttlMs / 1000))),
      // a repeated push takes the place of one that was not delivered yet
      topic: hashOf(pushId, TOPIC_CHARACTERS),
      urgency: 'normal',
    },
  };
}

/** Nothing was sent yet when a connection fails so. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

async function post(deps: Pick<Deps, 'fetch'>, endpoint: string, request: PushRequest): Promise<Sent> {
  let response: Response;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    response = await deps.fetch(endpoint, { method: 'POST', redirect: 'manual', signal, ...request });
    await response.body?.cancel();
  } catch (fault) {
    const { code, cause } = fault as { code?: string; cause?: { code?: string } };
    // the error may name the address of the subscription, which is a secret
    if (code === 'URL_REFUSED') return { type: 'push.refused', reason: 'the address is not public' };
    if (NOT_SENT.has(cause?.code ?? code ?? ''))
      return { type: 'push.later', reason: 'the push service cannot be reached', afterMs: null };
    return { type: 'push.unknown', reason: 'the response of the push service was lost' };
  }
  return readResponse(response);
}

function readResponse({ status, headers }: Response): Sent {
  const reason = `the push service responded with ${status}`;
  if (status >= 200 && status < 300) return { type: 'push.sent' };
  if (status === 404 || status === 410) return { type: 'push.gone', reason };
  if (status === 429 || status >= 500) {
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    return { type: 'push.later', reason, afterMs: seconds > 0 ? seconds * 1000 : null };
  }
  return { type: 'push.refused', reason };
}
