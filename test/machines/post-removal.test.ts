/** A removal that can be taken back for some seconds (docs/contract.md, Many posts at once). */
import t from 'tap';
import { type PostEvent, REMOVAL_MS } from '../../machines/post.ts';
import { type Script, World } from '../support/machine-world.ts';

const HOUR = 3_600_000;
const script: Script = ({ type }) => {
  if (type === 'publish')
    return { type: 'outcome.published', networkPostId: '7', url: 'https://example.com/7' };
  return type === 'deleteRecords' ? { type: 'records.deleted' } : null;
};
const refusing = (asked: Parameters<Script>[0]) =>
  asked.type === 'publish' ? { type: 'outcome.rejected', reason: 'too long' } : script(asked);

type Case = [
  state: string,
  how: { script?: Script; post: Parameters<World['post']>[0]; events?: (now: number) => PostEvent[] },
];
const request = (now: number) => ({ wanted: { kind: 'at' as const, at: now + HOUR }, by: 'usr_1', at: now });
const STATES: Case[] = [
  ['draft', { post: { draft: true } }],
  ['scheduled', { post: { dueAt: HOUR } }],
  ['published', { post: {} }],
  ['failed', { script: refusing, post: {} }],
  ['awaiting_approval', { post: { draft: true }, events: (now) => [{ type: 'ask', request: request(now) }] }],
  [
    'rejected',
    {
      post: { draft: true },
      events: (now) => [
        { type: 'ask', request: request(now) },
        { type: 'reject', decision: { by: 'usr_2', at: now } },
      ],
    },
  ],
];

function worldWith([state, { script: own = script, post, events }]: Case) {
  const world = new World({ script: own });
  const id = world.post({ ...post, ...(post?.dueAt != null && { dueAt: world.now + post.dueAt }) });
  world.elapse(1);
  for (const event of events?.(world.now) ?? []) world.tell(id, event);
  return { world, id, state: () => world.snapshot(id).value, before: state };
}

for (const one of STATES) {
  void t.test(`a removal of a post that is ${one[0]} can be taken back for ten seconds`, async (t) => {
    const { world, id, state, before } = worldWith(one);
    t.equal(state(), before);
    const said = world.announced.length;
    world.tell(id, { type: 'discard' });
    t.match(world.postOf(id), { status: 'removed' }, 'callers see no post');
    world.elapse(REMOVAL_MS - 1);
    world.tell(id, { type: 'restore' });
    t.equal(state(), before);
    t.equal(world.announced.length, said, 'nothing is announced again');
    world.elapse(REMOVAL_MS);
    t.equal(state(), before, 'and no timer is left');
  });

  void t.test(
    `a post that was ${one[0]} is gone after ten seconds, with what was written about it`,
    async (t) => {
      const { world, id, state } = worldWith(one);
      world.tell(id, { type: 'discard' });
      world.elapse(REMOVAL_MS);
      t.equal(state(), 'removed');
      t.equal(world.everAsked.filter(({ type }) => type === 'deleteRecords').length, 1);
    },
  );
}

void t.test('a scheduled post whose time comes while it is being removed is not sent', async (t) => {
  const world = new World({ script });
  const id = world.post({ dueAt: world.now + 5_000 });
  world.tell(id, { type: 'discard' });
  world.elapse(8_000);
  t.equal(world.everAsked.filter(({ type }) => type === 'publish').length, 0);
  world.tell(id, { type: 'restore' });
  world.elapse(1);
  t.equal(world.snapshot(id).value, 'published', 'taken back, it goes out at once');
});
