/** Actors for people: found, and read one by one. Everything is read from rows that are there anyway. */
import { Type } from 'typebox';
import { kinds, type KindName } from '../../machines/kinds.ts';
import {
  type ActorOverview,
  countActors,
  findPostsByText,
  findStuck,
  listActors,
  readActors,
  readEffects,
  readFamilies,
  readMail,
  readSnapshot,
} from '../../store/actors.ts';
import type { Db } from '../../store/connect.ts';
import { chartOfKind, kindOf, OVERDUE_MS, SLOW_EFFECT_MS, summarize } from './actor-view.ts';
import { type Choice, choicesOf, type Subject } from './hand.ts';
import { chartHash } from './layout.ts';
import { redactDeep } from './redact.ts';
import { stateName } from './states.ts';
import { isoOf, isoOrNull } from '../posts/delivery-view.ts';
import { workspaceOf } from '../api/access.ts';
import { Actor, ActorChoice, PendingEffectView, PendingMailView } from './actor-schemas.ts';
import { operation, type Workspace } from '../api/operation.ts';
import { notFound } from '../api/problem.ts';
import { IdParams, WorkspaceSlug } from '../api/schemas.ts';
import {
  closed,
  nullable,
  workspaceQuery,
  noActor,
  MOST_FAMILY,
  MOST_PENDING,
  actorExample,
  choiceExample,
} from './actor-common.ts';

const kindNames = Object.keys(kinds) as KindName[];

const MOST_STUCK = 100;
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
