/**
 * Actors for people: what the dashboard's debugger shows, and the operator's hand. Everything is read from rows that are
 * there anyway; contexts of the past come from a replay.
 */
import { Type } from 'typebox';
import { kinds, type KindName } from '../../machines/kinds.ts';
import {
  type ActorOverview,
  countActors,
  dropEffects,
  findPostsByText,
  findStuck,
  type JournalRow,
  listActors,
  readActors,
  readEffects,
  readFamilies,
  readJournal,
  readMail,
  readSnapshot,
  takeTimer,
  unparkMail,
} from '../../store/actors.ts';
import type { Db, Tx } from '../../store/connect.ts';
import { type AttemptRow, readAttempts } from '../../store/exchanges.ts';
import { type Hand, lockActors } from '../../store/turns.ts';
import { chartOfKind, kindOf, OVERDUE_MS, SLOW_EFFECT_MS, summarize } from '../debugger/actor-view.ts';
import { type Choice, choicesOf, type Subject, timersOnResume } from '../debugger/hand.ts';
import { chartHash } from '../debugger/layout.ts';
import { type By, nameHands } from '../debugger/people.ts';
import { redactDeep } from '../debugger/redact.ts';
import { type ReplayedStep, replay } from '../debugger/replay.ts';
import { RunFile } from '../debugger/run-file.ts';
import { sequenceOf } from '../debugger/sequence.ts';
import { sameJson, stateName } from '../debugger/states.ts';
import { isSession } from '../auth/sessions.ts';
import { isoOf, isoOrNull } from '../delivery-view.ts';
import type { Actor as TurnActor, Turn } from '../runtime/turn.ts';
import { requirePublishingPlan, workspaceOf } from './access.ts';
import {
  Actor,
  ActorChoice,
  HandBy,
  JournalStepView,
  JournalStop,
  PendingEffectView,
  PendingMailView,
} from './actor-schemas.ts';
import { idempotent } from './idempotent.ts';
import { operation, type Principal, type Workspace } from './operation.ts';
import { notFound, Problem } from './problem.ts';
import { IdParams, WorkspaceSlug } from './schemas.ts';

const closed = { additionalProperties: false };
const nullable = <T extends Parameters<typeof Type.Array>[0]>(schema: T) => Type.Union([schema, Type.Null()]);
const workspaceQuery = Type.Object({ workspace: Type.Optional(WorkspaceSlug) }, closed);
const noActor = { 404: 'There is no such actor in the workspace' };
const kindNames = Object.keys(kinds) as KindName[];

const MOST_STUCK = 100;
const MOST_FAMILY = 200;
/** Posts that one page of a search takes in, with their deliveries. */
const SEARCHED_AT_ONCE = 20;
const MOST_COUNTED = 10_000;
const ULID_LENGTH = 26;
/** What the ids of each kind begin with (src/ids.ts). */
const ID_PREFIXES: { [kind in KindName]: string } = {
  post: 'post',
  delivery: 'dlv',
  account: 'acc',
  webhook_send: 'send',
};
const MOST_PENDING = 200;
/** Attempts, the newest ones, whose exchanges a downloaded run holds. */
const MOST_ATTEMPTS = 200;
/** Steps of an actor or family that are replayed at most: 20,000 take about a second. */
const MOST_STEPS = 20_000;

const actorExample = {
  id: 'dlv_01JD000000000000000000000101JD0000000000000000000001',
  kind: 'delivery',
  version: 2,
  status: 'active',
  state: 'retrying',
  title: 'bluesky · Café Luna',
  parentId: 'post_01JD0000000000000000000001',
  postId: 'post_01JD0000000000000000000001',
  accountId: 'acc_01JD0000000000000000000001',
  platform: 'bluesky',
  error: '502 Bad Gateway',
  seq: 3,
  updatedAt: '2026-05-04T08:00:00.000Z',
  nextAt: '2026-05-04T08:05:00.000Z',
  mail: 1,
  effects: 0,
  trouble: null,
};
const choiceExample = {
  action: 'retry',
  event: 'xstate.after.backoff.delivery.retrying',
  title: 'Try again now',
  detail: 'The wait is skipped; the attempt counts as the next one.',
  fields: [],
};

export const listActorsOperation = operation({
  id: 'listActors',
  method: 'get',
  path: '/v1/actors',
  tag: 'Debugger',
  summary: 'List actors',
  description:
    'Every post, delivery, account and webhook send is an actor: a statechart with a mailbox. Those that do not get on come first, then the newest; `next` leads to the older ones, where those that led stand in their own place again. `state` is looked for among the newest 20,000 of the kind, `q` in ids and in the texts of the newest 20,000 posts.',
  query: Type.Object(
    {
      workspace: Type.Optional(WorkspaceSlug),
      kind: Type.Optional(Type.Enum([...kindNames], { type: 'string', description: 'Default: every kind.' })),
      state: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Such as `verifying` or `verifying.waiting`.',
        }),
      ),
      q: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'An id, or a part of a post’s text.' }),
      ),
      stuck: Type.Optional(Type.Boolean({ description: 'Only those that do not get on.' })),
      before: Type.Optional(
        Type.String({
          pattern: '^[a-z]+_[0-9A-Z]+$',
          maxLength: 64,
          description: '`next` of the page before: those older than this id, of whatever kind.',
        }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    },
    closed,
  ),
  result: Type.Object({
    actors: Type.Array(Actor),
    next: nullable(
      Type.String({ description: 'What `before` takes for the next page; null: there is none.' }),
    ),
    total: nullable(
      Type.Integer({
        description:
          'How many there are of the kinds asked for; null: not counted (on later pages, with `state`, `q` or `stuck`, above 10,000).',
      }),
    ),
  }),
  example: {
    query: { kind: 'delivery', state: 'retrying' },
    result: { actors: [actorExample], next: null, total: null },
  },
  handle: async (call) => {
    const { sql } = call.context;
    const { id: workspaceId } = workspaceOf(call, call.query.workspace);
    const { kind, state = null, q, stuck = false, before = null, limit = 50 } = call.query;
    const wanted = kind === undefined ? kindNames : [kind];
    const fits = ({ kind: own, value }: ActorOverview) => {
      const name = stateName(value);
      return (
        wanted.includes(own as KindName) && (state === null || name === state || name.startsWith(`${state}.`))
      );
    };
    const isPlain = q === undefined && !stuck;
    const [troubled, found, counted] = await Promise.all([
      q === undefined && before === null ? readStuck(sql, workspaceId, call.now) : [],
      q === undefined
        ? stuck
          ? { rows: [], next: null }
          : listKinds(sql, { workspaceId, wanted, state, before, limit })
        : search(sql, { workspaceId, q: q.trim(), before, limit, fits }),
      isPlain && state === null && before === null
        ? countActors(sql, { workspaceId, kinds: wanted, most: MOST_COUNTED + 1 })
        : null,
    ]);
    const first = troubled.filter(fits);
    const known = new Set(first.map((row) => row.id));
    const rows = [...first, ...found.rows.filter((row) => !known.has(row.id))];
    const actors = await summarize(sql, rows, call.now);
    return {
      body: {
        actors: stuck ? actors.filter((actor) => actor.trouble !== null) : actors,
        next: found.next,
        total: counted === null || counted > MOST_COUNTED ? null : counted,
      },
    };
  },
});

/** A page of rows, and what `before` takes for the next one. */
interface Page {
  rows: ActorOverview[];
  next: string | null;
}

/** What ids sort by across kinds: when they were made. A delivery sorts as a part of its post. */
const ageOf = (id: string): string => id.slice(id.indexOf('_') + 1);
const byAge = (a: { id: string }, b: { id: string }): number => (ageOf(a.id) < ageOf(b.id) ? 1 : -1);

/** Actors of several kinds, newest first. */
async function listKinds(
  db: Db,
  list: {
    workspaceId: string;
    wanted: KindName[];
    state: string | null;
    before: string | null;
    limit: number;
  },
): Promise<Page> {
  const { wanted, before, limit, ...rest } = list;
  const lists = await Promise.all(
    wanted.map((kind) => {
      const older = before === null ? null : `${ID_PREFIXES[kind]}_${ageOf(before)}`;
      return listActors(db, { ...rest, kind, before: older, limit });
    }),
  );
  const rows = lists.flat().toSorted(byAge);
  return { rows: rows.slice(0, limit), next: rows.length >= limit ? (rows[limit - 1]?.id ?? null) : null };
}

async function readStuck(db: Db, workspaceId: string, now: number): Promise<ActorOverview[]> {
  const ids = await findStuck(db, {
    workspaceId,
    overdueBefore: now - OVERDUE_MS,
    slowBefore: now - SLOW_EFFECT_MS,
    limit: MOST_STUCK,
  });
  return ids.length === 0 ? [] : readActors(db, { workspaceId, ids: ids.slice(0, MOST_STUCK) });
}

/** By id, with the actor's family; else by the text of posts, with their deliveries. */
async function search(
  db: Db,
  find: {
    workspaceId: string;
    q: string;
    before: string | null;
    limit: number;
    fits: (row: ActorOverview) => boolean;
  },
): Promise<Page> {
  const { workspaceId, q, before, limit, fits } = find;
  const isId = /^[a-z]+_[0-9A-Z]+$/.test(q);
  // the post of the last page's last actor is looked at again: some of its deliveries may be left
  const upTo = before === null ? null : `post_${ageOf(before).slice(0, ULID_LENGTH)}`;
  const ids = isId ? [q] : await findPostsByText(db, { workspaceId, text: q, upTo, limit: SEARCHED_AT_ONCE });
  if (ids.length === 0) return { rows: [], next: null };
  const most = isId ? MOST_FAMILY : SEARCHED_AT_ONCE * MOST_FAMILY;
  const rows = (await readFamilies(db, { workspaceId, ids, limit: most }))
    .filter(fits)
    .filter((row) => before === null || ageOf(row.id) < ageOf(before))
    .toSorted(byAge);
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]!.id };
  return { rows, next: !isId && ids.length === SEARCHED_AT_ONCE ? ids.at(-1)! : null };
}

export const getActor = operation({
  id: 'getActor',
  method: 'get',
  path: '/v1/actors/{id}',
  tag: 'Debugger',
  summary: 'Read an actor',
  description:
    'Where it stands, what waits in its mailbox, what it has asked for, and what may be done to it by hand.',
  params: IdParams,
  query: workspaceQuery,
  result: Type.Object({
    actor: Actor,
    value: Type.Unknown({ description: "XState's value." }),
    context: Type.Unknown({ description: 'What it remembers, redacted.' }),
    chartHash: nullable(Type.String({ description: 'Of GET /v1/charts/{kind}; null: of a newer version.' })),
    mailbox: Type.Array(PendingMailView),
    pendingEffects: Type.Array(PendingEffectView),
    relatives: Type.Array(Actor, { description: 'What it started, what started it, and its account.' }),
    choices: Type.Array(ActorChoice),
  }),
  errors: noActor,
  example: {
    params: { id: actorExample.id },
    result: {
      actor: actorExample,
      value: 'retrying',
      context: { attempt: 1, error: '502 Bad Gateway' },
      chartHash: '0f3c2a6b9d1e4f58',
      mailbox: [
        {
          id: '42',
          timer: 'xstate.after.backoff.delivery.retrying',
          event: { type: 'xstate.after.backoff.delivery.retrying' },
          dueAt: '2026-05-04T08:05:00.000Z',
        },
      ],
      pendingEffects: [],
      relatives: [],
      choices: [choiceExample],
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    return { body: await readWhole(call.context.sql, workspace, call.params.id, call.now) };
  },
});

async function readWhole(db: Db, workspace: Workspace, id: string, now: number) {
  const [row] = await readActors(db, { workspaceId: workspace.id, ids: [id] });
  const snapshot = row && (await readSnapshot(db, id));
  if (!row || !snapshot) throw notFound('actor', id);
  const [mail, effects, relatives, parentSnapshot] = await Promise.all([
    readMail(db, id, MOST_PENDING),
    readEffects(db, id, MOST_PENDING),
    readRelatives(db, workspace, row),
    row.parentId === null ? undefined : readSnapshot(db, row.parentId),
  ]);
  const parent = relatives.find((one) => one.id === row.parentId);
  const subject: Subject = {
    id,
    kind: row.kind,
    status: row.status,
    snapshot,
    parent:
      parent && parentSnapshot
        ? { id: parent.id, kind: parent.kind, status: parent.status, snapshot: parentSnapshot }
        : null,
    mail,
    effects,
  };
  const [actor, ...others] = await summarize(db, [row, ...relatives], now);
  const isKnown = kindOf(row.kind) && row.version <= kindOf(row.kind)!.version;
  return {
    actor: actor!,
    value: row.value,
    context: redactDeep(snapshot.context),
    chartHash: isKnown ? chartHash(chartOfKind(row.kind as KindName)) : null,
    mailbox: mail.map(({ event, dueAt, ...rest }) => ({
      ...rest,
      event: redactDeep(event),
      dueAt: isoOrNull(dueAt),
    })),
    pendingEffects: effects.map(({ aliveUntil, createdAt, startedAt, params, ...rest }) => ({
      ...rest,
      params: redactDeep(params),
      createdAt: isoOf(createdAt),
      startedAt: isoOrNull(startedAt),
      lease:
        rest.nodeId === null ? 'free' : aliveUntil !== null && aliveUntil > Date.now() ? 'held' : 'lapsed',
    })),
    relatives: others,
    choices: isKnown ? choicesOf(subject, now).map(shownChoice) : [],
  };
}

const shownChoice = ({ action, event, title, detail, fields }: Choice) => ({
  action,
  event,
  title,
  detail,
  fields,
});

async function readRelatives(db: Db, workspace: Workspace, row: ActorOverview): Promise<ActorOverview[]> {
  const ids = [row.parentId ?? row.id];
  const [family, accounts] = await Promise.all([
    readFamilies(db, { workspaceId: workspace.id, ids, limit: MOST_FAMILY }),
    row.accountId === null || row.kind === 'account'
      ? []
      : readActors(db, { workspaceId: workspace.id, ids: [row.accountId] }),
  ]);
  return [...family, ...accounts].filter((one) => one.id !== row.id);
}

export const getActorJournal = operation({
  id: 'getActorJournal',
  method: 'get',
  path: '/v1/actors/{id}/journal',
  tag: 'Debugger',
  summary: 'Replay the journal of an actor',
  description:
    'Its steps, oldest first. The journal keeps events, transitions and times; the contexts and the parameters of effects come from stepping the machine again. Where that cannot be done (the beginning was pruned, say), `stopped` tells why, and the steps are told without.',
  params: IdParams,
  query: Type.Object(
    {
      workspace: Type.Optional(WorkspaceSlug),
      after: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'Steps after this number.' })),
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
      Type.Integer({ description: 'What `after` takes for the next steps; null: there are none.' }),
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
    const row = await requireActor(call.context.sql, workspace, call.params.id);
    const rows = await readJournal(call.context.sql, {
      family: row.parentId ?? row.id,
      actorId: row.id,
      limit: MOST_STEPS,
    });
    const { steps, stopped } = replay(kindOf(row.kind), rows);
    const from = steps.findIndex(({ seq }) => seq > after);
    const page = from === -1 ? [] : steps.slice(from, from + limit);
    const isLast = from === -1 || from + limit >= steps.length;
    const byOf = await nameHands(call.context.sql, page);
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

async function requireActor(db: Db, workspace: Workspace, id: string): Promise<ActorOverview> {
  const [row] = await readActors(db, { workspaceId: workspace.id, ids: [id] });
  if (!row) throw notFound('actor', id);
  return row;
}

/** @param before the context that the reader has already; null: none */
function stepView(step: ReplayedStep, by: By | null, before: ReplayedStep['context']) {
  const { seq, version, at, event, value, taken, asked, timers, cancels, fault, hand, context, differences } =
    step;
  return redactDeep({
    seq,
    version,
    at: isoOf(at),
    event,
    value,
    state: stateName(value),
    taken: taken ?? [],
    effects: asked,
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

/** Machines give their fields all at once and never take one away. */
function changes(before: Context | null, after: Context): Context {
  if (before === null) return after;
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !sameJson(value, before[name])));
}

export const getActorSequence = operation({
  id: 'getActorSequence',
  method: 'get',
  path: '/v1/actors/{id}/sequence',
  tag: 'Debugger',
  summary: 'Who told whom what',
  description:
    'The messages between an actor, its family (a post and its deliveries), their accounts, the network and whoever called, as a sequence diagram shows them.',
  params: IdParams,
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
        actorId: Type.String({ description: 'Whose step it belongs to.' }),
        seq: Type.Integer(),
        by: Type.Optional(HandBy),
      }),
    ),
    more: Type.Boolean({ description: 'There are older ones than are told: up to 2,000 are.' }),
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
    },
  },
  handle: async (call) => {
    const { sql } = call.context;
    const workspace = workspaceOf(call, call.query.workspace);
    const row = await requireActor(sql, workspace, call.params.id);
    const { family, steps } = await replayFamily(sql, workspace, row);
    const { participants, messages, more } = sequenceOf(
      steps,
      new Map(family.map(({ id, kind }) => [id, kind])),
    );
    const outside = participants.map(({ id }) => id).filter((id) => !family.some((one) => one.id === id));
    const others = await readActors(sql, { workspaceId: workspace.id, ids: outside });
    const byOf = await nameHands(sql, messages);
    const titles = new Map(
      (await summarize(sql, [...family, ...others], call.now)).map((one) => [one.id, one.title]),
    );
    return {
      body: {
        participants: participants.map((one) => ({ ...one, title: titles.get(one.id) ?? one.id })),
        messages: messages.map(({ hand, at, ...message }) => {
          const by = byOf(hand);
          return { ...message, at: isoOf(at), ...(by && { by }) };
        }),
        more,
      },
    };
  },
});

/** Every step of an actor's family, replayed, in the order they were taken. */
async function replayFamily(db: Db, workspace: Workspace, row: ActorOverview) {
  const root = row.parentId ?? row.id;
  const [family, rows] = await Promise.all([
    readFamilies(db, { workspaceId: workspace.id, ids: [root], limit: MOST_FAMILY }),
    readJournal(db, { family: root, actorId: null, limit: MOST_STEPS }),
  ]);
  const kindsById = new Map(family.map(({ id, kind }) => [id, kind]));
  const replayed = new Map<string, ReplayedStep>();
  for (const [id, own] of Map.groupBy(rows, ({ actorId }) => actorId)) {
    for (const step of replay(kindOf(kindsById.get(id) ?? ''), own).steps)
      replayed.set(`${id} ${step.seq}`, step);
  }
  return { family, rows, steps: rows.map(({ actorId, seq }) => replayed.get(`${actorId} ${seq}`)!) };
}

export const downloadRun = operation({
  id: 'downloadRun',
  method: 'get',
  path: '/v1/actors/{id}/run',
  tag: 'Debugger',
  summary: 'Download a run',
  description:
    'The actor with its family as one JSON document: snapshots, journals and what networks answered, redacted. `troupe replay <file>` steps it through the machines and says where it differs.',
  params: IdParams,
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
    const { sql } = call.context;
    const workspace = workspaceOf(call, call.query.workspace);
    const row = await requireActor(sql, workspace, call.params.id);
    const root = row.parentId ?? row.id;
    const family = await readFamilies(sql, { workspaceId: workspace.id, ids: [root], limit: MOST_FAMILY });
    const rows = await readJournal(sql, { family: root, actorId: null, limit: MOST_STEPS });
    const byOf = await nameHands(sql, rows);
    const attempts = await readAttempts(sql, {
      workspaceId: workspace.id,
      actorIds: family.map(({ id }) => id),
      before: null,
      limit: MOST_ATTEMPTS,
    });
    const actors = await Promise.all(
      family.toReversed().map(async ({ id, parentId, kind, version, seq, status }) => ({
        id,
        parentId,
        kind,
        version,
        seq,
        status,
        snapshot: (await readSnapshot(sql, id)) as never,
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

/** A step as a file keeps it: the actor it belongs to is told once. */
function runStep(row: JournalRow, by: By | null) {
  const { seq, version, at, event, value, taken, effects, timers, cancels, fault, hand } = row;
  return { seq, version, at, event, value, taken, effects, timers, cancels, fault, hand, by };
}

function runAttempt({ effectId, type, tries, seq, at, recorded }: AttemptRow) {
  return { effectId, type, tries, seq, at, recorded };
}

export const actOnActor = operation({
  id: 'actOnActor',
  method: 'post',
  path: '/v1/actors/{id}/hand',
  tag: 'Debugger',
  summary: 'Do something to an actor by hand',
  description:
    'Retry now, skip a wait, cancel, or send an event: what `choices` of GET /v1/actors/{id} lists, which is what the chart accepts where the actor stands. The reason and who gave it are written to the journal.',
  params: IdParams,
  body: Type.Object(
    {
      workspace: Type.Optional(WorkspaceSlug),
      action: Type.Enum(['retry', 'skip', 'cancel', 'send'], { type: 'string' }),
      event: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Which one, where there are several of the action; needed for `send`.',
        }),
      ),
      reason: Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Why, for whoever reads the journal.',
      }),
      networkPostId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'With `finding.live`: what the network calls it.',
        }),
      ),
      url: Type.Optional(
        Type.String({ format: 'uri', maxLength: 2048, description: 'With `finding.live`: where it is.' }),
      ),
    },
    closed,
  ),
  result: Type.Object({
    id: Type.String(),
    action: Type.String({ description: 'What was done …' }),
    event: Type.String({ description: '… and with which event or timer.' }),
    status: Type.String({ description: 'As in GET /v1/actors/{id}.' }),
    state: Type.String({ description: 'Where the actor stands now.' }),
    seq: Type.Integer({ description: 'Steps it has taken.' }),
  }),
  errors: {
    ...noActor,
    409: 'The actor does not accept this where it stands; the sentence lists what it does',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    params: { id: actorExample.id },
    body: { action: 'retry', reason: 'the network is back' },
    result: {
      id: actorExample.id,
      action: 'retry',
      event: choiceExample.event,
      status: 'active',
      state: 'sending',
      seq: 4,
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { id } = call.params;
    return idempotent(call, async (tx, turn) => {
      const hand = handOf(call.principal, call.body.reason);
      const { subject, actors } = await lockSubject(tx, turn, { id, workspace });
      const chosen = choose(choicesOf(subject, turn.now), call.body, subject);
      if (chosen.event === 'publish') requirePublishingPlan(workspace);
      await act(tx, turn, { chosen, subject, actors, hand, given: call.body });
      const { seq, status, snapshot } = actors.get(id)!;
      const { action, event } = chosen;
      return { result: { id, action, event, status, state: stateName(snapshot.value), seq } };
    });
  },
});

/** Who acts: the person, and the key it came by. Sessions come and go, and say nothing more than who it was. */
function handOf({ userId, keyId }: Principal, reason: string): Hand {
  return { userId, ...(!isSession(keyId) && { keyId }), reason };
}

interface Locked {
  subject: Subject;
  actors: Map<string, TurnActor>;
}

/** Locks the actor and its parent at once, in order of their ids as all do. */
async function lockSubject(
  tx: Tx,
  turn: Turn,
  { id, workspace }: { id: string; workspace: Workspace },
): Promise<Locked> {
  const { parentId } = await requireActor(tx, workspace, id);
  const rows = await lockActors(tx, parentId === null ? [id] : [id, parentId]);
  const actors = new Map(rows.filter((row) => kindOf(row.kind)).map((row) => [row.id, turn.load(row)]));
  const actor = actors.get(id);
  if (!actor) throw notFound('actor', id);
  const [mail, effects] = await Promise.all([
    readMail(tx, id, MOST_PENDING),
    readEffects(tx, id, MOST_PENDING),
  ]);
  const parent = parentId === null ? undefined : actors.get(parentId);
  const { kind, status, snapshot } = actor;
  const isNewer = actor.version > kindOf(kind)!.version;
  return {
    subject: { id, kind: isNewer ? '' : kind, status, snapshot, parent: parent ?? null, mail, effects },
    actors,
  };
}

interface Asked {
  action: string;
  event?: string;
  reason: string;
  networkPostId?: string;
  url?: string;
}

/** @throws Problem 409 when it may not be done, or 400 when it does not say which of several */
function choose(
  choices: Choice[],
  { action, event, networkPostId, url }: Asked,
  { snapshot }: Subject,
): Choice {
  const ofAction = choices.filter((one) => one.action === action);
  const fitting = event === undefined ? ofAction : ofAction.filter((one) => one.event === event);
  const [chosen] = fitting;
  if (chosen && (fitting.length === 1 || event !== undefined)) {
    const extra = Object.entries({ networkPostId, url }).find(
      ([name, value]) => value !== undefined && !chosen.fields.includes(name as 'url'),
    );
    if (!extra) return chosen;
    throw new Problem(400, 'unknown_field', `${extra[0]} does not go with ${chosen.event}; leave it out`, {
      param: `/${extra[0]}`,
    });
  }
  if (chosen) {
    const names = fitting.map((one) => one.event).join(', ');
    throw new Problem(400, 'required', `say which with event: ${names}`, { param: '/event' });
  }
  const open = choices.map((one) => `${one.action} ${one.event}`).join(', ') || 'nothing';
  const asked = event === undefined ? action : `${action} ${event}`;
  throw new Problem(
    409,
    'not_accepted',
    `it does not accept "${asked}" in the state ${stateName(snapshot.value)}; by hand it takes now: ${open}`,
  );
}

interface Deeds {
  chosen: Choice;
  subject: Subject;
  actors: Map<string, TurnActor>;
  hand: Hand;
  given: Asked;
}

async function act(tx: Tx, turn: Turn, { chosen, subject, actors, hand, given }: Deeds): Promise<void> {
  const { deed } = chosen;
  const actor = actors.get(subject.id)!;
  switch (deed.kind) {
    case 'resume': {
      const timers = timersOnResume(subject, await armedTimers(tx, actor), turn.now);
      await unparkMail(tx, { actorId: actor.id, now: turn.now, timers });
      turn.resume(actor, hand);
      return;
    }
    case 'timer':
      await takeTimer(tx, actor.id, deed.timer);
      return deliver(turn, actor, { type: deed.timer }, hand);
    case 'event': {
      const target = deed.to === 'actor' ? actor : actors.get(subject.parent!.id)!;
      if (deed.drops && (await dropEffects(tx, actor.id)) < subject.effects.length) {
        const message = 'the answer it waits for is just being written; look where it stands now';
        throw new Problem(409, 'answer_arriving', message);
      }
      return deliver(turn, target, deed.event(given), hand);
    }
    default:
      return deed satisfies never;
  }
}

function deliver(turn: Turn, actor: TurnActor, event: { type: string }, hand: Hand): void {
  const before = actor.seq;
  turn.deliver(actor, event, hand);
  if (actor.seq > before) return;
  const state = stateName(actor.snapshot.value);
  throw new Problem(409, 'not_accepted', `it does not accept "${event.type}" in the state ${state}`);
}

/** The newest due time of each timer, by the journal. */
async function armedTimers(tx: Tx, actor: TurnActor): Promise<Map<string, number>> {
  const family = actor.parentId ?? actor.id;
  const rows = await readJournal(tx, { family, actorId: actor.id, limit: MOST_STEPS });
  return new Map(rows.flatMap(({ timers }) => (timers ?? []).map(({ id, dueAt }) => [id, dueAt] as const)));
}
