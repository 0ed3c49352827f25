/** The simulated X takes a reply of an app only where the author mentioned the account or quoted a post of it. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { comments } from '../../adapters/x/comments.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import { x } from '../../simulators/x/index.ts';

function sceneOf(names: 'new' | 'old') {
  const now = Date.UTC(2026, 10, 2, 9);
  const sandbox = createSandbox({
    baseUrl: `http://quotes-${names}.test`,
    networks: [names === 'new' ? x : { ...x, initial: () => ({ ...x.initial(), names }) }],
    now: () => now,
    fetch: () => Promise.reject(new Error('nothing is elsewhere')),
  });
  const made = sandbox.connect('x', 'Cafe Luna');
  const place = { network: 'x', account: made.remoteId };
  const postId = sandbox.people.scene(place).posts[0]!.id;
  const comment = (username: string, text: string, parentId: string | null) => {
    const act = { kind: 'comment', mediaId: postId, text, parentId } as const;
    return sandbox.people.act(place, { username }, act).commentId ?? '';
  };
  const fetch: typeof globalThis.fetch = (input, init) => sandbox.fetch(new Request(input, init));
  const account = { id: 'acc_1', platform: 'x', ...made };
  const step = { account, now, fetch, signal: new AbortController().signal };
  return { step, postId, comment };
}

for (const names of ['new', 'old'] as const) {
  void t.test(`what the adapter says of answering is what the simulator does (${names} names)`, async () => {
    const { step, postId, comment } = sceneOf(names);
    const first = comment('rosa', 'Open on Sunday?', null);
    const made = {
      first,
      other: comment('ben', 'I think so', first),
      named: comment('ann', 'Ask @Cafe_Luna', first),
      quoting: comment('kim', `See https://x.com/Cafe_Luna/status/${postId}`, first),
      quotingAnother: comment('lee', 'See https://x.com/Cafe_Luna/status/123', first),
    };
    equal(new Set(Object.values(made)).size, 5);
    const listed = await comments.list({ ...step, networkPostId: postId, cursor: null });
    ok(listed.kind === 'page');
    const can = (id: string) => listed.items.find((item) => item.id === id)?.can?.reply;
    const shown: { [name: string]: boolean | undefined } = Object.fromEntries(
      Object.entries(made).map(([name, id]) => [name, can(id)]),
    );
    deepEqual({ ...shown }, { first: true, other: false, named: true, quoting: true, quotingAnother: false });
    for (const [name, commentId] of Object.entries(made)) {
      const done = await comments.reply!({ ...step, commentId, text: `Thanks, ${name}` });
      equal(done.kind === 'done', shown[name], `${name}: ${JSON.stringify(done)}`);
    }
  });
}
