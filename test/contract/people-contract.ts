/**
 * What the parts `inbound`, `comments` and `messages` of every network must do: one suite, run on the network's
 * simulator. People comment and write there; the adapter reads what the network sends, and answers. A network without a
 * part leaves its tests out.
 */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import t, { type Test } from 'tap';
import type { Comment, CommentOutcome, CommentsPort } from '../../adapters/port/comments.ts';
import type { InboundEvent } from '../../adapters/port/inbound.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type {
  Message,
  MessagesPort,
  OutgoingMessage,
  Recipient,
  SendOutcome,
} from '../../adapters/port/messages.ts';
import type { SimulatedNetwork } from '../../simulators/simulator.ts';
import { reviewing } from './reviews-contract.ts';
import { HOUR, type PeopleScene, setPeopleScene, subscribe } from './people-scene.ts';

export interface PeopleFacts {
  adapter: Manifest;
  network: SimulatedNetwork<unknown>;
  /** The simulator's names of calls that are disturbed. */
  calls: { list: string; reply: string; hide?: string; delete?: string; send?: string };
  /** Its comments are reviews: below the account itself, with one reply each. */
  hasReviews?: true;
  /** What an access token that has ended leads to. Default: `reauthorize`, since the network's tokens are not renewed. */
  endedToken?: 'expired';
  /** The network hides a reply only below the post itself. */
  hidesTopLevelOnly?: boolean;
  /** A post that the network does not know is one without comments. Default: it is missing. */
  listsUnknownPosts?: true;
  /** A refusal by status 403 is about the comment. Default: the account lacks a permission. */
  refusesBy403?: true;
  /** It takes a reply only to somebody who named the account, or answered it. */
  repliesToMentionsOnly?: true;
  /** Its messages are texts alone, at any time: no choices, stories, reply window, private replies or other apps. */
  plainMessages?: true;
  /** What the account itself replies is told. Default: it is. */
  tellsOwnReplies?: boolean;
  /** Reactions of people are told. */
  tellsReactions?: boolean;
}

export function peopleContract(platform: string, facts: PeopleFacts): void {
  const scene = async () => {
    const made = await setPeopleScene(facts.adapter, facts.network);
    await subscribe(made);
    return made;
  };
  void t.test(`${platform} meets the contract for people`, async (t) => {
    const { inbound, comments, messages } = facts.adapter;
    if (inbound) await receiving(t, facts, scene);
    if (comments && facts.hasReviews === true) await reviewing(t, facts, comments, scene);
    else if (comments) await commenting(t, facts, comments, scene);
    if (messages) await writing(t, facts, messages, scene);
  });
}

export type Scene = () => Promise<PeopleScene>;
const comment = (scene: PeopleScene, text: string, by = 'fan1', parentId: string | null = null) => {
  const { commentId, person } = scene.act(by, { kind: 'comment', text, mediaId: scene.postId(), parentId });
  ok(commentId);
  return { commentId, personId: person.id };
};
const ofKind = <Kind extends InboundEvent['kind']>(events: InboundEvent[], kind: Kind) =>
  events.filter((event): event is Extract<InboundEvent, { kind: Kind }> => event.kind === kind);
/** Whether a comment is the account's own, as the service decides it. */
const isOwn = (scene: PeopleScene, { isOwn, from }: Pick<Comment, 'isOwn' | 'from'>) =>
  isOwn || from.username === scene.account.username;

async function receiving(t: Test, { adapter, network }: PeopleFacts, scene: Scene) {
  await t.test('the address is confirmed, and what is subscribed is read back', async () => {
    const { inbound, step, appStep, secrets, hook } = await scene();
    ok(inbound);
    const { subscriptions } = inbound;
    if (!subscriptions) return;
    const account = { ...step(), app: secrets, callbackUrl: hook };
    const own = await subscriptions.read(account);
    deepEqual(own.kind === 'subscribed' ? own.missing : own, []);
    const app = await subscriptions.readApp?.(appStep());
    deepEqual(app === undefined || app.kind === 'subscribed' ? (app?.missing ?? []) : app, []);
    const ended = await subscriptions.unsubscribe(account);
    ok(ended.kind === 'subscribed' && ended.missing.length > 0, JSON.stringify(ended));
    const again = await subscriptions.subscribe(account);
    deepEqual(again.kind === 'subscribed' ? again.missing : again, []);
  });

  await t.test('nothing is read that another secret signed', async () => {
    const made = await scene();
    made.manner({ wrongSecret: true });
    comment(made, 'hello');
    deepEqual(await made.events(), []);
    ok(made.refused > 0);
  });

  await t.test('an event that is sent twice has one key, others have others', async () => {
    const made = await scene();
    made.manner({ twice: true });
    comment(made, 'the same words 👍');
    comment(made, 'the same words 👍');
    const events = ofKind(await made.events(), 'comment');
    equal(events.length, 4);
    equal(new Set(events.map(({ dedupeKey }) => dedupeKey)).size, 2);
    for (const { at, remoteId, raw, ...event } of events) {
      equal(remoteId, made.account.remoteId);
      ok(Math.abs(at - made.clock.now) < 2000, 'the network’s time');
      deepEqual(adapter.inbound?.split(raw, made.clock.now), [{ at, remoteId, raw, ...event }]);
    }
  });

  await t.test('a whole batch, in any order, gives every event', async () => {
    const made = await scene();
    made.manner({ hold: true, reversed: true, batch: 1000 });
    const ids = ['one', 'two', 'three'].map((text, index) => comment(made, text, `fan${index}`).commentId);
    made.manner({ hold: false });
    const events = ofKind(await made.events(), 'comment');
    deepEqual(events.map(({ comment }) => comment.id).toSorted(), ids.toSorted());
  });

  await t.test(`${network.platform} names its app by its own secret only`, async () => {
    const { inbound, secrets } = await scene();
    ok(inbound);
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'another', 'hub.challenge': '1' };
    equal(inbound.challenge?.(query, secrets) ?? null, null);
  });
}

async function commenting(t: Test, facts: PeopleFacts, comments: CommentsPort, scene: Scene) {
  const listed = async (made: PeopleScene, networkPostId: string | null = made.postId()) => {
    const page = await comments.list({ ...made.step(), networkPostId, cursor: null });
    ok(page.kind === 'page', JSON.stringify(page));
    return page.items;
  };
  const named = async (made: PeopleScene, id: string) => (await listed(made)).find((one) => one.id === id);
  const { inbound } = facts.adapter;

  await t.test('a comment arrives, and its post is in the list of posts', async () => {
    const made = await scene();
    const { commentId } = comment(made, 'Süß 🍞 how much?');
    if (!inbound) return deepEqual(await made.events(), []);
    const [event] = ofKind(await made.events(), 'comment');
    ok(event);
    const { comment: arrived } = event;
    const postId = made.postId();
    deepEqual(
      [arrived.id, arrived.text, arrived.postKind, arrived.parentId, arrived.isOwn],
      [commentId, 'Süß 🍞 how much?', 'post', null, false],
    );
    const posts = await comments.posts?.({ ...made.step(), cursor: null });
    ok(posts?.kind === 'page');
    const post = posts.items.find(({ networkPostId }) => networkPostId === postId);
    // the event may name an item of the post
    ok(
      [postId, ...(post?.childIds ?? [])].includes(arrived.networkPostId ?? ''),
      String(arrived.networkPostId),
    );
    const found = await named(made, commentId);
    deepEqual(found?.from.username ?? found?.from.name, arrived.from.username ?? arrived.from.name);
  });

  await t.test('a comment is in the list of its post, and among the recent ones', async () => {
    const made = await scene();
    const { commentId } = comment(made, 'Süß 🍞 how much?');
    const postId = made.postId();
    for (const found of [
      await named(made, commentId),
      (await listed(made, null)).find(({ id }) => id === commentId),
    ]) {
      deepEqual(
        [found?.text, found?.networkPostId, found?.parentId, found?.hidden, found?.createdAt],
        ['Süß 🍞 how much?', postId, null, false, made.clock.now],
      );
      ok(found && !isOwn(made, found));
      equal(found.from.username ?? found.from.name, 'fan1');
    }
    const one = await comments.read?.({ ...made.step(), commentId });
    equal(one !== undefined && 'id' in one ? one.text : one, 'Süß 🍞 how much?');
  });

  await t.test('a comment on an ad says so, and names the ad', async () => {
    const made = await scene();
    const place = { network: made.account.platform, account: made.account.remoteId };
    const ad = made.sandbox.people.scene(place).posts.find(({ origin }) => origin === 'ad');
    if (!ad) return; // no ads take comments here
    made.act('fan1', { kind: 'comment', text: 'where?', mediaId: ad.id, parentId: null });
    const [event] = ofKind(await made.events(), 'comment');
    deepEqual([event?.comment.postKind, event?.comment.networkPostId], ['ad', ad.id]);
  });

  await t.test('a reply stands below the comment, and is the account’s own', async () => {
    const made = await scene();
    const { commentId } = comment(made, 'price?');
    await made.events();
    const done = await comments.reply?.({ ...made.step(), commentId, parentId: null, text: 'Ten euros 🥐' });
    ok(done?.kind === 'done' && done.id !== undefined, JSON.stringify(done));
    const reply = await named(made, done.id);
    deepEqual([reply?.parentId, reply?.text], [commentId, 'Ten euros 🥐']);
    ok(reply && isOwn(made, reply));
    if (!inbound || facts.tellsOwnReplies === false) return;
    const [event] = ofKind(await made.events(), 'comment');
    equal(event?.comment.id, done.id);
    ok(event && isOwn(made, event.comment), 'the service must not answer itself');
  });

  await t.test('a reply to a reply is taken, with its parent known and unknown', async () => {
    const made = await scene();
    const { commentId } = comment(made, 'price?');
    const words = facts.repliesToMentionsOnly ? `me too @${made.account.username}` : 'me too';
    const below = comment(made, words, 'fan2', commentId);
    for (const [index, parent] of [{ parentId: commentId }, {}].entries()) {
      const done: CommentOutcome | undefined = await comments.reply?.({
        ...made.step(),
        commentId: below.commentId,
        ...(facts.hidesTopLevelOnly === true ? {} : parent),
        text: `Ten euros ${index}`, // networks refuse the same words twice
      });
      ok(done?.kind === 'done', JSON.stringify(done));
    }
    equal((await listed(made)).filter(({ text }) => text.startsWith('Ten euros')).length, 2);
  });

  if (facts.repliesToMentionsOnly) {
    await t.test('a reply to somebody else says that it cannot be answered, and is refused', async () => {
      const made = await scene();
      const { commentId } = comment(made, 'price?');
      const below = comment(made, 'me too', 'fan2', commentId);
      const shown = (await listed(made)).find(({ id }) => id === below.commentId);
      equal(shown?.can?.reply, false);
      ok(/mentioned the account/.test(shown?.cannot?.reply ?? ''), JSON.stringify(shown));
      const answered = (await listed(made)).find(({ id }) => id === commentId);
      equal(answered?.can?.reply, true);
      const done = await comments.reply?.({ ...made.step(), commentId: below.commentId, text: 'Ten euros' });
      ok(done?.kind === 'rejected' && /not been mentioned/.test(done.reason), JSON.stringify(done));
    });
  }

  await t.test('a comment is hidden and shown, as often as wanted', async () => {
    if (!comments.hide) return;
    const made = await scene();
    const { commentId } = comment(made, 'spam');
    for (const hidden of [true, false, true]) {
      const done: CommentOutcome | undefined = await (hidden ? comments.hide : comments.unhide)?.({
        ...made.step(),
        commentId,
      });
      deepEqual(done, { kind: 'done' });
      equal((await named(made, commentId))?.hidden, hidden);
      made.clock.now += 1000;
    }
    const changes = ofKind(await made.events(), 'comment_changed');
    equal(
      new Set(changes.map(({ dedupeKey }) => dedupeKey)).size,
      changes.length,
      'no change is taken for another',
    );
  });

  await t.test('what is not there any more is missing, not a failure', async () => {
    const made = await scene();
    const { commentId } = comment(made, 'oops');
    if (comments.delete) {
      deepEqual(await comments.delete({ ...made.step(), commentId }), { kind: 'done' });
      equal((await comments.delete({ ...made.step(), commentId })).kind, 'missing');
    } else {
      made.act('fan1', { kind: 'delete', messageId: null, commentId });
    }
    equal(await named(made, commentId), undefined);
    if (comments.hide) equal((await comments.hide({ ...made.step(), commentId })).kind, 'missing');
    const reply = await comments.reply?.({ ...made.step(), commentId, parentId: null, text: 'Ten euros' });
    ok(reply && ['missing', 'rejected'].includes(reply.kind), JSON.stringify(reply));
    const read = await comments.read?.({ ...made.step(), commentId });
    equal(read !== undefined && 'kind' in read ? read.kind : read, 'missing');
    const list = await comments.list({ ...made.step(), networkPostId: '18012345678901234', cursor: null });
    if (facts.listsUnknownPosts === true) deepEqual(list.kind === 'page' && list.items, []);
    else equal(list.kind, 'missing');
  });

  await t.test('pages are followed to the last comment', async () => {
    const made = await scene();
    const ids = Array.from(
      { length: 120 },
      (_, index) => comment(made, `no. ${index}`, `fan${index % 7}`).commentId,
    );
    const found: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: Awaited<ReturnType<CommentsPort['list']>> = await comments.list({
        ...made.step(),
        networkPostId: made.postId(),
        cursor,
      });
      ok(page.kind === 'page');
      found.push(...page.items.map(({ id }) => id));
      ({ cursor } = page);
      pages += 1;
    } while (cursor !== null && pages < 20);
    deepEqual(found.toSorted(), ids.toSorted());
    ok(pages > 1);
  });

  await t.test(
    'many replies below one comment come with it, or the page says that some are left out',
    async () => {
      const made = await scene();
      const { commentId } = comment(made, 'who is there?');
      for (let index = 0; index < 30; index += 1) comment(made, `me ${index}`, `fan${index}`, commentId);
      const page = await comments.list({ ...made.step(), networkPostId: made.postId(), cursor: null });
      ok(page.kind === 'page');
      const replies = page.items.filter(({ parentId }) => parentId === commentId);
      ok(
        replies.length === 30 || page.incomplete === true || page.cursor !== null,
        `${replies.length} replies`,
      );
    },
  );

  await t.test('a lost response to a reply is unknown, and the list has the proof', async () => {
    const made = await scene();
    const { commentId } = comment(made, 'price?');
    made.fault({ kind: 'lost_answer', call: facts.calls.reply, times: 1 });
    const done = await comments.reply?.({ ...made.step(), commentId, parentId: null, text: 'Ten euros' });
    equal(done?.kind, 'unknown');
    const mine = (await listed(made)).filter((one) => isOwn(made, one));
    deepEqual(
      mine.map(({ text, createdAt }) => [text, createdAt >= made.clock.now - 1000]),
      [['Ten euros', true]],
    );
  });

  await t.test('refusals say what is at fault', async () => {
    const made = await scene();
    const { commentId } = comment(made, 'price?');
    const step = () => ({ ...made.step(), commentId, parentId: null, text: 'x' });
    const faults = [
      [{ kind: 'status', status: 429, retryAfterSeconds: 30 }, 'retry'],
      [{ kind: 'status', status: 503 }, 'retry'],
      [{ kind: 'cut' }, 'unknown'],
      [{ kind: 'status', status: 403, code: 10 }, facts.refusesBy403 ? 'rejected' : 'missing_scope'],
      [{ kind: 'expired_token' }, facts.endedToken ?? 'reauthorize'],
    ] as const;
    for (const [fault, kind] of faults) {
      made.fault({ ...fault, call: facts.calls.reply, times: 1 });
      equal((await comments.reply?.(step()))?.kind, kind, `reply: ${JSON.stringify(fault)}`);
      made.fault({ ...fault, call: facts.calls.hide ?? '', times: 1 });
      if (comments.hide) equal((await comments.hide(step())).kind, kind, `hide: ${JSON.stringify(fault)}`);
      made.fault({ ...fault, call: facts.calls.list, times: 9 });
      const list = await comments.list({ ...made.step(), networkPostId: made.postId(), cursor: null });
      const read = kind === 'unknown' ? 'retry' : kind === 'rejected' ? 'missing' : kind;
      equal(list.kind, read, `list: ${JSON.stringify(fault)}`);
      made.sandbox.faults.clear();
    }
    deepEqual((await listed(made)).length, 1, 'nothing was made');
  });
}

const sendBy =
  (messages: MessagesPort) =>
  (made: PeopleScene, to: Recipient, message: OutgoingMessage): Promise<SendOutcome> =>
    messages.send({ ...made.step(), to, message });

const say = (made: PeopleScene, text: string, by = 'fan1') => {
  const { person, messageId } = made.act(by, { kind: 'say', text, replyTo: null });
  ok(messageId);
  return { personId: person.id, messageId };
};

async function writing(t: Test, facts: PeopleFacts, messages: MessagesPort, scene: Scene) {
  const send = sendBy(messages);
  const read = async (made: PeopleScene, conversation: { id: string } | { personId: string }) => {
    const page = await messages.messages({ ...made.step(), conversation, cursor: null });
    ok(page.kind === 'page', JSON.stringify(page));
    return page.items;
  };

  await t.test('a message arrives, and is in the conversation with its writer', async () => {
    const made = await scene();
    const { personId, messageId } = say(made, 'Open on Sunday? ☀');
    const [event] = ofKind(await made.events(), 'message');
    deepEqual(
      [event?.message.id, event?.message.personId, event?.message.text, event?.message.echo, event?.at],
      [messageId, personId, 'Open on Sunday? ☀', null, made.clock.now],
    );
    const page = await messages.conversations({ ...made.step(), cursor: null });
    ok(page.kind === 'page');
    const [conversation] = page.items;
    ok(conversation);
    equal(conversation.person.id, personId);
    for (const by of [{ id: conversation.id }, { personId }]) {
      const [found] = await read(made, by);
      deepEqual(
        [found?.id, found?.personId, found?.direction, found?.text, found?.conversationId],
        [messageId, personId, 'in', 'Open on Sunday? ☀', conversation.id],
      );
    }
    const one = await messages.message?.({ ...made.step(), messageId });
    equal(one !== undefined && 'id' in one ? one.text : one, 'Open on Sunday? ☀');
    deepEqual(await read(made, { personId: '1' }).catch(() => []), []);
  });

  await t.test('an answer reaches the person, and its echo has the same id', async () => {
    for (const echoFirst of [false, true]) {
      const made = await scene();
      made.manner({ echoFirst });
      const { personId } = say(made, 'hello');
      await made.events();
      const sent = await send(made, { personId }, { text: 'From nine 🥐', metadata: 'job:42' });
      ok(sent.kind === 'sent' && sent.id !== null, JSON.stringify(sent));
      equal(sent.personId, personId);
      deepEqual(
        made.seen('fan1').map(({ text, byAccount }) => [text, byAccount]),
        [
          ['hello', false],
          ['From nine 🥐', true],
        ],
      );
      const [echo] = ofKind(await made.events(), 'message');
      deepEqual(
        [echo?.message.id, echo?.message.personId, echo?.message.text],
        [sent.id, personId, 'From nine 🥐'],
      );
      notEqual(echo?.message.echo, null);
      const [newest] = await read(made, { personId });
      deepEqual([newest?.id, newest?.direction, newest?.personId], [sent.id, 'out', personId]);
    }
  });

  if (facts.plainMessages !== true) await writingAsMeta(t, facts, messages, scene);

  await t.test('who blocked the account, or takes no messages, is not written to', async () => {
    const made = await scene();
    const { personId } = say(made, 'hello');
    made.act('fan1', { kind: 'block' });
    equal((await send(made, { personId }, { text: 'hi' })).kind, 'rejected');
    equal((await send(made, { personId: '1' }, { text: 'hi' })).kind, 'rejected', 'a stranger');
    if (messages.noPrivateReplies === true) return;
    const { commentId } = commentOfShy(made);
    equal((await send(made, { commentId }, { text: 'hi' })).kind, 'rejected');
  });

  await t.test('a text that is too long is refused', async () => {
    const made = await scene();
    const { personId } = say(made, 'hello');
    const { limits } = messages;
    ok(limits);
    const at =
      limits.textBytes === null ? 'é'.repeat(limits.textChars ?? 0) : 'é'.repeat(limits.textBytes / 2);
    equal((await send(made, { personId }, { text: at })).kind, 'sent');
    equal((await send(made, { personId }, { text: `${at}é` })).kind, 'rejected');
  });

  await t.test('a lost response to a send is unknown, and the conversation has the proof', async () => {
    const made = await scene();
    const { personId } = say(made, 'hello');
    made.clock.now += 1000;
    const startedAt = made.clock.now;
    made.fault({ kind: 'lost_answer', call: facts.calls.send ?? '', times: 1 });
    equal((await send(made, { personId }, { text: 'From nine' })).kind, 'unknown');
    const found = (await read(made, { personId })).filter(isAnswer(startedAt, 'From nine'));
    equal(found.length, 1);
    equal(made.seen('fan1').length, 2);
  });

  await t.test('refusals of a send say what is at fault, and nothing is sent', async () => {
    const made = await scene();
    const { personId } = say(made, 'hello');
    const faults = [
      [{ kind: 'status', status: 429 }, 'retry'],
      [{ kind: 'status', status: 503 }, 'retry'],
      [{ kind: 'cut' }, 'unknown'],
      [{ kind: 'status', status: 403, code: 200 }, facts.refusesBy403 ? 'rejected' : 'missing_scope'],
      [{ kind: 'expired_token' }, facts.endedToken ?? 'reauthorize'],
    ] as const;
    for (const [fault, kind] of faults) {
      made.fault({ ...fault, call: facts.calls.send ?? '', times: 1 });
      equal((await send(made, { personId }, { text: 'hi' })).kind, kind, JSON.stringify(fault));
    }
    equal(made.seen('fan1').length, 1);
  });

  await t.test('people are shown once they wrote, and whether they follow', async () => {
    const made = await scene();
    const { personId: stranger } = comment(made, 'price?', 'fan9');
    const unmet = await messages.profile?.({ ...made.step(), personId: stranger });
    equal(unmet?.kind, facts.plainMessages ? 'profile' : 'missing', 'a comment is no consent');
    if (messages.follows) equal(await messages.follows({ ...made.step(), personId: stranger }), 'unknown');
    const { personId } = say(made, 'hello');
    const profile = await messages.profile?.({ ...made.step(), personId });
    ok(profile?.kind === 'profile' && (profile.username ?? profile.name) !== null, JSON.stringify(profile));
    if (!messages.follows) return;
    equal(await messages.follows({ ...made.step(), personId }), 'no');
    made.act('fan1', { kind: 'follow' });
    equal(await messages.follows({ ...made.step(), personId }), 'yes');
  });
}

/** What only the networks of Meta have. */
async function writingAsMeta(t: Test, facts: PeopleFacts, messages: MessagesPort, scene: Scene) {
  const send = sendBy(messages);

  await t.test('choices can be tapped, and buttons open their link', async () => {
    const made = await scene();
    const { personId } = say(made, 'hello');
    const choices = [
      { label: 'Yes', payload: 'FLOW:7:yes' },
      { label: 'No', payload: 'FLOW:7:no' },
    ];
    equal((await send(made, { personId }, { text: 'Ready?', choices })).kind, 'sent');
    await made.events();
    made.act('fan1', { kind: 'tap', label: 'Yes' });
    const [tapped] = ofKind(await made.events(), 'message');
    deepEqual(
      [tapped?.message.tap, tapped?.message.text, tapped?.message.echo],
      [{ payload: 'FLOW:7:yes', label: 'Yes' }, 'Yes', null],
    );
    const button = { title: 'Open shop', url: 'https://example.org/shop' };
    equal((await send(made, { personId }, { text: 'Here', button })).kind, 'sent');
    equal(made.act('fan1', { kind: 'tap', label: 'Open shop' }).opened, button.url);
  });

  await t.test(
    'stories, reactions, edits, deletions, links and read marks arrive as what they are',
    async () => {
      const made = await scene();
      const { messageId, personId } = say(made, 'hello');
      const sent = await send(made, { personId }, { text: 'hi' });
      await made.events();
      const next = async (act: Parameters<typeof made.act>[1]) => {
        made.clock.now += 1000;
        made.act('fan1', act);
        const events = (await made.events()).filter(({ kind }) => kind !== 'ignored' && kind !== 'unknown');
        return events[0];
      };
      const answered = await next({ kind: 'replyStory', text: 'wow' });
      ok(
        answered?.kind === 'message' &&
          answered.message.storyReply !== null &&
          answered.message.text === 'wow',
      );
      const mentioned = await next({ kind: 'mentionStory' });
      ok(mentioned?.kind === 'message' && mentioned.message.storyMention !== null);
      const picture = await next({ kind: 'send', type: 'image', url: null });
      ok(picture?.kind === 'message' && picture.message.attachments[0]?.type === 'image');
      equal(picture.message.attachments[0].mayCopy, true);
      const shared = await next({ kind: 'send', type: 'share', url: null });
      ok(shared?.kind === 'message' && shared.message.attachments.length === 1);
      equal(shared.message.attachments[0]?.mayCopy, false);
      const link = await next({ kind: 'openRef', ref: 'spring' });
      ok(link?.kind === 'referral' && link.ref === 'spring' && link.personId === personId);
      const reaction = await next({
        kind: 'react',
        messageId: sent.kind === 'sent' ? sent.id : null,
        emoji: '❤',
      });
      if (facts.tellsReactions !== false) {
        ok(reaction?.kind === 'reaction' && reaction.emoji === '❤' && !reaction.byAccount);
        const again = await next({
          kind: 'react',
          messageId: sent.kind === 'sent' ? sent.id : null,
          emoji: '❤',
        });
        notEqual(again?.dedupeKey, reaction.dedupeKey);
      }
      const seen = await next({ kind: 'read' });
      ok(seen?.kind === 'read' && (seen.messageId !== null || seen.upTo !== null));
      const deleted = await next({ kind: 'delete', messageId, commentId: null });
      if (deleted !== undefined) {
        ok(deleted.kind === 'message_deleted' && deleted.messageId === messageId);
        const gone = await messages.message?.({ ...made.step(), messageId });
        equal(gone !== undefined && 'kind' in gone ? gone.kind : gone, 'missing');
      }
    },
  );

  await t.test('the reply window closes after 24 hours; a person’s late answer has seven days', async () => {
    const made = await scene();
    const { personId } = say(made, 'hello');
    made.clock.now += 25 * HOUR;
    equal((await send(made, { personId }, { text: 'late' })).kind, 'window_closed');
    equal((await send(made, { personId }, { text: 'by hand', asHumanAgent: true })).kind, 'sent');
    made.clock.now += 7 * 24 * HOUR;
    equal((await send(made, { personId }, { text: 'by hand', asHumanAgent: true })).kind, 'window_closed');
    const { personId: commenter } = comment(made, 'price?', 'fan9');
    equal(
      (await send(made, { personId: commenter }, { text: 'hi' })).kind,
      'window_closed',
      'a comment opens none',
    );
  });

  await t.test('a comment has one private reply; a second one proves the first', async () => {
    const made = await scene();
    const { commentId, personId } = comment(made, 'link please');
    const first = await send(made, { commentId }, { text: 'https://example.org' });
    ok(first.kind === 'sent' && first.id !== null);
    equal(first.personId, personId, 'the comment’s writer is known by it');
    const second = await send(made, { commentId }, { text: 'https://example.org' });
    const isProof =
      second.kind === 'sent'
        ? second.id === null
        : second.kind === 'rejected' && second.afterUnknown === 'sent';
    ok(isProof, JSON.stringify(second));
    equal(made.seen('fan1').length, 1);
  });

  await t.test('another app’s conversation is shown and not written to', async () => {
    const made = await scene();
    const { personId } = say(made, 'hello');
    await made.events();
    made.manner({ standby: true });
    say(made, 'are you there?');
    const [event] = ofKind(await made.events(), 'message');
    deepEqual([event?.standby, event?.message.text], [true, 'are you there?']);
    equal((await send(made, { personId }, { text: 'hi' })).kind, 'account_blocked');
  });

  await t.test('an edit with the number 0 is no edit', async () => {
    const made = await scene();
    made.manner({ emptyEdits: true });
    const { messageId } = say(made, 'hello');
    const events = await made.events();
    deepEqual(ofKind(events, 'message_edited'), []);
    deepEqual(
      ofKind(events, 'message').map(({ message }) => message.id),
      [messageId],
    );
    for (const event of ofKind(events, 'message_exists')) equal(event.messageId, messageId);
  });
}

const isAnswer =
  (since: number, text: string) =>
  ({ direction, createdAt, text: own }: Message) =>
    direction === 'out' && createdAt >= since && own === text;

/** A comment of a person who takes no messages. */
function commentOfShy(made: PeopleScene) {
  const act = { kind: 'comment', text: 'price?', mediaId: made.postId(), parentId: null } as const;
  const { commentId } = made.act('fan5', act, { disallowsMessages: true });
  ok(commentId);
  return { commentId };
}
