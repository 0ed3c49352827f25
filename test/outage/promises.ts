/**
 * What must hold after an outage (docs/receiving.md, After an outage): what the networks still show is here, once; what was
 * written meanwhile had its answers; what cannot be had any more is named. Each check returns the promises that it found broken.
 */
import type { CommentView, MessageView, PersonView } from '../../simulators/people.ts';
import { type Played } from './play.ts';
import { AUTOMATION_KEYWORD, type Move, RULE_KEYWORD } from './scenario.ts';
import { EVIDENT_NETWORKS, type OutageWorld, PLACE, POST_NETWORKS } from './world.ts';
import type { Read } from '../support/typed-calls.ts';

type Breaches = string[];
type Rule = Read<'listCommentRules'>['rules'][number];
type Entry = Read<'listCommentRuleEvents'>['events'][number];
type Run = Read<'listDmRuns'>['runs'][number];

export interface OutageReport {
  messages: number;
  comments: number;
  privateReplies: number;
  runs: number;
  posts: number;
  /** Taps during the outage that arrived, and those that did not. */
  taps: { arrived: number; missing: number };
}

interface Looked extends OutageWorld {
  played: Played;
  views: Map<string, PersonView>;
  rule: Rule;
  entries: readonly Entry[];
  runs: readonly Run[];
  account: Read<'listAccounts'>['accounts'][number];
}

/** @throws Error that names every broken promise */
export async function checkPromises(world: OutageWorld, played: Played): Promise<OutageReport> {
  const looked = await lookAt(world, played);
  const report: OutageReport = {
    messages: sum(looked.views, ({ messages }) => messages.filter(({ byAccount }) => !byAccount).length),
    comments: played.commented.length,
    privateReplies: [...looked.views.values()].flatMap(privateReplies).length,
    runs: looked.runs.length,
    posts: played.wanted.length,
    taps: { arrived: 0, missing: 0 },
  };
  const breaches = [
    ...(await checkInbox(looked)),
    ...(await checkComments(looked)),
    ...checkRule(looked),
    ...(await checkRuns(looked)),
    ...(await checkTaps(looked, report)),
    ...checkSubscription(looked),
    ...(await checkPosts(looked)),
    ...checkAnswers(looked),
    ...(await checkDatabase(looked)),
  ];
  if (breaches.length > 0)
    throw new Error(`${breaches.length} broken promises:\n  - ${breaches.join('\n  - ')}`);
  return report;
}

async function lookAt(world: OutageWorld, played: Played): Promise<Looked> {
  const { call, sandbox } = world.running;
  const views = new Map([...played.people].map((one) => [one, sandbox.sandbox.people.view(PLACE, one)]));
  const rules = (await call('GET', '/v1/comment-dm-rules')).body.rules;
  const all = async <Row>(page: (query: string) => Promise<{ rows: Row[]; next: string | null }>) => {
    const rows: Row[] = [];
    for (let before: string | null = ''; before !== null;) {
      const read = await page(`limit=100${before && `&before=${before}`}`);
      rows.push(...read.rows);
      before = read.next;
    }
    return rows;
  };
  const { accounts } = (await call('GET', '/v1/accounts')).body;
  return {
    ...world,
    played,
    views,
    rule: rules.find(({ id }) => id === played.ruleId),
    entries: await all(async (query) => {
      const { body } = await call('GET', `/v1/comment-dm-rules/${played.ruleId}/events?${query}`);
      return { rows: body.events, next: body.next };
    }),
    runs: await all(async (query) => {
      const { body } = await call('GET', `/v1/dm-automations/${played.automationId}/runs?${query}`);
      return { rows: body.runs, next: body.next };
    }),
    account: accounts.find(({ id }) => id === world.accountId),
  };
}

/** What people wrote and the network still shows is in the inbox, each message once. */
async function checkInbox({ database, accountId, views }: Looked): Promise<Breaches> {
  const rows = await database.sql<{ networkId: string; deleted: boolean }[]>`
    select network_id as "networkId", deleted from direct_messages
    where account_id = ${accountId} and network_id is not null`;
  const known = new Map(rows.map(({ networkId, deleted }) => [networkId, deleted]));
  return [...views].flatMap(([person, { messages }]) =>
    messages
      .filter(({ id, deleted }) => !deleted && known.get(id) !== false)
      .map(
        ({ id, text, byAccount, at }) =>
          `inbox: ${byAccount ? `the message to ${person}` : `what ${person} wrote`} at ${at} (${text}, ${id}) is ${known.has(id) ? 'shown as deleted' : 'missing'}`,
      ),
  );
}

async function checkComments({ database, accountId, played, views }: Looked): Promise<Breaches> {
  const rows = await database.sql<{ id: string }[]>`select id from comments where account_id = ${accountId}`;
  const known = new Set(rows.map(({ id }) => id));
  return living(played, views)
    .filter(({ id }) => !known.has(id))
    .map(({ id, person, text }) => `comments: ${person}'s "${text}" (${id}) is missing`);
}

/** Each person who wrote the keyword has one message and an entry; nobody else has either. */
function checkRule({ played, views, entries, rule }: Looked): Breaches {
  const breaches: Breaches = [];
  const entryOf = new Map(entries.map((entry) => [entry.comment.id, entry]));
  if (entryOf.size < entries.length) breaches.push('rule: a comment has two entries');
  const livingIds = new Set(living(played, views).map(({ id }) => id));
  const matching = living(played, views).filter(({ text }) => text.toLowerCase().includes(RULE_KEYWORD));
  for (const { id, person, text } of matching)
    if (!entryOf.has(id)) breaches.push(`rule: ${person}'s "${text}" (${id}) has no entry`);
  for (const [person, view] of views) {
    const had = privateReplies(view).length;
    const wrote = matching.some((one) => one.person === person);
    if (had > (mayHaveTwo(played, person) ? 2 : 1))
      breaches.push(`rule: ${person} has ${had} messages of the rule`);
    const own = entries.filter(({ comment }) => comment.from?.username === person);
    if (had === 0 && wrote && !own.some((entry) => wasCut(played, entry))) {
      breaches.push(`rule: ${person} has no message of the rule: ${JSON.stringify(own)}`);
    }
  }
  for (const { id, status, reason, comment } of entries) {
    const there = [...views.values()].flatMap(privateReplies).filter((one) => one.commentId === comment.id);
    const isDeleted = !livingIds.has(comment.id); // no message can answer it
    const isWithout =
      there.length === 0 &&
      reason !== null &&
      (status === 'skipped' || isDeleted || wasCut(played, { status, reason }));
    const isOfLost = played.commented.some((one) => one.id === comment.id && one.isLost);
    const isForgotten = isOfLost && reason === 'duplicate' && mayHaveTwo(played, comment.from?.username);
    const fits = status === 'sent' ? there.length === 1 : isWithout || isForgotten;
    if (!fits) breaches.push(`rule: ${id} is ${status} (${reason}) and the network has ${there.length}`);
  }
  const { sent, skipped, failed } = rule.stats;
  const count = (status: string) => entries.filter((entry) => entry.status === status).length;
  const counted = [count('sent'), count('skipped'), count('failed')];
  if (String([sent, skipped, failed]) !== String(counted))
    breaches.push(`rule: its stats say ${String([sent, skipped, failed])}, its activity ${String(counted)}`);
  return breaches;
}

/**
 * Their comment was answered in the second that a failover took away, and they commented again: an event reports the second comment
 * before a sweep finds the first one, so the second is answered too, and the first is skipped as a duplicate.
 */
function mayHaveTwo({ scenario, commented }: Played, person: string): boolean {
  const own = commented.filter(
    (one) => one.person === person && one.text.toLowerCase().includes(RULE_KEYWORD),
  );
  return (
    scenario.kind === 'failover' && own.some(({ isLost }) => isLost) && own.some(({ isLost }) => !isLost)
  );
}

/**
 * They wrote the automation's word in the second that a failover took away, and wrote it again: the second message starts a run
 * before a read finds what the first run sent (docs/roadmap.md, Known limits).
 */
function mayStartTwice({ scenario, storyReplies }: Played, person: string): boolean {
  const wrote = (moves: readonly Move[]) =>
    moves.some((move) => move.kind === 'say' && move.person === person && startsRun(move.text));
  const later = [...scenario.during.map(({ move }) => move), ...scenario.after];
  const hasReplied = storyReplies.some((one) => one.person === person && startsRun(one.text));
  return scenario.kind === 'failover' && wrote(scenario.lost) && (wrote(later) || hasReplied);
}

const startsRun = (text: string) => text.startsWith(AUTOMATION_KEYWORD);

/**
 * All tries of a message fell into the outage of the network: it failed, and its entry says that it is not there, or that it may
 * have arrived where the network shows no conversation with the person.
 */
const wasCut = ({ scenario }: Played, { status, reason }: Pick<Entry, 'status' | 'reason'>): boolean =>
  scenario.kind === 'network' &&
  status === 'failed' &&
  /^the network did not answer(, and the message is not there|; the message may have arrived)/.test(reason);

/** Each person who wrote the keyword of the automation entered it once, or its message says why not; each message is there once. */
async function checkRuns({ database, accountId, played, views, runs }: Looked): Promise<Breaches> {
  const breaches: Breaches = [];
  const outcomes = await database.sql<{ id: string; why: string | null }[]>`
    select network_id as id, details #>> '{automation,why}' as why from direct_messages
    where account_id = ${accountId} and network_id is not null`;
  const whyNot = new Map(outcomes.map(({ id, why }) => [id, why]));
  for (const [person, { messages, person: facts }] of views) {
    const own = runs.filter(({ contact }) => contact.id === facts.id);
    const words = messages.filter(
      ({ byAccount, deleted, text }) => !byAccount && !deleted && text.startsWith(AUTOMATION_KEYWORD),
    );
    const wrote = words.length > 0;
    const unsent = messages.some(({ byAccount, deleted }) => !byAccount && deleted);
    if (own.length > 1) breaches.push(`automation: ${person} has ${own.length} runs`);
    if (!wrote && !unsent && own.length > 0)
      breaches.push(`automation: ${person} has a run and never wrote its word`);
    const said = Map.groupBy(messages.filter(isOf(played)), ({ text }) => text);
    for (const [text, copies] of said)
      if (copies.length > (mayHaveTwo(played, person) || mayStartTwice(played, person) ? 2 : 1))
        breaches.push(`automation: ${person} has "${text}" ${copies.length} times`);
    const wasAsked = messages.some(({ text }) => text === `${played.mark} Shall we ship it?`);
    const isFailover = played.scenario.kind === 'failover';
    // read late, and answered meanwhile, as the network shows. After a failover nobody knows any more who answered: a message
    // that was ours counts as one by hand, which pauses automations for 12 hours
    const isAnswered = words.every(({ id, at }) => {
      const why = whyNot.get(id);
      if (isFailover && why === 'paused') return messages.some((one) => one.byAccount);
      return why === 'answered' && messages.some((one) => one.byAccount && one.at > at);
    });
    if (wrote && own.length === 0 && !isAnswered) {
      const reasons = words.map(({ id, text, at }) => `"${text}" at ${at}: ${whyNot.get(id)}`).join(', ');
      breaches.push(`automation: ${person} wrote its word and has no run (${reasons})`);
    }
    if (own.length > 0 && !wasAsked && !(isFailover && own[0]!.reason === 'human_reply'))
      breaches.push(`automation: ${person} has a run without its message: ${JSON.stringify(own[0])}`);
  }
  return breaches;
}

/** A tap went on in its run; a tap that never arrived is named as missing. */
async function checkTaps({ played, views, account }: Looked, report: OutageReport): Promise<Breaches> {
  const breaches: Breaches = [];
  for (const { person, label, isDuring } of played.tapped) {
    const { messages } = views.get(person)!;
    const isAnswered = messages.some((one) => isOf(played)(one) && one.text.endsWith(`So: ${label}`));
    if (isDuring) report.taps[isAnswered ? 'arrived' : 'missing'] += 1;
    if (isAnswered || (isDuring && account.receiving.missing)) continue;
    breaches.push(`taps: "${label}" of ${person} did nothing, and receiving.missing does not name it`);
  }
  return breaches;
}

/** The network calls the service again. */
function checkSubscription({ running, account }: Looked): Breaches {
  const { accounts } = running.sandbox.sandbox.people.subscriptions(PLACE.network);
  const isSubscribed = accounts.some(({ fields }) => fields.includes('messages'));
  if (isSubscribed)
    return account.receiving.problem === null ? [] : [`receiving: ${account.receiving.problem}`];
  return [`receiving: the network does not call any more; receiving.problem is ${account.receiving.problem}`];
}

/** Each accepted post is live once on each network, and says so. */
async function checkPosts({ running, played }: Looked): Promise<Breaches> {
  const breaches: Breaches = [];
  const ledger = running.sandbox.sandbox.ledger.entries();
  for (const { name, postId, isLost } of played.wanted) {
    const { status, body } = await running.call('GET', `/v1/posts/${postId}`);
    const isGone = isLost && status === 404; // of the second that nobody has any more
    if (status !== 200 && !isGone) breaches.push(`posts: "${name}" was accepted and is ${status}`);
    for (const network of POST_NETWORKS) {
      const copies = ledger.filter((entry) => entry.network === network && entry.text === name).length;
      const delivery = body?.post?.deliveries.find(({ platform }) => platform === network);
      const isPublished = copies === 1 && delivery?.status === 'published';
      // three calls in half an hour were all cut: it says that it failed, or that it may be live
      const isGivenUp =
        played.scenario.kind === 'network' &&
        delivery?.status === 'failed' &&
        copies <= (delivery.maybeLive ? 1 : 0);
      // without evidence it may be sent again, and says so
      const isSaid = /may be live/.test(`${delivery?.error} ${delivery?.warnings.join(' ')}`);
      const isDoubled = !EVIDENT_NETWORKS.includes(network) && isSaid;
      const isRight = isGone ? copies <= 1 : isPublished || isGivenUp || isDoubled;
      if (!isRight)
        breaches.push(
          `posts: "${name}" is ${copies} times on ${network}; its delivery is ${JSON.stringify(delivery)}`,
        );
    }
  }
  return breaches;
}

/** Callers heard nothing but the truth: a response, or to come again. */
function checkAnswers({ running, played }: Looked): Breaches {
  const { scenario, begunAt, endedAt } = played;
  // a network that gets a 200 never sends the event again: none may be answered so while nothing can be stored
  const takesNone = ['read-only', 'full', 'gone'].includes(scenario.kind);
  const taken = running.sandbox.sandbox.webhooks.deliveries(PLACE.network).filter(({ at, status }) => {
    const time = Date.parse(at);
    return takesNone && status === 200 && time > begunAt && time < endedAt;
  });
  if (taken.length > 0) return [`webhooks: ${taken.length} were answered 200 and cannot be stored`];
  const odd = played.statuses.filter((status) => ![0, 200, 503].includes(status));
  return odd.length === 0 ? [] : [`responses during the outage: ${[...new Set(odd)].join(', ')}`];
}

/** Nothing is left behind, and the feed has no gap. */
async function checkDatabase({ database }: Looked): Promise<Breaches> {
  const breaches: Breaches = [];
  const { sql } = database;
  const parked = await sql`select id, kind from actors where status = 'needs_attention' limit 5`;
  if (parked.length > 0) breaches.push(`database: actors are parked: ${JSON.stringify(parked)}`);
  const faults = await sql`select key, fault from inbound where fault is not null limit 5`;
  if (faults.length > 0) breaches.push(`database: events were set aside: ${JSON.stringify(faults)}`);
  const gaps = await sql`
    select last_seq, count, before from (
      select last_seq, count, lag(last_seq) over (partition by workspace_id order by last_seq) as before from feed
    ) f where before is not null and last_seq - count <> before limit 5`;
  if (gaps.length > 0) breaches.push(`database: the feed has gaps: ${JSON.stringify(gaps)}`);
  return breaches;
}

const isOf =
  ({ mark }: Played) =>
  ({ byAccount, text }: MessageView) =>
    byAccount && text.startsWith(mark);

const privateReplies = ({ messages }: PersonView): MessageView[] =>
  messages.filter(({ commentId }) => commentId !== null);

/** The comments that the network still shows. */
function living({ commented }: Played, views: Looked['views']) {
  return commented.filter(({ id, person }) =>
    views
      .get(person)!
      .comments.some((one: CommentView & { deleted: boolean }) => one.id === id && !one.deleted),
  );
}

const sum = <T>(map: Map<string, T>, of: (value: T) => number): number =>
  [...map.values()].reduce((total, value) => total + of(value), 0);
