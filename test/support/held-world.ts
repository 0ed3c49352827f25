/** A workspace with several accounts, and people who are held to some of them (docs/people.md). */
import type { Test } from 'tap';
import { WebSocket } from 'ws';
import type { ResourceKind } from '../../src/api/schemas.ts';
import { deliveryId } from '../../src/kinds/delivery.ts';
import { insertMember, notifyAuthChanged } from '../../store/directory.ts';
import { eventually } from './eventually.ts';
import {
  automationOf,
  begin,
  commentOf,
  conversationOf,
  later,
  make,
  person,
  ruleOf,
  runOf,
  type World,
} from './furnished.ts';
import { untilIdle } from './idle.ts';
import { untilUnclaimed } from './one-of-each.ts';
import type { RunningService } from './service.ts';
import { type Mate, newMate } from './team.ts';

type Ids = { [kind in ResourceKind]: string };

/** What somebody's socket of the live feed was sent. */
interface Watched {
  texts(): string[];
  until(condition: (text: string) => boolean): Promise<void>;
}

export interface HeldWorld extends World {
  /** Held to the account on instagram, of which there is one of everything: `ids`. */
  friend: Mate;
  /** Held to the accounts on telegram and discord, which have a post each: `own`. */
  stranger: Mate;
  /** Held to the three of them. */
  both: Mate;
  owner: Mate;
  ids: Ids;
  own: { account: string; post: string; actor: string };
  /** What a response shows that shows something of `ids`. */
  marks: string[];
  /** A post that goes to instagram and telegram, with words for each. */
  mixed: {
    id: string;
    calendar: `/app/api/calendar?${string}`;
    words: { friend: string[]; stranger: string[] };
  };
  quiet(): Promise<void>;
  watch(mate: Mate): Promise<Watched>;
  /** Changes posts and a conversation, and makes at last a post of both halves: `last`. */
  somethingHappens(): Promise<void>;
  last(): string;
}

/** A person who is held to some accounts. */
export async function heldMate(
  world: RunningService,
  name: string,
  accountIds: string[] | null,
  isOwner = false,
): Promise<Mate> {
  const mate = await newMate(world, name);
  const { userId } = mate;
  await world.service.directory.begin(async (tx) => {
    const role = isOwner ? 'owner' : 'editor';
    await insertMember(tx, { workspaceId: world.workspaceId, userId, role, accountIds }, Date.now());
    await notifyAuthChanged(tx);
  });
  world.service.context.forgetPrincipals();
  return mate;
}

async function watch(world: World, { key }: Mate): Promise<Watched> {
  const texts: string[] = [];
  const socket = new WebSocket(`${world.baseUrl.replace('http', 'ws')}/v1/live?workspace=home`, {
    headers: { authorization: `Bearer ${key}` },
  });
  socket.on('message', (data: Buffer) => texts.push(data.toString()));
  await eventually(async () => texts.some((text) => text.includes('"subscribed"')));
  return {
    texts: () => texts.filter((text) => text.includes('"type":"event"')),
    until: async (condition) => {
      await eventually(async () => texts.some(condition));
    },
  };
}

/** Starts the service with the workspace. */
export async function heldWorld(t: Test): Promise<HeldWorld> {
  const world = await begin(t);
  const { accounts, sandbox } = world;
  const [instagram, telegram, discord] = ['instagram', 'telegram', 'discord'].map((one) => accounts[one]!);
  const media = [`${sandbox.url}/samples/photo.jpg`];
  const post = async (words: string, accountIds: string[], more: object = {}): Promise<string> =>
    (await make(world, '/v1/posts', { content: words, accountIds, media, scheduledAt: later(), ...more }))
      .post.id;
  const comment = await commentOf(world);
  await make(world, '/v1/posts', { content: 'Words of telegram', accountIds: [telegram], publishNow: true });
  const conversation = await conversationOf(world, 'rosa');
  const run = await runOf(world);
  const [message] = (await world.call('GET', `/v1/inbox/${conversation}/messages`)).body.messages;
  const halves = [
    { accountIds: [instagram], content: 'Words for instagram alone' },
    { accountIds: [telegram], content: 'Words for telegram alone' },
  ];
  const [{ definition }] = await world.service.sql<[{ definition: string }]>`
    select definition_id as definition from dm_runs where id = ${run}`;
  const ids = {
    account: instagram!,
    automation: await automationOf(world),
    comment_rule: await ruleOf(world),
    conversation,
    dm_run: run,
    definition,
    actor: deliveryId(world.post.id, instagram!),
    message: message.id,
    post: await post('A post of instagram', [instagram!]),
    series: await seriesOfInstagram(world),
    workspace: 'home',
  } as Ids;
  const rest = [
    'api_key',
    'approval_link',
    'confirmation',
    'connect_link',
    'feed',
    'grant',
    'invitation',
    'media',
    'report_link',
  ] as const;
  for (const kind of [
    ...rest,
    'member',
    'post_note',
    'conversation_note',
    'account_group',
    'saved_reply',
    'session',
    'webhook',
  ] as const)
    ids[kind] = 'unknown_1';
  const template = { name: 'A template of instagram', postId: ids.post };
  ids.post_template = (await make(world, '/v1/post-templates', template)).postTemplate.id;
  const mixed = await post('Words of all', [instagram!, telegram!], { overrides: halves });
  const ownPost = await post('A post of telegram', [telegram!]);
  const own = { account: telegram!, post: ownPost, actor: ownPost };
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const to = new Date(Date.now() + 10 * 86_400_000).toISOString();
  let last = '';
  return {
    ...world,
    friend: await heldMate(world, 'Friend', [instagram!]),
    stranger: await heldMate(world, 'Stranger', [telegram!, discord!]),
    both: await heldMate(world, 'Both', [instagram!, telegram!, discord!]),
    owner: await heldMate(world, 'Owner', null, true),
    ids,
    own,
    marks: [...new Set(Object.values(ids))]
      .filter((id) => id !== 'home' && id !== 'unknown_1' && id !== definition)
      .concat(world.post.id, 'A post of instagram', 'rosa', comment),
    mixed: {
      id: mixed,
      calendar: `/app/api/calendar?from=${from}&to=${to}`,
      words: {
        friend: [instagram!, 'Words for instagram alone'],
        stranger: [telegram!, 'Words for telegram alone'],
      },
    },
    quiet: () => untilIdle(world.service, sandbox),
    watch: (mate) => watch(world, mate),
    async somethingHappens() {
      const changed = { content: `A post of instagram ${world.count()}` };
      await world.call('PATCH', `/v1/posts/${ids.post}`, changed);
      await world.call('POST', `/v1/inbox/${conversation}/unread`, {});
      await world.call('POST', `/v1/inbox/${conversation}/read`, {});
      await person(world, 'rosa', { say: `Hello ${world.count()}` });
      await world.call('PATCH', `/v1/posts/${own.post}`, { content: `A post of telegram ${world.count()}` });
      await untilIdle(world.service, sandbox);
      last = await post(`Words of all ${world.count()}`, [instagram!, telegram!], { overrides: halves });
    },
    last: () => last,
  };
}

/** A series of instagram whose first date is far ahead. */
async function seriesOfInstagram(world: World): Promise<string> {
  const { url } = await make(world, '/v1/media', { url: `${world.sandbox.url}/samples/photo.jpg` });
  const { series } = await make(world, '/v1/series', {
    post: { content: 'A series of instagram', accountIds: [world.accounts['instagram']], media: [url] },
    startsAt: '2040-01-01T09:00:00',
    rule: 'FREQ=DAILY',
  });
  await untilUnclaimed(world);
  return series.id;
}
