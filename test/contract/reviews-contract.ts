/** What the part `comments` must do on a network whose comments are reviews of a business. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Test } from 'tap';
import type { Comment, CommentsPort } from '../../adapters/port/comments.ts';
import type { PeopleFacts, Scene } from './people-contract.ts';
import type { PeopleScene } from './people-scene.ts';

export async function reviewing(t: Test, facts: PeopleFacts, comments: CommentsPort, scene: Scene) {
  const review = (made: PeopleScene, stars: number, text: string, by = 'fan1') => {
    const { commentId } = made.act(by, { kind: 'review', stars, text });
    ok(commentId);
    return commentId;
  };
  const listed = async (made: PeopleScene, networkPostId: string | null = null): Promise<Comment[]> => {
    const page = await comments.list({ ...made.step(), networkPostId, cursor: null });
    ok(page.kind === 'page', JSON.stringify(page));
    return page.items;
  };
  const reply = (made: PeopleScene, commentId: string, text: string) =>
    comments.reply!({ ...made.step(), commentId, parentId: null, text });

  await t.test('a review is listed with its stars, its words and its writer', async () => {
    const made = await scene();
    deepEqual(await listed(made), []);
    const first = review(made, 5, 'Süß 🍞', 'fan1');
    made.clock.now += 1000;
    const second = review(made, 2, '', 'fan2');
    const found = await listed(made);
    deepEqual(
      found.map(({ id, rating, text, from, createdAt }) => [id, rating, text, from.name, createdAt]),
      [
        [second, 2, '', 'fan2', made.clock.now],
        [first, 5, 'Süß 🍞', 'fan1', made.clock.now - 1000],
      ],
    );
    for (const one of found) deepEqual([one.isOwn, one.parentId, one.hidden], [false, null, false]);
    deepEqual(await comments.read?.({ ...made.step(), commentId: first }), found[1]);
  });

  await t.test('what a review stands below names its reviews, and a post has none', async () => {
    const made = await scene();
    const id = review(made, 4, 'Good');
    const [found] = await listed(made);
    ok(found);
    deepEqual(
      (await listed(made, found.networkPostId)).map((one) => one.id),
      [id],
    );
    deepEqual(await listed(made, 'accounts/1/locations/2/localPosts/3'), []);
    const posts = await comments.posts?.({ ...made.step(), cursor: null });
    ok(posts?.kind === 'page');
    deepEqual(
      posts.items.map(({ networkPostId, text }) => [networkPostId, text]),
      [[found.networkPostId, made.account.username]],
    );
  });

  await t.test('a reply stands below the review, and a second one replaces it', async () => {
    const made = await scene();
    const id = review(made, 1, 'Closed on Sunday');
    const done = await reply(made, id, 'We open at nine 🥐');
    ok(done.kind === 'done' && done.id !== undefined, JSON.stringify(done));
    const own = (await listed(made)).find((one) => one.id === done.id);
    deepEqual(
      [own?.parentId, own?.text, own?.isOwn, own?.rating, own?.can?.delete, own?.createdAt],
      [id, 'We open at nine 🥐', true, null, true, made.clock.now],
    );
    deepEqual(await comments.read?.({ ...made.step(), commentId: done.id }), own);
    deepEqual(await reply(made, id, 'Also on Sunday'), done);
    deepEqual(
      (await listed(made)).filter(({ isOwn }) => isOwn).map(({ text }) => text),
      ['Also on Sunday'],
    );
    equal((await reply(made, done.id, 'And so on')).kind, 'rejected', 'a reply takes none');
  });

  await t.test('our reply is deleted by its own id or the review’s; the review stays', async () => {
    const made = await scene();
    const id = review(made, 3, 'Fine');
    for (const named of ['reply', 'review']) {
      const replied = await reply(made, id, 'Thanks');
      ok(replied.kind === 'done' && replied.id !== undefined);
      const commentId = named === 'reply' ? replied.id : id;
      deepEqual(await comments.delete?.({ ...made.step(), commentId }), { kind: 'done', id: replied.id });
      equal((await comments.delete?.({ ...made.step(), commentId }))?.kind, 'missing');
      const read = await comments.read?.({ ...made.step(), commentId: replied.id });
      equal(read !== undefined && 'kind' in read ? read.kind : read, 'missing');
      deepEqual(
        (await listed(made)).map((one) => one.id),
        [id],
      );
    }
  });

  await t.test('an edited review has its new words and stars; a deleted one is missing', async () => {
    const made = await scene();
    const id = review(made, 1, 'Bad');
    made.clock.now += 1000;
    equal(review(made, 5, 'Good after all'), id);
    const [found] = await listed(made);
    deepEqual([found?.rating, found?.text, found?.createdAt], [5, 'Good after all', made.clock.now - 1000]);
    made.act('fan1', { kind: 'delete', messageId: null, commentId: id });
    deepEqual(await listed(made), []);
    const read = await comments.read?.({ ...made.step(), commentId: id });
    equal(read !== undefined && 'kind' in read ? read.kind : read, 'missing');
    equal((await reply(made, id, 'Thanks')).kind, 'missing');
  });

  await t.test('pages are followed to the last review', async () => {
    const made = await scene();
    const ids = Array.from({ length: 120 }, (_, index) => review(made, 4, `no. ${index}`, `fan${index}`));
    const found: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: Awaited<ReturnType<CommentsPort['list']>> = await comments.list({
        ...made.step(),
        networkPostId: null,
        cursor,
      });
      ok(page.kind === 'page');
      found.push(...page.items.map(({ id }) => id));
      ({ cursor } = page);
      pages += 1;
    } while (cursor !== null && pages < 20);
    deepEqual(found.toSorted(), ids.toSorted());
    equal(pages, 3);
  });

  await t.test('a lost response to a reply is unknown, and the list has the proof', async () => {
    const made = await scene();
    const id = review(made, 2, 'Cold');
    made.fault({ kind: 'lost_answer', call: facts.calls.reply, times: 1 });
    equal((await reply(made, id, 'Warm now')).kind, 'unknown');
    deepEqual(
      (await listed(made)).filter(({ isOwn }) => isOwn).map(({ text }) => text),
      ['Warm now'],
    );
  });

  await t.test('refusals say what is at fault', async () => {
    const made = await scene();
    const commentId = review(made, 2, 'Cold');
    const faults = [
      [{ kind: 'status', status: 429, retryAfterSeconds: 30 }, 'retry'],
      [{ kind: 'status', status: 503 }, 'retry'],
      [{ kind: 'cut' }, 'unknown'],
      [{ kind: 'status', status: 403 }, 'rejected'],
      [{ kind: 'expired_token' }, facts.endedToken ?? 'reauthorize'],
    ] as const;
    for (const [fault, kind] of faults) {
      made.fault({ ...fault, call: facts.calls.reply, times: 1 });
      equal((await reply(made, commentId, 'x')).kind, kind, `reply: ${JSON.stringify(fault)}`);
      made.fault({ ...fault, call: facts.calls.delete ?? '', times: 1 });
      const gone = await comments.delete?.({ ...made.step(), commentId });
      equal(gone?.kind, kind, `delete: ${JSON.stringify(fault)}`);
      made.fault({ ...fault, call: facts.calls.list, times: 1 });
      const list = await comments.list({ ...made.step(), networkPostId: null, cursor: null });
      const read = kind === 'unknown' ? 'retry' : kind === 'rejected' ? 'missing' : kind;
      equal(list.kind, read, `list: ${JSON.stringify(fault)}`);
      made.sandbox.faults.clear();
    }
    deepEqual((await listed(made)).length, 1, 'nothing was made');
    equal((await reply(made, commentId, 'é'.repeat(2048))).kind, 'done');
    equal((await reply(made, commentId, `${'é'.repeat(2048)}!`)).kind, 'rejected', '4,096 bytes');
  });
}
