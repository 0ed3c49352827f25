/** Approval as states of a post (docs/people.md, Approval). */
import t from 'tap';
import type { Approval, ApprovalRequest, Decision, RequestedTime } from '../../machines/approval.ts';
import { approvalOf, type PostEvent } from '../../machines/post.ts';
import { type Script, World } from '../support/machine-world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const script: Script = ({ type }) =>
  type === 'publish' ? { type: 'outcome.published', networkPostId: '7', url: 'https://example.com/7' } : null;

const requestFor = (world: World, wanted: RequestedTime): ApprovalRequest => ({
  wanted,
  by: 'usr_writer',
  at: world.now,
});
const decisionIn = (world: World, reason?: string): Decision => ({
  by: 'usr_owner',
  at: world.now,
  ...(reason !== undefined && { reason }),
});
/** A draft that waits. @param after the time that is asked for, ms from now */
function waiting(after = HOUR) {
  const world = new World({ script });
  const id = world.post({ draft: true });
  const at = world.now + after;
  world.tell(id, { type: 'ask', request: requestFor(world, { kind: 'at', at }) });
  const tell = (event: PostEvent) => world.tell(id, event);
  const approve = (time: number) =>
    tell({ type: 'approve', at: time, plan: 'plan', decision: decisionIn(world) });
  const state = () => world.snapshot(id).value;
  const approval = (): Approval | null => approvalOf(world.snapshot(id));
  return { world, id, at, tell, approve, state, approval };
}

void t.test('a post that is asked for waits with its time, which may pass', async (t) => {
  const { world, id, at, state, approval } = waiting();
  t.equal(state(), 'awaiting_approval');
  t.match(world.postOf(id), { status: 'draft', scheduledAt: at });
  t.strictSame(world.timersOf(id), [], 'no timer publishes it');
  world.elapse(DAY);
  t.equal(state(), 'awaiting_approval');
  t.match(approval(), { state: 'requested', request: { by: 'usr_writer' } });
  t.strictSame(world.everAsked, [], 'nothing was sent');
});

void t.test('approved before its time it goes out then, and after it at once', async (t) => {
  const early = waiting();
  early.approve(early.at);
  t.equal(early.state(), 'scheduled');
  t.match(early.approval(), { state: 'approved', plan: 'plan', decision: { by: 'usr_owner' } });
  early.world.elapse(HOUR);
  t.equal(early.state(), 'published');
  t.equal(early.approval()?.state, 'approved', 'it stays approved');
  const late = waiting();
  late.world.elapse(2 * HOUR);
  late.approve(late.at);
  late.world.elapse(1);
  t.match(late.world.postOf(late.id), { status: 'published', publishedAt: late.world.now - 1 });
});

void t.test('rejected it is a draft with the reason, and can be asked for again', async (t) => {
  const { world, id, tell, approve, state, approval } = waiting();
  tell({ type: 'reject', decision: decisionIn(world, 'Name the price.') });
  t.equal(state(), 'rejected');
  t.match(world.postOf(id), { status: 'draft' });
  t.match(approval(), { state: 'rejected', decision: { reason: 'Name the price.' } });
  approve(world.now);
  t.equal(state(), 'rejected', 'who decided has decided');
  tell({ type: 'edit' });
  t.equal(state(), 'rejected');
  tell({ type: 'ask', request: requestFor(world, { kind: 'slot' }) });
  t.match(world.postOf(id), { status: 'draft', scheduledAt: null });
  t.match(approval(), { state: 'requested', request: { wanted: { kind: 'slot' } } });
});

void t.test('back in drafts, or with a time by somebody who may, nothing waits any more', async (t) => {
  for (const event of [{ type: 'shelve' }, { type: 'publish' }, { type: 'schedule', at: 1e15 }] as const)
    for (const isRejected of [false, true]) {
      const { world, tell, approve, state, approval } = waiting();
      if (isRejected) tell({ type: 'reject', decision: decisionIn(world) });
      tell(event);
      t.equal(approval(), null, `${event.type} ${isRejected}`);
      const before = state();
      approve(world.now);
      t.equal(state(), before, 'a late yes changes nothing');
    }
});

void t.test('a scheduled post that is asked for again does not go out at its time', async (t) => {
  const { world, at, tell, approve, state, approval } = waiting();
  approve(at);
  tell({ type: 'ask', request: requestFor(world, { kind: 'at', at }) });
  t.equal(state(), 'awaiting_approval');
  world.elapse(DAY);
  t.equal(state(), 'awaiting_approval');
  t.equal(approval()?.state, 'requested');
  t.strictSame(world.everAsked, []);
});

void t.test('an approval survives drafts, a retry and edits that say nothing of it', async (t) => {
  const { at, tell, approve, state, approval } = waiting();
  approve(at);
  tell({ type: 'shelve' });
  t.equal(state(), 'draft');
  t.equal(approval()?.state, 'approved');
  tell({ type: 'schedule', at });
  t.equal(approval()?.state, 'approved');
  tell({ type: 'edit', approval: null });
  t.equal(approval(), null);
});

void t.test('what is being published cannot be asked for', async (t) => {
  const world = new World();
  const id = world.post({});
  world.tell(id, { type: 'ask', request: requestFor(world, { kind: 'now' }) });
  t.equal(world.snapshot(id).value, 'publishing');
});
