/** What actors did: their journals, the messages between them, and the download. Past contexts come from a replay. */
import { Type } from 'typebox';
import {
  type ActorOverview,
  type JournalRow,
  readActors,
  readFamilies,
  readJournal,
} from '../../../store/actors.ts';
import type { Db } from '../../../store/connect.ts';
import { type AttemptRow, readAttempts } from '../../../store/exchanges.ts';
import { readDefinitions } from '../../../store/definitions.ts';
import { sameJson, stateName } from '../../engine/state-name.ts';
import { readWholeSnapshot } from '../../engine/stored-snapshot.ts';
import type { KindTable } from '../../engine/kind.ts';
import { redactDeep } from '../../base/redact.ts';
import { isoOf } from '../../base/time.ts';
import { summarize } from './actor-view.ts';
import { type By, namePeople } from './people.ts';
import { type ReplayedStep, replayActor } from './replay.ts';
import { isForAll, limitOfRow, reachOf } from './reached.ts';
import { RunFile } from './run-file.ts';
import { sequenceOf, withoutUnreached } from './sequence.ts';
import { FamilyCall, familyCalls, FamilyStep, familySteps, MAX_LISTED_ATTEMPTS } from './timeline.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { HandBy, JournalStepView, JournalStop } from './actor-schemas.ts';
import { operation } from './context.ts';
import { MAX_STEPS, noActor, MAX_FAMILY, actorExample, requireActor } from './actor-common.ts';
import { withOwnHands } from './shared-actors.ts';
import { closed, idParams, nullable, workspaceField, workspaceQuery } from '../../api/schemas.ts';

/** How many attempts a downloaded run holds the HTTP exchanges of, newest first. */
const MAX_ATTEMPTS = 200;

export const getActorJournal = operation({
  id: 'getActorJournal',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/actors/{id}/journal' },
  tag: 'Debugger',
  summary: 'Replay the journal of an actor',
  description:
    'Its steps, oldest first. The journal keeps events, transitions and times; the contexts and the parameters of effects come from stepping the machine again. Where that is not possible (because the beginning was pruned, for example), `stopped` says why, and the steps come without contexts.',
  params: idParams('actor'),
  query: Type.Object(
    {
      ...workspaceField,
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          default: 0,
          description: 'Steps after this number.',
        }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000, default: 1000 })),
    },
    closed,
  ),
  result: Type.Object({
    actorId: Type.String(),
    kind: Type.String(),
    steps: Type.Array(JournalStepView),
    stopped: nullable(JournalStop),
    next: nullable(
      Type.Integer({ description: 'The `after` of the next page; null means this is the last one.' }),
    ),
  }),
  errors: noActor,
  example: {
    params: { id: actorExample.id },
    result: {
      actorId: actorExample.id,
      kind: 'delivery',
      steps: [
        {
          seq: 1,
          version: 2,
          at: '2026-05-04T08:00:00.000Z',
          event: { type: 'started', input: {} },
          value: 'sending',
          state: 'sending',
          taken: [],
          effects: [{ type: 'publish', params: { attempt: 1 } }],
          timers: [],
          cancels: [],
          fault: null,
          hand: null,
          by: null,
          changed: { attempt: 1 },
          differences: [],
        },
      ],
      stopped: null,
      next: null,
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { after = 0, limit = 1000 } = call.query;
    const { sql, node } = call.context;
    const row = await requireActor(sql, node.kinds, { workspace, id: call.params.id });
    const rows = await readJournal(call.context.sql, {
      family: row.parentId ?? row.id,
      actorId: row.id,
      limit: MAX_STEPS,
    });
    const replayed = await replayActor(sql, node.kinds, { ...row, rows });
    const { stopped } = replayed;
    const limited = limitOfRow(node.kinds, row, workspace.heldTo);
    const steps = withOwnHands(
      node.kinds,
      { ...row, userId: call.principal.userId },
      limited ? limited.steps(replayed.steps) : replayed.steps,
    );
    const from = steps.findIndex(({ seq }) => seq > after);
    const page = from === -1 ? [] : steps.slice(from, from + limit);
    const isLast = from === -1 || from + limit >= steps.length;
    const byOf = await namePeople(call.context.directory, page);
    return {
      body: {
        actorId: row.id,
        kind: row.kind,
        steps: page.map((step, index) =>
          stepView(step, byOf(step.hand), index === 0 ? null : page[index - 1]!.context),
        ),
        stopped,
        next: isLast ? null : page.at(-1)!.seq,
      },
    };
  },
});

/** @param before the context that the reader has already; null if none */
function stepView(step: ReplayedStep, by: By | null, before: ReplayedStep['context']) {
  const {
    seq,
    version,
    at,
    event,
    value,
    taken,
    requests,
    timers,
    cancels,
    fault,
    hand,
    context,
    differences,
  } = step;
  return redactDeep({
    seq,
    version,
    at: isoOf(at),
    event,
    value,
    state: stateName(value),
    taken: taken ?? [],
    effects: requests,
    timers: (timers ?? []).map(({ id, dueAt }) => ({ id, dueAt: isoOf(dueAt) })),
    cancels: cancels ?? [],
    fault,
    hand,
    by,
    changed: context === null ? null : changes(before, context),
    differences,
  });
}

type Context = { [field: string]: unknown };

/** Machines set all fields of their context at the start and never remove one. */
function changes(before: Context | null, after: Context): Context {
  if (before === null) return after;
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !sameJson(value, before[name])));
}

export const getActorSequence = operation({
  id: 'getActorSequence',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/actors/{id}/sequence' },
  tag: 'Debugger',
  summary: 'List the messages of a family',
  description:
    'The messages between an actor, its family (a post and its deliveries), their accounts, the network and the caller, for a sequence diagram; and the steps and calls of the family, for a time line.',
  params: idParams('actor'),
  query: workspaceQuery,
  result: Type.Object({
    participants: Type.Array(
      Type.Object({
        id: Type.String({ description: 'An actor, or `caller`, `operator`, `network`, `webhooks`.' }),
        kind: Type.String(),
        title: Type.String(),
      }),
    ),
    messages: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time' }),
        from: Type.String(),
        to: Type.String(),
        type: Type.String({ description: 'Name of the event or effect.' }),
        actorId: Type.String({ description: 'The actor whose step it belongs to.' }),
        seq: Type.Integer(),
        by: Type.Optional(HandBy),
      }),
    ),
    more: Type.Boolean({ description: 'There are older messages: the newest 2,000 are listed.' }),
    steps: Type.Array(FamilyStep, { description: 'The newest 2,000 steps of the family, oldest first.' }),
    calls: Type.Array(FamilyCall, {
      description: 'The calls to networks of its newest 200 attempts, in the order in which they were sent.',
    }),
  }),
  errors: noActor,
  example: {
    params: { id: actorExample.id },
    result: {
      participants: [
        { id: 'post_01JD0000000000000000000001', kind: 'post', title: 'Hello from all of us' },
        { id: actorExample.id, kind: 'delivery', title: 'bluesky · Café Luna' },
      ],
      messages: [
        {
          at: '2026-05-04T08:00:00.000Z',
          from: 'post_01JD0000000000000000000001',
          to: actorExample.id,
          type: 'start',
          actorId: 'post_01JD0000000000000000000001',
          seq: 1,
        },
      ],
      more: false,
      steps: [
        {
          actorId: 'post_01JD0000000000000000000001',
          seq: 1,
          at: '2026-05-04T08:00:00.000Z',
          event: 'started',
          state: 'publishing',
          dueAt: null,
        },
      ],
      calls: [{ actorId: actorExample.id, seq: 2, at: '2026-05-04T08:00:00.031Z', ms: 377, status: 429 }],
    },
  },
  handle: async (call) => {
    const { sql, node } = call.context;
    const { kinds } = node;
    const workspace = workspaceOf(call, call.query.workspace);
    const row = await requireActor(sql, kinds, { workspace, id: call.params.id });
    const replayed = await replayFamily(sql, kinds, { workspace, row });
    const { family } = replayed;
    const steps = withOwnHands(kinds, { ...row, userId: call.principal.userId }, replayed.steps);
    const kindOf = new Map(family.map(({ id, kind }) => [id, kind]));
    const sequence = sequenceOf(steps, { kinds, kindOf });
    const outside = sequence.participants
      .map(({ id }) => id)
      .filter((id) => !family.some((one) => one.id === id));
    const others = await readActors(sql, {
      ...reachOf(kinds, workspace),
      workspaceId: workspace.id,
      ids: outside,
    });
    const { participants, messages, more } = isForAll(workspace)
      ? sequence
      : withoutUnreached(sequence, new Set([...family, ...others].map(({ id }) => id)));
    // a page that an actor of several accounts read may be for any of them
    const whole = family.filter((one) => limitOfRow(kinds, one, workspace.heldTo) === null);
    const [byOf, attempts] = await Promise.all([
      namePeople(call.context.directory, messages),
      readAttempts(sql, {
        workspaceId: workspace.id,
        actorIds: whole.map(({ id }) => id),
        before: null,
        limit: MAX_LISTED_ATTEMPTS,
      }),
    ]);
    const titles = new Map(
      (
        await summarize(sql, kinds, {
          rows: [...family, ...others],
          heldTo: workspace.heldTo,
          now: call.now,
        })
      ).map((one) => [one.id, one.title]),
    );
    return {
      body: {
        participants: participants.map((one) => ({ ...one, title: titles.get(one.id) ?? one.id })),
        messages: messages.map(({ hand, at, ...message }) => {
          const by = byOf(hand);
          return { ...message, at: isoOf(at), ...(by && { by }) };
        }),
        more,
        steps: familySteps(steps),
        calls: familyCalls(attempts),
      },
    };
  },
});

/** Every step of the actors of a family that the caller reaches, replayed, in the order in which they were taken. */
async function replayFamily(
  db: Db,
  kinds: KindTable,
  { workspace, row }: { workspace: Membership; row: ActorOverview },
) {
  const root = row.parentId ?? row.id;
  const [family, all] = await Promise.all([
    readFamilies(db, {
      ...reachOf(kinds, workspace),
      workspaceId: workspace.id,
      ids: [root],
      shared: [root],
      limit: MAX_FAMILY,
    }),
    readJournal(db, { family: root, actorId: null, limit: MAX_STEPS }),
  ]);
  const byId = new Map(family.map((one) => [one.id, one]));
  // what was pruned is of no actor that could be reached or not
  const rows = isForAll(workspace) ? all : all.filter(({ actorId }) => byId.has(actorId));
  const replayed = new Map<string, ReplayedStep>();
  for (const [id, own] of Map.groupBy(rows, ({ actorId }) => actorId)) {
    const { kind = '', definitionId = null } = byId.get(id) ?? {};
    const { steps } = await replayActor(db, kinds, { kind, definitionId, rows: own });
    const member = byId.get(id);
    const limit = member ? limitOfRow(kinds, member, workspace.heldTo) : null;
    for (const step of limit ? limit.steps(steps) : steps) replayed.set(`${id} ${step.seq}`, step);
  }
  return { family, steps: rows.flatMap(({ actorId, seq }) => replayed.get(`${actorId} ${seq}`) ?? []) };
}

export const downloadRun = operation({
  id: 'downloadRun',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/actors/{id}/run' },
  tag: 'Debugger',
  summary: 'Download a run',
  description:
    'The actor with its family as one JSON document: snapshots, journals and responses of networks, redacted. `troupe replay <file>` replays it on the machines and reports where it differs. Who is held to some accounts is given the actors of which they reach all accounts.',
  params: idParams('actor'),
  query: workspaceQuery,
  result: RunFile,
  errors: noActor,
  example: {
    params: { id: actorExample.id },
    result: {
      format: 'troupe-run',
      formatVersion: 1,
      downloadedAt: '2026-05-04T08:00:00.000Z',
      actors: [],
    },
  },
  handle: async (call) => {
    const { sql, node } = call.context;
    const workspace = workspaceOf(call, call.query.workspace);
    const row = await requireActor(sql, node.kinds, { workspace, id: call.params.id });
    const root = row.parentId ?? row.id;
    const reached = await readFamilies(sql, {
      ...reachOf(node.kinds, workspace),
      workspaceId: workspace.id,
      ids: [root],
      shared: [root],
      limit: MAX_FAMILY,
    });
    // what was left out of an actor's steps could not be replayed
    const family = reached.filter((one) => limitOfRow(node.kinds, one, workspace.heldTo) === null);
    const definitions = await readDefinitionsOf(sql, family);
    const rows = withOwnHands(
      node.kinds,
      { ...row, userId: call.principal.userId },
      await readJournal(sql, { family: root, actorId: null, limit: MAX_STEPS }),
    );
    const byOf = await namePeople(call.context.directory, rows);
    const attempts = await readAttempts(sql, {
      workspaceId: workspace.id,
      actorIds: family.map(({ id }) => id),
      before: null,
      limit: MAX_ATTEMPTS,
    });
    const actors = await Promise.all(
      family.toReversed().map(async ({ id, parentId, kind, definitionId, version, seq, status }) => ({
        id,
        parentId,
        kind,
        ...(definitionId && { definition: definitions.get(definitionId) ?? null }),
        version,
        seq,
        status,
        snapshot: (await readWholeSnapshot(sql, node.kinds, id)) as never,
        steps: rows.filter(({ actorId }) => actorId === id).map((step) => runStep(step, byOf(step.hand))),
        attempts: attempts
          .filter(({ actorId }) => actorId === id)
          .map(runAttempt)
          .toReversed(),
      })),
    );
    const file = { format: 'troupe-run', formatVersion: 1, downloadedAt: isoOf(call.now), actors } as const;
    return { body: redactDeep(file) };
  },
});

/** The definitions that the charts of these actors are compiled from, by id. */
async function readDefinitionsOf(db: Db, family: readonly ActorOverview[]) {
  const ids = [...new Set(family.flatMap(({ definitionId }) => definitionId ?? []))];
  const rows = ids.length === 0 ? [] : await readDefinitions(db, ids);
  return new Map(rows.map(({ id, version, json }) => [id, { id, version, json }]));
}

/** A step as the file stores it, without the actor's id, which the file has once. */
function runStep(row: JournalRow, by: By | null) {
  const { seq, version, at, event, value, before, taken, effects, timers, cancels, fault, hand } = row;
  const stood = before && { before: { value: before.value, context: before.context as unknown } };
  return { seq, version, at, event, value, ...stood, taken, effects, timers, cancels, fault, hand, by };
}

function runAttempt({ effectId, type, tries, seq, at, recorded }: AttemptRow) {
  return { effectId, type, tries, seq, at, recorded };
}
