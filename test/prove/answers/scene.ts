/** A workspace with an account that receives, and a person who comments and writes to it. */
import { AT_REST, type Answer, type Stage, type Tenant, until } from '../stage.ts';
import type { Platform } from '../../../adapters/networks.ts';
import type { MessageView, PersonView, PostView } from '../../../simulators/people.ts';
import { saveReceiving } from '../../../store/receiving.ts';
import { setFlow } from './flow.ts';
import { type AnswerRow, isOfFlow, isOfRule } from './rows.ts';
import { setRule } from './rule.ts';

/** Networks whose events come by webhooks alone in these cases; comments of the others are read. */
export const WEBHOOKS: ReadonlySet<Platform> = new Set(['instagram', 'facebook', 'threads']);

export interface Scene {
  stage: Stage;
  row: AnswerRow;
  tenant: Tenant;
  /** The person's name on the network. */
  username: string;
  /** What is done to: the comment, by its id on the network; the conversation, by its id here; null: nothing. */
  commentId: string | null;
  conversationId: string | null;
  /** Of the comment-to-DM rule; null: there is none. */
  ruleId: string | null;
  /** Of the automation of direct messages; null: there is none. */
  automationId: string | null;
  /** The network's ids of those who write to an automation, by name. */
  people: Map<string, string>;
  /** Something is to be done before any time passes. */
  holdsTime: boolean;
  /** How often a link was opened, with and without an answer. */
  clicks: number;
  /** Calls for messages of automations that had begun when the service was killed. */
  callsCutOff: number;
  /** What is sent: no other text is the same. */
  text: string;
  /** Responses to the requests, in their order. */
  answers: Answer[];
  /** When the deed began, epoch ms. */
  begunAt: number;
}

/** What came of a case: how often the network has it, and what the service says of it. */
export interface Judged {
  copies: number;
  status: string;
  breaches: string[];
}

export async function setScene(stage: Stage, row: AnswerRow): Promise<Scene> {
  const tenant = await stage.tenant(row);
  const scene: Scene = {
    stage,
    row,
    tenant,
    username: `fan_of_${tenant.name.replaceAll('-', '_')}`, // as every network allows it
    commentId: null,
    conversationId: null,
    ruleId: null,
    automationId: null,
    people: new Map(),
    holdsTime: false,
    clicks: 0,
    callsCutOff: 0,
    text: `Yes, from eight. (${tenant.name})`,
    answers: [],
    begunAt: 0,
  };
  const { deed } = row;
  if (row.network === 'threads') await setThreadsCallback(stage);
  if (deed === 'subscribe' || deed === 'read') return scene;
  const receives = WEBHOOKS.has(row.network);
  // comments that are to be found by a sweep are not reported
  if (receives && deed !== 'sweep') await subscribe(scene);
  if (deed === 'event' || deed === 'file') return scene;
  if (isOfRule(deed)) {
    await setRule(scene);
    return scene;
  }
  if (isOfFlow(deed)) {
    await setFlow(scene);
    return scene;
  }
  if (deed === 'message') {
    await act(scene, { say: 'Do you open on Sunday?' });
    scene.conversationId = await until('the conversation', async () => {
      const [row] = await stage.sql<{ id: string }[]>`
        select id from conversations c where workspace_id = ${tenant.id}
          and not exists (select from effects e where e.workspace_id = c.workspace_id)`; // the person has a name, too
      return row?.id ?? null;
    });
    return scene;
  }
  const { commentId } = (await comment(scene)) as { commentId: string };
  scene.commentId = commentId;
  await until('the comment', async () => {
    if (!receives) await stage.call(tenant, 'GET', `/v1/comments?accountId=${tenant.account.id}`);
    return (await stage.sql`select from comments where workspace_id = ${tenant.id}`).length > 0;
  });
  return scene;
}

/** Threads has no call for it: somebody enters the address in its dashboard. */
async function setThreadsCallback({ sql, control, publicUrl }: Stage): Promise<void> {
  const [row] = await sql<{ token: Uint8Array }[]>`
    select value as token from installation where name = 'inbound_verify_token'`;
  await control('POST', 'webhooks', {
    network: 'threads',
    callbackUrl: `${publicUrl}/inbound/threads`,
    verifyToken: Buffer.from(row!.token).toString(),
  });
}

/** Lets the service subscribe the account, as it does soon after an account was connected; then the account rests. */
export async function subscribe(scene: Scene): Promise<void> {
  const { stage, tenant } = scene;
  await dropSubscription(scene);
  await until('the subscription', async () => (await readReceiving(scene))?.problem === null, 20_000).catch(
    async () => {
      throw new Error(`not subscribed: ${JSON.stringify(await readReceiving(scene))}`);
    },
  );
  await saveReceiving(stage.sql, tenant.account.id, AT_REST);
}

/** As if it was connected just now. Its messages are not read: what comes in came by webhooks. */
export async function dropSubscription({ stage, tenant }: Scene): Promise<void> {
  await stage.sql`
    update accounts set receiving = json_build_object('polledAt', ${AT_REST.polledAt}::float8)
    where id = ${tenant.account.id}`;
  await stage.receive(tenant, 'check');
}

/** Whether the account was read to the end since the deed began. */
export async function isRead(scene: Scene): Promise<boolean> {
  return ((await readReceiving(scene))?.polledAt ?? 0) >= scene.begunAt;
}

export async function readReceiving({ stage, tenant }: Scene) {
  const [row] = await stage.sql<
    { receiving: { problem?: string | null; checkedAt?: number; polledAt?: number } }[]
  >`
    select receiving from accounts where id = ${tenant.account.id}`;
  return row?.receiving ?? null;
}

/** Something that the person does. @param username somebody else */
export async function act(
  { stage, tenant, row, ...scene }: Scene,
  what: object,
  username = scene.username,
): Promise<unknown> {
  const account = tenant.account.remoteId;
  return stage.control('POST', 'people', { network: row.network, account, person: { username }, act: what });
}

/** The person comments on the account's newest post, or reviews its place. */
export async function comment(scene: Scene): Promise<unknown> {
  if (scene.row.network === 'google_business') return act(scene, { review: { stars: 4, text: 'Nice.' } });
  const { posts } = (await view(scene)) as { posts: PostView[] };
  const post = posts.find(({ origin }) => origin !== 'ad');
  return act(scene, { comment: { text: 'How much is it?', mediaId: post!.id } });
}

/** What there is at the network; of a person: what they have. */
export async function view({ stage, tenant, row }: Scene, username?: string): Promise<unknown> {
  const query = new URLSearchParams({
    network: row.network,
    account: tenant.account.remoteId,
    ...(username !== undefined && { username }),
  });
  return stage.control('GET', `people?${query.toString()}`);
}

/** Messages of the account that the person has. @param username somebody else */
export async function messagesSeen(scene: Scene, username = scene.username): Promise<MessageView[]> {
  const { messages } = (await view(scene, username)) as PersonView;
  return messages.filter(({ byAccount }) => byAccount);
}

/** The person's comment as it is at the network. */
export async function commentSeen(scene: Scene): Promise<PersonView['comments'][number] | undefined> {
  const { comments } = (await view(scene, scene.username)) as PersonView;
  return comments.find(({ id }) => id === scene.commentId);
}

/** Whether the comments below all of the account's posts were read since the deed began. */
export async function isSwept({ stage, tenant, begunAt }: Scene): Promise<boolean> {
  const [found] = await stage.sql<{ isWhole: boolean | null }[]>`
    select bool_and(coalesce(whole_at > to_timestamp(${begunAt}::float8 / 1000), false)) as "isWhole"
    from swept_posts where account_id = ${tenant.account.id}`;
  return found!.isWhole === true;
}

/** Events of the network that the service has not taken yet. */
export async function eventsWaiting({ stage, row }: Scene): Promise<number> {
  if (!WEBHOOKS.has(row.network)) return 0;
  const { waiting } = (await stage.control('GET', `webhooks?network=${row.network}`)) as { waiting: number };
  const [stored] = await stage.sql<{ count: number }[]>`
    select count(*)::int as count from inbound where done_at is null`;
  return waiting + stored!.count;
}

/** The copies of files that people sent, and whether they are complete. */
export async function storedCopies({ stage, tenant }: Scene): Promise<{ isKept: boolean }[]> {
  return stage.sql<{ isKept: boolean }[]>`
    select c.kept_at is not null as "isKept" from message_copies c
    join direct_messages m on m.id = c.message_id where m.workspace_id = ${tenant.id}`;
}
