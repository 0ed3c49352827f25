/** A workspace with things in it for tests of many operations: a post on instagram, a conversation, and makers of what operations are about. */
import type { Test } from 'tap';
import { newId } from '../../src/base/ids.ts';
import { createSessions } from '../../src/features/auth/sessions.ts';
import { insertMember, insertUser } from '../../store/directory.ts';
import { controlOf } from './sandbox-control.ts';
import { type RunningService, startService } from './service.ts';
import { untilReceiving } from './until-receiving.ts';
import type { BodyOf, Read } from './typed-calls.ts';

const HOUR = 3_600_000;

export interface World extends RunningService {
  /** Numbers what is made, so that nothing is made twice. */
  count: () => number;
  /** Headers of the person behind the key, signed in to the dashboard. */
  session: { [name: string]: string };
  /** A post on instagram, and its id there. */
  post: Read<'getPost'>['post'];
  mediaId: string;
  conversationId: string;
}

export const later = () => new Date(Date.now() + 48 * HOUR).toISOString();
export const words = ({ count, accounts }: World) => ({
  content: `Words ${count()}`,
  accountIds: [accounts['telegram']],
});

export async function make<const Path extends string>(
  world: World,
  path: Path,
  body: object,
): Promise<BodyOf<'POST', Path>> {
  const answer = await world.call('POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export const draftOf = async (world: World): Promise<string> =>
  (await make(world, '/v1/posts', { ...words(world), draft: true })).post.id;
export const scheduledOf = async (world: World): Promise<string> =>
  (await make(world, '/v1/posts', { ...words(world), scheduledAt: later() })).post.id;

/** Waits until nothing is on its way to a network: it would meet the fault in place of the post that the fault is for. */
async function quiet({ service }: World, platform: string): Promise<void> {
  const busy = () => service.sql`
    select from actors a join posts p on p.id = a.id where a.shown = 'publishing' and ${platform} = any(p.platforms)`;
  while ((await busy()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A post that discord refused. */
export async function failedOf(world: World): Promise<string> {
  await quiet(world, 'discord');
  world.sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const { post } = await make(world, '/v1/posts', {
    ...words(world),
    accountIds: [world.accounts['discord']],
    publishNow: true,
  });
  await world.until(post.id, ({ status }) => status === 'failed');
  return post.id;
}

/** A post of which nobody knows whether it is live. */
export async function doubtOf(world: World): Promise<string> {
  await quiet(world, 'telegram');
  world.sandbox.sandbox.faults.add({ kind: 'lost_answer', network: 'telegram', times: 1 });
  const { post } = await make(world, '/v1/posts', { ...words(world), publishNow: true });
  await world.until(post.id, ({ deliveries }) => deliveries[0].status === 'retrying');
  return post.id;
}

export async function webhookOf(world: World, active = true): Promise<string> {
  const url = `${world.sandbox.url}/hook/${world.count()}`;
  const { webhook } = await make(world, '/v1/webhooks', { url, events: ['post.failed'] });
  if (!active) await world.call('PATCH', `/v1/webhooks/${webhook.id}`, { active });
  return webhook.id;
}

export const person = (world: World, username: string, act: object) =>
  controlOf(world.sandbox)('people', { network: 'instagram', person: { username }, act });

/** A comment that is stored. */
export async function commentOf(world: World): Promise<string> {
  const text = `Words ${world.count()}`;
  const { commentId } = await person(world, 'rosa', { comment: { text, mediaId: world.mediaId } });
  await world.call('GET', `/v1/posts/${world.post.id}/comments`);
  return commentId;
}

/** The conversation with somebody who has just written. */
export async function conversationOf(world: World, username: string): Promise<string> {
  await person(world, username, { say: 'Hello' });
  for (;;) {
    const { conversations } = (await world.call('GET', '/v1/inbox?limit=100')).body;
    const found = conversations.find((one) => one.contact.username === username);
    if (found) return found.id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A workspace without accounts, of the same person. @returns its slug */
export async function emptyWorkspaceOf(world: World): Promise<string> {
  return (await make(world, '/v1/workspaces', { name: `Empty ${world.count()}` })).workspace.slug;
}

/** Somebody else in the workspace. */
export async function memberOf({ service, workspaceId, count }: World): Promise<string> {
  const userId = newId('usr', Date.now());
  const user = { id: userId, name: 'Maya', email: `maya${count()}@example.org` };
  await insertUser(service.directory, user, Date.now());
  await insertMember(service.directory, { workspaceId, userId, role: 'editor' }, Date.now());
  return userId;
}

/** An invitation that can be accepted. */
export async function invitationOf(world: World): Promise<string> {
  const { body } = await world.call('POST', '/v1/invitations', { role: 'viewer' }, world.session);
  return body.invitation.id;
}

export async function linkOf(world: World): Promise<string> {
  return (await make(world, '/v1/connect-links', {})).connectLink.id;
}

/** A note about the conversation. */
export const conversationNoteOf = async (world: World): Promise<string> =>
  (await world.call('POST', `/v1/inbox/${world.conversationId}/notes`, { text: 'A regular.' })).body.note.id;

/** A note about a post. */
export const noteOf = async (world: World, postId: string): Promise<string> =>
  (await make(world, `/v1/posts/${postId}/notes`, { text: 'Not the old menu.' })).note.id;

/** A client's link of a post that waits for an approval. */
export const clientLinkOf = async (world: World, postId: string): Promise<string> =>
  (await make(world, `/v1/posts/${postId}/approval-links`, {})).approvalLink.id;

/** A link to a report of an account. */
export const reportLinkOf = async (world: World): Promise<string> =>
  (await make(world, '/v1/report-links', reportOf(world))).reportLink.id;

/** What such a link is made with. */
export const reportOf = (world: Pick<World, 'accounts'>) => ({
  accountIds: [world.accounts['instagram']],
  from: '2026-04-01',
  to: '2026-04-30',
});

/** A group without accounts. */
export const accountGroupOf = async (world: World): Promise<string> =>
  (await make(world, '/v1/account-groups', { name: `Brand ${world.count()}` })).accountGroup.id;

/** A dry run of a file with one row. */
export async function importIdOf({ baseUrl, key, count }: World): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/imports?dryRun=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: `content,accounts\nFile ${count()},nobody\n`,
  });
  return ((await response.json()) as { import: { id: string } }).import.id;
}

export async function templateOf(world: World): Promise<string> {
  const template = { name: `Offer ${world.count()}`, postId: world.post.id };
  return (await make(world, '/v1/post-templates', template)).postTemplate.id;
}

export async function savedReplyOf(world: World): Promise<string> {
  const reply = { name: `Hours ${world.count()}`, text: 'We open at 9.' };
  return (await make(world, '/v1/saved-replies', reply)).savedReply.id;
}

/** The id of a file in the library that nothing uses. */
export async function fileOf(world: World): Promise<string> {
  const url = `${world.sandbox.url}/samples/wide.png?turn=${world.count()}`;
  return (await make(world, '/v1/media', { url })).id;
}

/** What a series is made with whose first date is far ahead. */
export const seriesWords = (accounts: World['accounts']) => ({
  post: { content: 'Fresh rye today', accountIds: [accounts['telegram']] },
  startsAt: '2040-01-01T09:00:00',
  rule: 'RRULE:FREQ=DAILY',
});

export const seriesOf = async (world: World): Promise<string> =>
  (await make(world, '/v1/series', seriesWords(world.accounts))).series.id;

/** What a feed of the sandbox is made with. */
export const feedWords = ({ sandbox, accounts }: Pick<World, 'sandbox' | 'accounts'>) => ({
  url: `${sandbox.url}/samples/feed.xml`,
  accountIds: [accounts['telegram']],
  mode: 'next_slot',
});

export const feedOf = async (world: World): Promise<string> =>
  (await make(world, '/v1/feeds', feedWords(world))).feed.id;

export async function ruleOf(world: World): Promise<string> {
  const rule = { accountId: world.accounts['instagram'], keywords: ['link'], dmText: 'Here it is' };
  return (await make(world, '/v1/comment-dm-rules', rule)).rule.id;
}

export const automationWords = (accounts: World['accounts'], turn: number) => ({
  accountId: accounts['instagram'],
  trigger: { type: 'keyword', keywords: [`begin${turn}`] },
  steps: [{ type: 'message', text: 'Which one?', choices: [{ label: 'This', steps: [] }] }],
});

export async function automationOf(world: World): Promise<string> {
  return (await make(world, '/v1/dm-automations', automationWords(world.accounts, world.count()))).automation
    .id;
}

/** An automation with a draft. */
export async function draftedOf(world: World): Promise<string> {
  const id = await automationOf(world);
  const steps = [{ type: 'message', text: 'Better' }];
  await world.call('PUT', `/v1/dm-automations/${id}/draft`, { steps });
  return id;
}

/** A run that waits for a choice. */
export async function runOf(world: World): Promise<string> {
  const turn = world.count();
  const { automation } = await make(world, '/v1/dm-automations', automationWords(world.accounts, turn));
  await person(world, `runner${turn}`, { say: `begin${turn}` });
  for (;;) {
    const [run] = (await world.call('GET', `/v1/dm-automations/${automation.id}/runs`)).body.runs;
    if (run) return run.id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Starts the service and the sandbox. @param options for the service */
export async function begin(t: Test, options: Parameters<typeof startService>[1] = {}): Promise<World> {
  const running = await startService(t, {
    ...options,
    subscribes: true,
    platforms: ['bluesky', 'mastodon', 'instagram', 'telegram', 'discord', 'pinterest'],
  });
  const { service, call, accounts, sandbox, baseUrl, key } = running;
  await untilReceiving(service, 'instagram');
  const { userId } = (await service.authenticate(key))!;
  const sessions = createSessions({ sql: service.directory, baseUrl: () => baseUrl, clock: Date.now });
  const [, cookie] = await sessions.begin(service.directory, userId);
  const session = { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin', authorization: '' };
  const media = [`${sandbox.url}/samples/photo.jpg`];
  const asked = { content: 'Fresh bread', media, accountIds: [accounts['instagram']], publishNow: true };
  const made = (await call('POST', '/v1/posts', asked)).body.post;
  const published = await running.until(made.id, ({ status }) => status === 'published');
  let counted = 0;
  const world: World = {
    ...running,
    session,
    count: () => (counted += 1),
    post: published,
    mediaId: published.deliveries[0].networkPostId,
    conversationId: '',
  };
  world.conversationId = await conversationOf(world, 'rosa');
  return world;
}
