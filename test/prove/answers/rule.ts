/** Comment-to-DM rules in the matrix: a rule, people who comment its keyword, and somebody who stops it in the middle. */
import type { AccountEvent } from '../../../machines/account.ts';
import { kinds } from '../../../src/kinds/index.ts';
import { command, lockInto } from '../../../src/engine/take.ts';
import { queueIdOf } from '../../../store/reply-queue.ts';
import type { CommentView } from '../../../simulators/people.ts';
import { whose } from '../run.ts';
import { type Answer, until } from '../stage.ts';
import type { Case } from '../cases.ts';
import { beginsWaiting, hasQueue, isOfTwo, stops } from './rows.ts';
import { act, type Judged, messagesSeen, type Scene, view } from './scene.ts';

/** What people comment. */
const COMMENT = 'What is the PRICE?';
const KEYWORD = 'price';
const publicText = ({ tenant }: Scene) => `Look into your messages (${tenant.name})`;
/** Who else comments. */
export const others = ({ username, row }: Scene): string[] => (isOfTwo(row.deed) ? [`${username}_too`] : []);

/** Makes the rule. Where its messages are to wait, the account cannot send, and two people have commented. */
export async function setRule(scene: Scene): Promise<void> {
  const { stage, tenant, text } = scene;
  const url = `${stage.receiverUrl}/${tenant.name}/rule`;
  const endpoint = await stage.call(tenant, 'POST', '/v1/webhooks', {
    url,
    events: ['comment_dm.sent', 'comment_dm.failed'],
    retries: true,
  });
  tenant.secrets.push((endpoint!.body as { webhook: { secret: string } }).webhook.secret);
  const made = await stage.call(tenant, 'POST', '/v1/comment-dm-rules', {
    accountId: tenant.account.id,
    keywords: [KEYWORD],
    dmText: text,
    publicReplies: [publicText(scene)],
  });
  const rule = (made?.body as { rule?: { id: string } } | undefined)?.rule;
  if (!rule) throw new Error(`no rule: ${JSON.stringify(made)}`);
  scene.ruleId = rule.id;
  if (!beginsWaiting(scene.row.deed)) return;
  await withdrawAccess(scene);
  for (const username of [scene.username, ...others(scene)]) await commentKeyword(scene, username);
  await until('the messages to wait', async () => (await statesOf(scene)).join() === 'waiting,waiting');
}

/** The person comments the keyword below the account's newest post. */
export async function commentKeyword(scene: Scene, username = scene.username): Promise<void> {
  const { posts } = (await view(scene)) as { posts: { id: string; origin: string }[] };
  const post = posts.find(({ origin }) => origin !== 'ad')!;
  const what = { comment: { text: COMMENT, mediaId: post.id } };
  const { commentId } = (await act(scene, what, username)) as { commentId: string };
  if (username === scene.username) scene.commentId = commentId;
}

/** The account goes live, the person comments the keyword, and the broadcast ends once the message is sent. */
export async function commentLive(scene: Scene): Promise<void> {
  const { mediaId } = (await act(scene, { goLive: 'Baking' })) as { mediaId: string };
  await act(scene, { comment: { text: COMMENT, mediaId } });
  await until('the message', async () => (await messagesOf(scene)) > 0);
  await act(scene, { endLive: true });
}

/**
 * Somebody comments the keyword, and the network refuses the account at the message; somebody else comments it while that is held.
 * No time passes meanwhile: nobody connects the account again before both wait.
 */
export async function commentRefused(scene: Scene): Promise<void> {
  const { stage, tenant, row } = scene;
  await stage.fault({
    kind: 'status',
    status: 401,
    ...whose(tenant, { call: row.liveCall, nth: 1, anonymous: false }),
    times: 1,
  });
  scene.holdsTime = true;
  await commentKeyword(scene);
  const queueId = queueIdOf({ platform: row.network, remoteId: tenant.account.remoteId });
  await until('the hold', async () => {
    const held = await stage.sql`
      select from actors where id = ${queueId} and (snapshot #> '{context,holds}')::text <> '{}'`;
    return held.length > 0;
  });
  for (const username of others(scene)) await commentKeyword(scene, username);
  await until('the messages to wait', async () => (await statesOf(scene)).join() === 'waiting,waiting');
  scene.holdsTime = false;
}

/** A broadcast is watched once, and its end was noticed. */
async function checkBroadcast({ stage, tenant }: Scene, breaches: string[]): Promise<void> {
  const rows = await stage.sql<{ state: string; isKnown: boolean }[]>`
    select snapshot ->> 'value' as state, reached_at is not null as "isKnown" from actors
    where workspace_id = ${tenant.id} and kind = 'broadcast'`;
  if (rows.length !== 1 || rows[0]!.state !== 'over' || !rows[0]!.isKnown)
    breaches.push(`its broadcast: ${JSON.stringify(rows)}`);
}

/** The network says that the account has taken the app away. */
async function withdrawAccess({ stage, tenant }: Scene): Promise<void> {
  await command({ sql: stage.sql, kinds, nodeId: '' }, stage.now(), async (tx, turn) => {
    const account = (await lockInto(tx, turn, tenant.account.id))!;
    const event: AccountEvent = {
      type: 'deauthorized',
      credentialsVersion: 1,
      reason: 'the app was removed',
    };
    turn.deliver(account, event);
    return { result: null };
  });
}

async function statesOf({ stage, tenant }: Scene): Promise<string[]> {
  const rows = await stage.sql<{ state: string }[]>`
    select snapshot ->> 'value' as state from actors
    where workspace_id = ${tenant.id} and kind = 'private_reply' order by id`;
  return rows.map(({ state }) => state);
}

/** Whether the message has left the queue. */
export async function isBeingSent(scene: Scene): Promise<boolean> {
  const [state] = await statesOf(scene);
  return state !== undefined && !['queued', 'waiting', 'held'].includes(state);
}

/** The request that stops the rule. */
export async function stopRule({ stage, tenant, ruleId, row }: Scene): Promise<Answer | null> {
  const path = `/v1/comment-dm-rules/${ruleId}`;
  return stops(row.deed) === 'delete'
    ? stage.call(tenant, 'DELETE', path)
    : stage.call(tenant, 'PATCH', path, { active: false });
}

interface Entry {
  status: string;
  reason: string | null;
  dm: { messageId: string | null } | null;
  publicReply: { id: string | null; error: string | null; skipped: string | null } | null;
}

/** One message and one public reply, or none with a reason; what the rule says of them is so. */
export async function judgeRule(scene: Scene, one: Case): Promise<Judged> {
  const { row, answers } = scene;
  const breaches: string[] = [];
  const messages = await messagesOf(scene);
  const replies = await publicRepliesOf(scene);
  const waits = hasQueue(row.deed);
  const wanted = waits ? 0 : 1 + others(scene).length;
  if (messages !== wanted) breaches.push(`${messages} messages`);
  // a rule that is stopped before the turn of the public reply leaves it out
  const least = stops(row.deed) !== null ? 0 : wanted;
  // networks take none below a live comment
  const takesNone = waits || row.deed === 'live';
  if (replies < (takesNone ? 0 : least) || replies > (takesNone ? 0 : wanted + one.lateCopies))
    breaches.push(`${replies} public replies`);
  if (row.deed === 'live') await checkBroadcast(scene, breaches);
  for (const { status, body } of answers) {
    const isGone = stops(row.deed) === 'delete' && status === 404 && one.kills.length > 0;
    if (status !== 200 && !isGone) breaches.push(`answered ${status}: ${JSON.stringify(body)}`);
  }
  const entries = await checkEntries(scene, breaches);
  await checkTold(scene, breaches);
  const copies = row.deed === 'public_reply' ? replies : wanted > 1 ? messages / wanted : messages;
  if (stops(row.deed) === null)
    return { copies, status: entries?.[0]?.status === 'sent' ? 'done' : 'not done', breaches };
  return { copies, status: stops(row.deed) === 'pause' ? 'paused' : 'deleted', breaches };
}

async function messagesOf(scene: Scene): Promise<number> {
  const all = await Promise.all(
    [scene.username, ...others(scene)].map((username) => messagesSeen(scene, username)),
  );
  return all.flat().filter(({ text }) => text === scene.text).length;
}

async function publicRepliesOf(scene: Scene): Promise<number> {
  const { posts } = (await view(scene)) as { posts: { comments: CommentView[] }[] };
  return posts
    .flatMap(({ comments }) => comments)
    .flatMap(({ replies }) => replies)
    .filter(({ text }) => text === publicText(scene)).length;
}

/** @returns the rule's activity; null: it was deleted with the rule */
async function checkEntries(scene: Scene, breaches: string[]): Promise<Entry[] | null> {
  const { stage, tenant, row, ruleId } = scene;
  const path = `/v1/comment-dm-rules/${ruleId}`;
  const found = await stage.call(tenant, 'GET', `${path}/events?queued=true`);
  const list = await stage.call(tenant, 'GET', '/v1/comment-dm-rules');
  const { rules } = list!.body;
  if (stops(row.deed) === 'delete') {
    if (found?.status !== 404 || rules.length > 0) breaches.push('the rule is still there');
    return null;
  }
  const { events: entries } = found!.body as { events: Entry[] };
  const [rule] = rules;
  if (rule?.active !== (stops(row.deed) === null)) breaches.push(`the rule's active is ${rule?.active}`);
  const each = hasQueue(row.deed) ? 'skipped paused' : 'sent null';
  const wanted = [scene.username, ...others(scene)].map(() => each);
  const said = entries.map(({ status, reason }) => `${status} ${reason}`);
  if (said.join() !== wanted.join()) breaches.push(`its activity: ${JSON.stringify(entries)}`);
  for (const { status, publicReply } of entries)
    if (status === 'sent' && publicReply?.error) breaches.push(`no public reply: ${publicReply.error}`);
  for (const { publicReply } of entries)
    if (publicReply?.id === null && publicReply.skipped !== 'paused')
      breaches.push(`its public reply: ${JSON.stringify(publicReply)}`);
  for (const status of ['sent', 'failed', 'skipped', 'queued'] as const)
    if (rule?.stats[status] !== entries.filter((entry) => entry.status === status).length)
      breaches.push(`its stats: ${JSON.stringify(rule?.stats)}, its activity: ${said.join()}`);
  return entries;
}

/** Endpoints hear of a message that was sent, once; of one whose rule was deleted meanwhile, once at most. */
async function checkTold(scene: Scene, breaches: string[]): Promise<void> {
  const { stage, tenant, row } = scene;
  const log = await stage.sql<{ event: string; eventId: string }[]>`
    select s.event, s.event_id as "eventId" from webhook_sends s
    where s.workspace_id = ${tenant.id} and s.event like 'comment_dm.%'`;
  const isSent =
    log.length === 1 + others(scene).length && log.every(({ event }) => event === 'comment_dm.sent');
  const isQuiet = log.length === 0 && (hasQueue(row.deed) || row.deed === 'rule_delete');
  if (!isSent && !isQuiet) breaches.push(`told ${log.map(({ event }) => event).join() || 'nothing'}`);
  const received = new Set(stage.received(`/${tenant.name}/rule`).map(({ webhookId }) => webhookId));
  if (log.some(({ eventId }) => !received.has(eventId)) || received.size > log.length)
    breaches.push(`${received.size} events received, ${log.length} sent`);
}
