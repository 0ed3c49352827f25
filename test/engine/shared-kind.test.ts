/** A kind whose actors belong to the installation: who sees them, and what no workspace learns or loses by them. */
import t, { type Test } from 'tap';
import { assign, setup } from 'xstate';
import { kindTable, type KindTable } from '../../src/engine/kind.ts';
import { INSTALLATION } from '../../src/engine/installation.ts';
import type { Turn } from '../../src/engine/turn.ts';
import { newActorId } from '../../src/base/ids.ts';
import { actOnActor } from '../../src/features/introspection/act-on-actor.ts';
import {
  downloadRun,
  getActorJournal,
  getActorSequence,
} from '../../src/features/introspection/actor-journal.ts';
import { getActor, listActorsOperation } from '../../src/features/introspection/actors.ts';
import { getHeat } from '../../src/features/introspection/charts.ts';
import { getActorExchanges } from '../../src/features/introspection/recordings.ts';
import { removeWorkspace } from '../../src/features/workspaces/remove.ts';
import { kinds as ours } from '../../src/kinds/index.ts';
import { bareKind } from '../support/bare-kind.ts';
import { bareContext } from '../support/bare-context.ts';
import { stage } from '../support/stage.ts';

const PAUSE_MS = 60_000;
const machine = setup({
  types: {
    context: {} as { rung: number },
    events: {} as { type: 'ring'; by: string },
  },
  actions: { count: assign(({ context }) => ({ rung: context.rung + 1 })) },
  delays: { pause: PAUSE_MS },
}).createMachine({
  id: 'bell',
  options: { maxIterations: 100 },
  context: () => ({ rung: 0 }),
  initial: 'resting',
  states: {
    resting: { on: { ring: { target: 'ringing', actions: 'count' } } },
    ringing: { after: { pause: 'resting' } },
  },
});

/** A bell that members of the workspaces of `seenBy` may see. */
async function tower(t: Test) {
  const { sql, clock, workspaceId, newNode } = await stage(t);
  const id = newActorId({ idPrefix: 'bell' }, clock());
  const seenBy = new Set([workspaceId, 'ws_other']);
  const bell = bareKind({
    name: 'bell',
    idPrefix: 'bell',
    machine,
    version: 1,
    upgrades: {},
    shared: async (_, workspace) => (seenBy.has(workspace) ? [id] : []),
  });
  const kinds: KindTable = { ...ours, bell };
  const fed: unknown[] = [];
  const node = newNode({ kinds, handlers: {}, onFeed: (batches) => void fed.push(...batches) });
  await node.start();
  t.teardown(() => node.stop());
  const context = bareContext({ sql, clock, node });
  /** A call of a member of a workspace. */
  const as = (workspace: string, userId = `usr_${workspace}`) => ({
    params: { id, kind: 'bell' },
    query: {},
    body: { action: 'skip' as const, reason: 'a secret of its workspace' },
    context,
    principal: {
      userId,
      keyId: 'key_1',
      workspaces: [
        {
          id: workspace,
          slug: workspace,
          name: workspace,
          timezone: 'UTC',
          plan: 'developer',
          trialEndsAt: null,
          role: 'owner' as const,
          heldTo: null,
        },
      ],
    },
    now: clock(),
    requestId: 'req_1',
    idempotency: null,
  });
  const tell = (turn: Turn) =>
    turn.tell(INSTALLATION, { to: id, event: { type: 'ring', by: 'x' } as { type: string } });
  await node.command(async (_, turn) => {
    turn.start({ kind: 'bell', id, workspaceId: INSTALLATION, input: {} });
    tell(turn);
    return { result: null };
  });
  return { sql, node, id, as, fed, workspaceId, tell, clock };
}

void t.test(
  'its rows belong to no workspace, it is in no feed, and messages of workspaces reach it',
  async (t) => {
    const { sql, node, id, fed, tell, clock } = await tower(t);
    const rows = await sql<{ table: string; workspaceId: string }[]>`
    select 'actors' as table, workspace_id as "workspaceId" from actors where id = ${id}
    union all select 'journal_pages', workspace_id from journal_pages where family = ${id}
    union all select 'due', workspace_id from due where actor_id = ${id}`;
    t.strictSame(
      rows.map((row) => ({ ...row })),
      ['actors', 'journal_pages', 'due'].map((table) => ({ table, workspaceId: INSTALLATION })),
    );
    t.strictSame(fed, []);
    t.equal((await sql`select from feed`).length, 0);
    clock.advance(PAUSE_MS);
    node.wake();
    // while somebody else has it, a message waits in its mailbox, which belongs to no workspace either
    await sql.begin(async (tx) => {
      await tx`select from actors where id = ${id} for update`;
      await node.command(async (_, turn) => {
        tell(turn);
        return { result: null };
      });
      const mail = await sql`select workspace_id from messages where actor_id = ${id}`;
      t.strictSame([...mail], [{ workspace_id: INSTALLATION }]);
    });
  },
);

void t.test('members of the workspaces that it serves see it; others find no such actor', async (t) => {
  const { id, as, workspaceId } = await tower(t);
  for (const workspace of [workspaceId, 'ws_other']) {
    const call = as(workspace);
    t.match((await getActor.handle(call)).body, { actor: { id, state: 'ringing' }, context: { rung: 1 } });
    const { body } = await listActorsOperation.handle({ ...call, query: { kind: 'bell' } });
    t.strictSame(
      body.actors.map((one) => one.id),
      [id],
    );
    const { body: counted } = await listActorsOperation.handle({
      ...call,
      query: { kind: 'bell', total: true },
    });
    t.equal(counted.total, 1);
    for (const [state, found] of [
      ['ringing', 1],
      ['resting', 0],
    ] as const)
      t.equal(
        (await listActorsOperation.handle({ ...call, query: { kind: 'bell', state } })).body.actors.length,
        found,
      );
    t.match((await getActorJournal.handle(call)).body.steps, [
      { state: 'resting' },
      { event: { type: 'ring' } },
    ]);
    t.equal((await downloadRun.handle(call)).body.actors.length, 1);
    t.match((await getHeat.handle(call)).body, { counted: 1, moves: [{ count: 1 }] });
    t.strictSame((await getActorExchanges.handle(call)).body.attempts, []);
  }
  const stranger = as('ws_third');
  for (const operation of [
    getActor,
    getActorJournal,
    getActorSequence,
    downloadRun,
    getActorExchanges,
    actOnActor,
  ])
    await t.rejects(
      async () => void (await operation.handle(stranger as never)),
      { code: 'not_found' },
      operation.id,
    );
  for (const query of [{}, { kind: 'bell' }, { q: id }, { stuck: true }])
    t.strictSame((await listActorsOperation.handle({ ...stranger, query })).body.actors, []);
  t.match((await getHeat.handle(stranger)).body, { counted: 0, moves: [] });
});

void t.test('who acted on it, and why, is shown to that person alone', async (t) => {
  const { as, workspaceId } = await tower(t);
  await actOnActor.handle(as(workspaceId, 'usr_1'));
  const reads = [getActorJournal, getActorSequence, downloadRun];
  for (const { handle, id } of reads) {
    t.match(JSON.stringify((await handle(as(workspaceId, 'usr_1'))).body), /usr_1/, id);
    t.notMatch(JSON.stringify((await handle(as('ws_other'))).body), /secret|usr_1/, id);
  }
});

void t.test('it stays when a workspace is deleted, and is stuck for those who see it', async (t) => {
  const { sql, id, as, workspaceId } = await tower(t);
  await removeWorkspace({ sql, directory: sql }, workspaceId);
  t.match((await getActor.handle(as('ws_other'))).body, { actor: { id } });
  await sql`update actors set parked_at = now(), status = 'needs_attention' where id = ${id}`;
  const stuck = async (workspace: string) =>
    (await listActorsOperation.handle({ ...as(workspace), query: { stuck: true } })).body.actors.map(
      (one) => one.id,
    );
  t.strictSame(await stuck('ws_other'), [id]);
  t.strictSame(await stuck('ws_third'), []);
});

void t.test(
  'only shared kinds belong to the installation, and they have nobody to send events to',
  async (t) => {
    const { node } = await tower(t);
    const started = node.command(async (_, turn) => {
      turn.start({
        kind: 'metrics',
        id: 'metrics_1',
        workspaceId: INSTALLATION,
        input: { accountId: 'acc_1', jitter: 0 },
      });
      return { result: null };
    });
    await t.rejects(started, /has to belong to a workspace/);
    const kind = bareKind({ name: 'bell', machine, version: 1, upgrades: {}, shared: async () => [] });
    t.throws(() => kindTable({ ...kind, feedEvent: { change: () => null } }), /nobody to send events to/);
    t.ok(kindTable(kind));
  },
);
