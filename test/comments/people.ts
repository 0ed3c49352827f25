/** A service with a post that is live on networks of the sandbox, and people who comment below it. */
import type { Test } from 'tap';
import { createSessions } from '../../src/features/auth/sessions.ts';
import type { Fault } from '../../simulators/simulator.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { type Answer, type RunningService, startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import type { Read, Readable } from '../support/typed-calls.ts';
import type { People as SandboxPeople } from '../../simulators/people-of-networks.ts';

export const PLATFORMS = ['instagram', 'facebook', 'threads'];

type Options = NonNullable<Parameters<typeof startService>[1]>;

const REPLY_CALLS: { [platform: string]: string } = {
  instagram: 'replies/post',
  facebook: 'comments/post',
  threads: 'threads',
};

export interface People {
  running: RunningService;
  post: Read<'getPost'>['post'];
  /** The id of the published post at a network. */
  mediaOf(platform: string): string;
  /** Somebody comments. @returns the comment's id */
  comment(platform: string, username: string, text: string, more?: object): Promise<string>;
  act(platform: string, username: string, act: object): Promise<Readable<ReturnType<SandboxPeople['act']>>>;
  /** What there is at a network. */
  look(platform: string): Promise<Readable<ReturnType<SandboxPeople['scene']>>>;
  /** The next call to a network fails like this. @param call its name in the sandbox; by default that of a reply */
  fail(platform: string, fault: Pick<Fault, 'kind' | 'status'>, call?: string): void;
  /** A call of the dashboard, as a person who is signed in. */
  app(path: string, body: object): Promise<Answer>;
}

/** A service with a post that is live on three networks. */
export async function people(
  t: Test,
  {
    subscribes = false,
    ...more
  }: Pick<Options, 'subscribes' | 'adapters' | 'restarts' | 'gatherPublishedMs'> = {},
): Promise<People> {
  const running = await startService(t, { platforms: PLATFORMS, subscribes, ...more });
  const { call, accounts, sandbox } = running;
  if (subscribes) await untilReceiving(running.service, ...PLATFORMS);
  const { body } = await call('POST', '/v1/posts', {
    content: 'Fresh bread at seven',
    media: [`${sandbox.url}/samples/photo.jpg`],
    accountIds: Object.values(accounts),
    publishNow: true,
  });
  // networks take seconds to process media: the clock goes ahead meanwhile
  const isLive = ({ status }: { status: string }) => status === 'published';
  const post = await running.until(body.post.id, isLive, { advancesMs: 1_000 });
  const mediaOf: People['mediaOf'] = (platform) =>
    post.deliveries.find((delivery) => delivery.platform === platform).networkPostId;
  const control = controlOf(sandbox);
  const act: People['act'] = (network, username, what) =>
    control('people', { network, person: { username }, act: what });
  const comment: People['comment'] = async (platform, username, text, more) =>
    (await act(platform, username, { comment: { text, mediaId: mediaOf(platform), ...more } })).commentId;
  const look: People['look'] = (network) => control(`people?network=${network}`);
  const fail: People['fail'] = (network, fault, name = REPLY_CALLS[network]) =>
    sandbox.sandbox.faults.add({ ...fault, network, call: name, times: 1 });
  const { userId } = (await running.service.authenticate(running.key))!;
  const sessions = createSessions({
    sql: running.service.directory,
    baseUrl: () => running.baseUrl,
    clock: Date.now,
  });
  const [, cookie] = await sessions.begin(running.service.directory, userId);
  const headers = { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin', authorization: '' };
  const app: People['app'] = (path, body) => call('POST', `/app/api/${path}`, body, headers);
  return { running, post, mediaOf, act, comment, look, fail, app };
}
