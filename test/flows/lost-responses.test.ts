/**
 * The first try is answered with an error of the network, the response of the second is lost, and the third is cut: what arrived is
 * found and is `sent`, and what did not arrive has failed and is not said to be refused. The same for each that sends.
 */
import t from 'tap';
import type { Test } from 'tap';
import type { Fault } from '../../simulators/simulator.ts';
import { people, type People } from '../comments/people.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import type { Answer } from '../support/service.ts';

type Body = Answer['body'];
type Tries = Pick<Fault, 'kind' | 'status'>[];

const ARRIVED: Tries = [{ kind: 'status', status: 500 }, { kind: 'lost_answer' }, { kind: 'cut' }];
const ABSENT: Tries = [{ kind: 'status', status: 500 }, { kind: 'cut' }, { kind: 'cut' }];

/** What was sent, as it is shown: its status, and what is said of a failure. */
interface Shown {
  status: string;
  error: string | null;
}

interface Scene extends People {
  /** The next calls of this name meet these faults, and the network reports nothing itself. */
  failing(): Promise<void>;
  /** The clock goes ahead until it is so. */
  inTime<T>(look: () => Promise<T>): ReturnType<typeof eventually<T>>;
  conversationId(): Promise<string>;
}

async function sceneOf(t: Test, call: string, tries: Tries): Promise<Scene> {
  const world = await people(t, { subscribes: true });
  const { running } = world;
  const failing = async () => {
    await running.idle();
    await controlOf(running.sandbox)('webhooks', { network: 'instagram', hold: true });
    for (const fault of tries) world.fail('instagram', fault, call);
  };
  const inTime: Scene['inTime'] = (look) =>
    eventually(async () => {
      running.advance(5_000);
      return look();
    });
  const conversationId = () =>
    eventually(async () => (await running.call('GET', '/v1/inbox')).body.conversations[0]?.id);
  return { ...world, failing, inTime, conversationId };
}

/** What people received in direct messages. */
async function received({ running }: People): Promise<string[]> {
  const { messages } = await controlOf(running.sandbox)('people?network=instagram&username=ann');
  return messages
    .filter(({ byAccount }: { byAccount: boolean }) => byAccount)
    .map(({ text }: { text: string }) => text);
}

/** Sends through one of the ways, and waits until it has ended. */
type Send = (scene: Scene) => Promise<Shown & { copies: number }>;

const byRule: Send = async (scene) => {
  const { running, failing, inTime, comment } = scene;
  const { call, accounts } = running;
  const terms = {
    accountId: accounts['instagram'],
    keywords: ['link'],
    dmText: 'Here it is',
    publicReplies: [],
  };
  const { rule } = (await call('POST', '/v1/comment-dm-rules', terms)).body;
  await scene.act('instagram', 'ann', { say: 'hello' }); // there is a conversation to look in
  await scene.conversationId();
  await failing();
  await comment('instagram', 'ann', 'the link');
  await controlOf(running.sandbox)('webhooks', { network: 'instagram', hold: false });
  const entry = await inTime(async () => {
    const { events } = (await call('GET', `/v1/comment-dm-rules/${rule.id}/events?queued=true`)).body;
    const one = events.find(({ comment: { text } }: Body) => text === 'the link');
    return one && one.status !== 'queued' && one;
  });
  const copies = (await received(scene)).filter((text) => text === 'Here it is').length;
  return { status: entry.status, error: entry.reason, copies };
};

/** The newest message of the account in the conversation with ann. */
async function sentMessage({ running, inTime, conversationId }: Scene, text: string): Promise<Shown> {
  const id = await conversationId();
  return inTime(async () => {
    const { messages } = (await running.call('GET', `/v1/inbox/${id}/messages`)).body;
    const sent = messages.find((one) => one.direction === 'out' && one.text === text);
    return sent && sent.status !== 'sending' && sent;
  });
}

const byAutomation: Send = async (scene) => {
  const { running, failing, act } = scene;
  const { call, accounts } = running;
  await call('POST', '/v1/dm-automations', {
    accountId: accounts['instagram'],
    trigger: { type: 'keyword', keywords: ['begin'] },
    steps: [{ type: 'message', text: 'Welcome' }],
  });
  await act('instagram', 'ann', { say: 'hello' });
  await scene.conversationId();
  await failing();
  await act('instagram', 'ann', { say: 'begin' });
  await controlOf(running.sandbox)('webhooks', { network: 'instagram', hold: false });
  const { status, error } = await sentMessage(scene, 'Welcome');
  return { status, error, copies: (await received(scene)).length };
};

const byPerson: Send = async (scene) => {
  const { running, failing, act } = scene;
  await act('instagram', 'ann', { say: 'hello' });
  const id = await scene.conversationId();
  await failing();
  const answered = running.call('POST', `/v1/inbox/${id}/messages`, { message: 'Good morning' });
  const { status, error } = await sentMessage(scene, 'Good morning');
  const { status: http, body } = await answered;
  t.equal(http, status === 'sent' ? 200 : 503, JSON.stringify(body));
  return { status, error, copies: (await received(scene)).length };
};

const byReply: Send = async (scene) => {
  const { running, failing, inTime, comment, post } = scene;
  const { call, accounts } = running;
  const commentId = await comment('instagram', 'ann', 'Open on Sunday?');
  await call('GET', `/v1/posts/${post.id}/comments`);
  await failing();
  const body = { accountId: accounts['instagram'], platform: 'instagram', commentId, message: 'Yes' };
  let answer: Answer | null = null;
  const answered = call('POST', '/v1/comments/reply', body).then((given) => (answer = given));
  await inTime(async () => answer !== null);
  const { status, body: said } = await answered;
  const { posts } = await scene.look('instagram');
  const texts = JSON.stringify(posts).match(/"text":"Yes"/g) ?? [];
  return { status: status === 200 ? 'sent' : 'failed', error: said.error ?? null, copies: texts.length };
};

const WAYS: [string, Send, string][] = [
  ["a rule's message", byRule, 'messages'],
  ["an automation's message", byAutomation, 'messages'],
  ["a person's answer", byPerson, 'messages'],
  ['a public reply', byReply, 'replies/post'],
];

for (const [name, send, call] of WAYS) {
  void t.test(`${name} whose delivered try lost its response is sent, once`, async (t) => {
    const scene = await sceneOf(t, call, ARRIVED);
    t.match(await send(scene), { status: 'sent', copies: 1 });
  });

  void t.test(
    `${name} of which no try arrived has failed, and nobody is said to have refused it`,
    async (t) => {
      const scene = await sceneOf(t, call, ABSENT);
      const { status, error, copies } = await send(scene);
      t.strictSame([status, copies], ['failed', 0]);
      t.match(error, /the network did not answer, and .* is not (there|in the conversation)/);
      t.notMatch(error, /refused/);
    },
  );
}
