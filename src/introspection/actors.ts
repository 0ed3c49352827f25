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
import { redactDeep } from '../redact.ts';
import { stateName } from './states.ts';
import { isoOf, isoOrNull } from '../time.ts';
import { countedFields, pages, totalOf } from '../api/paging.ts';
import { type Workspace, workspaceOf } from '../api/principal.ts';
import { Actor, ActorChoice, PendingEffectView, PendingMailView } from './actor-schemas.ts';
import { operation } from './context.ts';
import { notFound } from '../api/problem.ts';
import { noActor, MAX_FAMILY, MAX_PENDING, actorExample, choiceExample } from './actor-common.ts';
import { closed, idParams, nullable, workspaceField, workspaceQuery } from '../api/schemas.ts';

const kindNames = Object.keys(kinds) as KindName[];

const MAX_STUCK = 100;
/** Posts that one page of a search takes in, with their deliveries. */
const SEARCHED_AT_ONCE = 20;
const page = pages(50, {
  pattern: '^[a-z]+_[0-9A-Z]+$',
  description: '`next` of the page before: those older than this id, of whatever kind.',
});
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
  rest: { method: 'get', path: '/v1/actors' },
  tag: 'Debugger',
  summary: 'List actors',
  description:
    'Every post, delivery, account and webhook send is an actor: a statechart with a mailbox. Those that do not get on come first, then the newest; `next` leads to the older ones, where those that led stand in their own place again. `state` is looked for among the newest 20,000 of the kind, `q` in ids and in the texts of the newest 20,000 posts.',
  query: Type.Object(
    {
      ...workspaceField,
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
      ...page.fields,
    },
    closed,
  ),
  result: Type.Object({
    actors: Type.Array(Actor),
    ...countedFields,
  }),
  example: {
    query: { kind: 'delivery', state: 'retrying' },
    result: { actors: [actorExample], next: null, total: null },
  },
  handle: async (call) => {
    const { sql } = call.context;
    const { id: workspaceId } = workspaceOf(call, call.query.workspace);
    const { kind, state = null, q, stuck = false } = call.query;
    const asked = page.read(call.query);
    const { before } = asked;
    const wanted = kind === undefined ? kindNames : [kind];
    const fits = ({ kind: own, value }: ActorOverview) => {
      const name = stateName(value);
      return (
        wanted.includes(own as KindName) && (state === null || name === state || name.startsWith(`${state}.`))
      );
    };
    const isPlain = q === undefined && !stuck;
    const [troubled, found, total] = await Promise.all([
      q === undefined && before === null ? readStuck(sql, workspaceId, call.now) : [],
      q === undefined
        ? stuck
          ? { rows: [], next: null }
          : listKinds(sql, { workspaceId, wanted, state, ...asked })
        : search(sql, { workspaceId, q: q.trim(), ...asked, fits }),
      isPlain && state === null
        ? totalOf(asked, (most) => countActors(sql, { workspaceId, kinds: wanted, most }))
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
        total,
      },
    };
  },
});

/** Rows of a page, and what `before` takes for the next one. */
interface Rows {
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
): Promise<Rows> {
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
    limit: MAX_STUCK,
  });
  return ids.length === 0 ? [] : readActors(db, { workspaceId, ids: ids.slice(0, MAX_STUCK) });
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
): Promise<Rows> {
  const { workspaceId, q, before, limit, fits } = find;
  const isId = /^[a-z]+_[0-9A-Z]+$/.test(q);
  // the post of the last page's last actor is looked at again: some of its deliveries may be left
  const upTo = before === null ? null : `post_${ageOf(before).slice(0, ULID_LENGTH)}`;
  const ids = isId ? [q] : await findPostsByText(db, { workspaceId, text: q, upTo, limit: SEARCHED_AT_ONCE });
  if (ids.length === 0) return { rows: [], next: null };
  const most = isId ? MAX_FAMILY : SEARCHED_AT_ONCE * MAX_FAMILY;
  const rows = (await readFamilies(db, { workspaceId, ids, limit: most }))
    .filter(fits)
    .filter((row) => before === null || ageOf(row.id) < ageOf(before))
    .toSorted(byAge);
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]!.id };
  return { rows, next: !isId && ids.length === SEARCHED_AT_ONCE ? ids.at(-1)! : null };
}

export const getActor = operation({
  id: 'getActor',
  rest: { method: 'get', path: '/v1/actors/{id}' },
  tag: 'Debugger',
  summary: 'Read an actor',
  description:
    'Where it stands, what waits in its mailbox, what it has asked for, and what may be done to it by hand.',
  params: idParams('actor'),
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
    readMail(db, id, MAX_PENDING),
    readEffects(db, id, MAX_PENDING),
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
    readFamilies(db, { workspaceId: workspace.id, ids, limit: MAX_FAMILY }),
    row.accountId === null || row.kind === 'account'
      ? []
      : readActors(db, { workspaceId: workspace.id, ids: [row.accountId] }),
  ]);
  return [...family, ...accounts].filter((one) => one.id !== row.id);
}
