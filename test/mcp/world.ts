/** A workspace with one of everything that tools are about, and their arguments in it. */
import type { Test } from 'tap';
import type { Operation } from '../../src/api/operation.ts';
import type { ResourceKind } from '../../src/api/schemas.ts';
import { type RunningService, startService } from '../support/service.ts';
import { idFieldsOf } from '../support/table-inputs.ts';
import { RENAMED } from '../../src/faces/mcp/extras.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { eventually } from '../support/eventually.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import type { BodyOf } from '../support/typed-calls.ts';

type Arguments = { [name: string]: unknown };

export interface World extends RunningService {
  ids: { [kind in ResourceKind]?: string };
  /** The id at instagram of a post of this service. */
  mediaId: string;
  /** A comment that somebody has just written below it. */
  comment(): Promise<string>;
}

export async function furnish(t: Test): Promise<World> {
  const running = await startService(t, {
    subscribes: true,
    platforms: ['bluesky', 'instagram', 'telegram', 'pinterest'],
  });
  const { service, call, accounts, sandbox } = running;
  await untilReceiving(service, 'instagram');
  const make = async <const Path extends string>(path: Path, body: object): Promise<BodyOf<'POST', Path>> => {
    const answer = await call('POST', path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const account = accounts['instagram']!;
  const media = [`${sandbox.url}/samples/photo.jpg`];
  const { post } = await make('/v1/posts', {
    content: 'Fresh bread',
    media,
    accountIds: [account],
    publishNow: true,
  });
  const { deliveries } = await running.until(post.id, ({ status }) => status === 'published');
  const mediaId: string = deliveries[0].networkPostId;
  const { rule } = await make('/v1/comment-dm-rules', { accountId: account, keywords: ['x'], dmText: 'Hi' });
  const { automation } = await make('/v1/dm-automations', {
    accountId: account,
    trigger: { type: 'keyword', keywords: ['begin'] },
    steps: [{ type: 'message', text: 'Hi' }],
  });
  const act = (username: string, what: object) =>
    controlOf(sandbox)('people', { network: 'instagram', person: { username }, act: what });
  await act('rosa', { say: 'Hello' });
  const conversation = await eventually(
    async (): Promise<string> => (await call('GET', '/v1/inbox')).body.conversations[0]?.id,
  );
  await act('rosa', { say: 'begin' });
  const run = await eventually(
    async (): Promise<string> =>
      (await call('GET', `/v1/dm-automations/${automation.id}/runs`)).body.runs[0]?.id,
  );
  const draft = { content: 'A draft', accountIds: [accounts['telegram']], draft: true };
  return {
    ...running,
    mediaId,
    ids: {
      account,
      automation: automation.id,
      comment_rule: rule.id,
      conversation,
      dm_run: run,
      post: (await make('/v1/posts', draft)).post.id,
      workspace: 'home',
    },
    comment: async () => {
      const { commentId } = await act('rosa', { comment: { text: 'When do you open?', mediaId } });
      await call('GET', `/v1/posts/${post.id}/comments`);
      return commentId;
    },
  };
}

/** An example as it is listed, with ids of this world in it. */
export async function exampleIn(world: World, operation: Operation<never>, example: Arguments) {
  const given = { ...example };
  for (const { name, kind, isList } of idFieldsOf(operation).fields) {
    const listed = RENAMED[operation.tool!.name]?.[name] ?? name;
    if (listed in given) given[listed] = isList ? [world.ids[kind]] : world.ids[kind];
  }
  if ('commentId' in given) given['commentId'] = await world.comment();
  switch (operation.tool!.name) {
    case 'create_post':
    case 'validate_post':
      return { ...given, accountIds: [world.accounts['telegram']] };
    case 'update_post':
      return { ...given, scheduledAt: new Date(Date.now() + 30 * 86_400_000).toISOString() };
    case 'upload_media':
      return { ...given, url: `${world.sandbox.url}/samples/photo.jpg` };
    case 'get_post_insights':
      return { ...given, postId: world.mediaId };
    default:
      return given;
  }
}
