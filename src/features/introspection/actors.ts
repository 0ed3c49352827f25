/** Actors for people: search them, and read one. Everything comes from rows that the engine keeps anyway. */
import { Type } from 'typebox';
import {
  type ActorOverview,
  countActors,
  findPostsByText,
  findStuck,
  listActors,
  type PendingEffect,
  type PendingMail,
  readActors,
  readEffects,
  readFamilies,
  readMail,
} from '../../../store/actors.ts';
import { readAccounts } from '../../../store/accounts.ts';
import type { Db } from '../../../store/connect.ts';
import { machineOf } from '../../engine/definitions.ts';
import { kindNamed, type KindTable, openEndedIn } from '../../engine/kind.ts';
import type { Context } from '../../engine/kind-view.ts';
import { readWholeSnapshot } from '../../engine/stored-snapshot.ts';
import { stateName } from '../../engine/state-name.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import { post } from '../../kinds/post.ts';
import { redactDeep, redactText } from '../../base/redact.ts';
import { isoOf, isoOrNull } from '../../base/time.ts';
import { chartOfMachine, OVERDUE_MS, SLOW_EFFECT_MS, summarize } from './actor-view.ts';
import { chartHash } from './layout.ts';
import { actionsOf, type ManualAction, type Subject } from './manual-actions.ts';
import { countedFields, pages, totalOf } from '../../api/paging.ts';
import { type Membership, type Principal, type Workspace, workspaceOf } from '../../api/principal.ts';
import { Actor, ActorChoice, PendingEffectView, PendingMailView } from './actor-schemas.ts';
import { operation } from './context.ts';
import { isUnapproved } from './unapproved.ts';
import { explain, type Standing } from './explain.ts';
import { notFound } from '../../api/problem.ts';
import {
  noActor,
  MAX_FAMILY,
  MAX_PENDING,
  actorExample,
  choiceExample,
  requireActor,
} from './actor-common.ts';
import { isForAll, isWhole, type Limit, limitOf, reachOf } from './reached.ts';
import { sharedActors } from './shared-actors.ts';
import type { HeldTo } from '../../../store/held.ts';
import { closed, idParams, nullable, workspaceField, workspaceQuery } from '../../api/schemas.ts';

const MAX_STUCK = 100;
/** How many posts one page of a search covers, with their deliveries. */
const SEARCHED_AT_ONCE = 20;
const page = pages(50, {
  pattern: '^[a-z]+_[0-9A-Z]+$',
  description: '`next` of the page before: returns actors of every kind that are older than this id.',
});
const ULID_LENGTH = 26;

export const listActorsOperation = operation({
  id: 'listActors',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/actors' },
  tag: 'Debugger',
  summary: 'List actors',
  description:
    'Every post, delivery, account and webhook send is an actor: a statechart with a mailbox. Actors that are stuck come first, then the newest. `next` leads to older ones, where a stuck actor is listed again at its own age. `state` searches the newest 20,000 of the kind, `q` the ids and the texts of the newest 20,000 posts. Who is held to some accounts is given the actors of these, among the newest 20,000 of each kind.',
  query: Type.Object(
    {
      ...workspaceField,
      kind: Type.Optional(
        Type.Enum(Object.keys(allKinds), { type: 'string', description: 'Default: every kind.' }),
      ),
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
      stuck: Type.Optional(Type.Boolean({ description: 'Only actors that are stuck.' })),
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
    const { sql, node } = call.context;
    const { id: workspaceId, heldTo } = workspaceOf(call, call.query.workspace);
    const source = { db: sql, kinds: node.kinds, heldTo };
    const reach = reachOf(node.kinds, { heldTo });
    const { kind, state = null, q, stuck = false } = call.query;
    const range = page.read(call.query);
    const { before } = range;
    const kinds = kind === undefined ? Object.keys(node.kinds) : [kind];
    const fits = ({ kind: own, value }: ActorOverview) => {
      const name = stateName(value);
      return kinds.includes(own) && (state === null || name === state || name.startsWith(`${state}.`));
    };
    const isPlain = q === undefined && !stuck;
    const shared = isForAll({ heldTo })
      ? await sharedActors(sql, node.kinds, { workspaceId, of: kinds })
      : [];
    const [troubled, found, total] = await Promise.all([
      q === undefined && before === null ? readStuck(source, { workspaceId, shared }, call.now) : [],
      q === undefined
        ? stuck
          ? { rows: [], next: null }
          : listKinds(source, { workspaceId, wanted: kinds, state, shared, ...range })
        : search(source, { workspaceId, q: q.trim(), shared, ...range, fits }),
      isPlain && state === null
        ? totalOf(range, (most) => countActors(sql, { ...reach, workspaceId, kinds, shared, most }))
        : null,
    ]);
    const first = troubled.filter(fits);
    const ids = new Set(first.map((row) => row.id));
    const rows = [...first, ...found.rows.filter((row) => !ids.has(row.id))];
    const actors = await summarize(sql, node.kinds, { rows, heldTo, now: call.now });
    return {
      body: {
        actors: stuck ? actors.filter((actor) => actor.trouble !== null) : actors,
        next: found.next,
        total,
      },
    };
  },
});

/** Where to read actors, which kinds, and of which accounts. */
interface Source {
  db: Db;
  kinds: KindTable;
  heldTo: HeldTo;
}

/** The rows of a page, and the `before` of the next one. */
interface Rows {
  rows: ActorOverview[];
  next: string | null;
}

/**
 * The id by which actors of all kinds are ordered: ids start with the time of creation. A delivery is ordered by its
 * post.
 */
const ageOf = (id: string): string => id.slice(id.indexOf('_') + 1);
const byAge = (a: { id: string }, b: { id: string }): number => (ageOf(a.id) < ageOf(b.id) ? 1 : -1);

/** Actors of several kinds, newest first. */
async function listKinds(
  { db, kinds, heldTo }: Source,
  list: {
    workspaceId: string;
    wanted: string[];
    state: string | null;
    shared: readonly string[];
    before: string | null;
    limit: number;
  },
): Promise<Rows> {
  const { wanted, shared, before, limit, ...rest } = list;
  const reach = reachOf(kinds, { heldTo });
  const { workspaceId, state } = rest;
  const isOlder = ({ id }: ActorOverview) => before === null || ageOf(id) < ageOf(before);
  const isIn = ({ value }: ActorOverview) =>
    state === null || stateName(value) === state || stateName(value).startsWith(`${state}.`);
  const ofInstallation =
    shared.length === 0 ? [] : await readActors(db, { ...reach, workspaceId, ids: [...shared], shared });
  const lists = await Promise.all(
    wanted.map((kind) => {
      const older = before === null ? null : `${kindNamed(kinds, kind)?.idPrefix}_${ageOf(before)}`;
      return listActors(db, { ...rest, ...reach, kind, before: older, limit });
    }),
  );
  const rows = [...lists.flat(), ...ofInstallation.filter((row) => isOlder(row) && isIn(row))].toSorted(
    byAge,
  );
  return { rows: rows.slice(0, limit), next: rows.length >= limit ? (rows[limit - 1]?.id ?? null) : null };
}

async function readStuck(
  { db, kinds, heldTo }: Source,
  visible: { workspaceId: string; shared: readonly string[] },
  now: number,
): Promise<ActorOverview[]> {
  const reach = reachOf(kinds, { heldTo });
  const ids = await findStuck(db, {
    ...reach,
    ...visible,
    overdueBefore: now - OVERDUE_MS,
    slowBefore: now - SLOW_EFFECT_MS,
    openEnded: [...openEndedIn(kinds)],
    limit: MAX_STUCK,
  });
  if (ids.length === 0) return [];
  return readActors(db, { ...reach, ...visible, ids: ids.slice(0, MAX_STUCK) });
}

/**
 * Finds an actor by its id and returns its family; for any other text, finds posts by their text, with their
 * deliveries.
 */
async function search(
  { db, kinds, heldTo }: Source,
  find: {
    workspaceId: string;
    q: string;
    shared: readonly string[];
    before: string | null;
    limit: number;
    fits: (row: ActorOverview) => boolean;
  },
): Promise<Rows> {
  const { workspaceId, q, shared, before, limit, fits } = find;
  const isId = /^[a-z]+_[0-9A-Z]+$/.test(q);
  // the post of the last page's last actor is read again: that page may have ended between its deliveries
  const upTo = before === null ? null : `post_${ageOf(before).slice(0, ULID_LENGTH)}`;
  const ids = isId
    ? [q]
    : await findPostsByText(db, { workspaceId, heldTo, text: q, upTo, limit: SEARCHED_AT_ONCE });
  if (ids.length === 0) return { rows: [], next: null };
  const most = isId ? MAX_FAMILY : SEARCHED_AT_ONCE * MAX_FAMILY;
  const rows = (
    await readFamilies(db, { ...reachOf(kinds, { heldTo }), workspaceId, ids, shared, limit: most })
  )
    .filter(fits)
    .filter((row) => before === null || ageOf(row.id) < ageOf(before))
    .toSorted(byAge);
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]!.id };
  return { rows, next: !isId && ids.length === SEARCHED_AT_ONCE ? ids.at(-1)! : null };
}

export const getActor = operation({
  id: 'getActor',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/actors/{id}' },
  tag: 'Debugger',
  summary: 'Read an actor',
  description:
    'Its state, the messages in its mailbox, the effects it has requested, and the manual actions it accepts now.',
  params: idParams('actor'),
  query: workspaceQuery,
  result: Type.Object({
    actor: Actor,
    value: Type.Unknown({ description: "XState's value." }),
    context: Type.Unknown({ description: 'Its context, redacted.' }),
    explanation: nullable(
      Type.String({
        description:
          'What it does or waits for, in a sentence or two. null for a post, which GET /v1/posts/{id}/explain explains with its deliveries, and for an actor that a newer version wrote.',
      }),
    ),
    chartHash: nullable(
      Type.String({
        description:
          'Id of a state of GET /v1/charts/{kind}; null means a newer version of the machine wrote it.',
      }),
    ),
    mailbox: Type.Array(PendingMailView),
    pendingEffects: Type.Array(PendingEffectView),
    relatives: Type.Array(Actor, {
      description: 'The actors it started, the actor that started it, and its account.',
    }),
    choices: Type.Array(ActorChoice),
  }),
  errors: noActor,
  example: {
    params: { id: actorExample.id },
    result: {
      actor: actorExample,
      value: 'retrying',
      context: { attempt: 1, error: '502 Bad Gateway' },
      explanation:
        'On bluesky (Café Luna) attempt 1 of 4 failed: "502 Bad Gateway"; the next one is at 2026-05-04 10:05 (Europe/Berlin), in 5 min.',
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
    const { sql, node } = call.context;
    const source = { db: sql, kinds: node.kinds, heldTo: workspace.heldTo };
    return { body: await readWhole(source, { ...call, workspace }, call.params.id) };
  },
});

interface Caller {
  principal: Principal;
  workspace: Membership;
  now: number;
}

async function readWhole(source: Source, caller: Caller, id: string) {
  const { db, kinds } = source;
  const { workspace, now } = caller;
  const row = await requireActor(db, kinds, { workspace, id });
  const snapshot = await readWholeSnapshot(db, kinds, id);
  if (!snapshot) throw notFound('actor', id);
  const [mail, effects, relatives, parentSnapshot] = await Promise.all([
    readMail(db, id, MAX_PENDING),
    readEffects(db, id, MAX_PENDING),
    readRelatives(source, workspace, row),
    row.parentId === null ? undefined : readWholeSnapshot(db, kinds, row.parentId),
  ]);
  const parent = relatives.find((one) => one.id === row.parentId);
  const subject: Subject = {
    id,
    kind: row.kind,
    definitionId: row.definitionId ?? null,
    status: row.status,
    snapshot,
    parent:
      parent && parentSnapshot
        ? {
            id: parent.id,
            kind: parent.kind,
            definitionId: parent.definitionId ?? null,
            status: parent.status,
            snapshot: parentSnapshot,
          }
        : null,
    mail,
    effects,
  };
  const { heldTo } = workspace;
  const [actor, ...others] = await summarize(db, kinds, { rows: [row, ...relatives], heldTo, now });
  const context = snapshot.context as Context;
  const limit = limitOf(kinds, { kind: row.kind, context, heldTo });
  const visible = { context: limit ? limit.context(context) : context };
  const isParentReached = parentSnapshot === undefined || parent !== undefined;
  const mayAct = isParentReached && isWhole(kinds, subject, heldTo);
  const kind = kindNamed(kinds, row.kind);
  const machine = kind && row.version <= kind.version ? machineOf(kind, row.definitionId) : null;
  return {
    actor: actor!,
    value: row.value,
    context: redactDeep(visible.context),
    explanation: machine
      ? await explanationOf(source, caller, {
          row,
          snapshot: { ...snapshot, context: visible.context as never },
        })
      : null,
    chartHash: machine ? chartHash(chartOfMachine(machine)) : null,
    mailbox: mail.flatMap((one) => pendingMail(one, limit)),
    pendingEffects: effects.map((one) => pendingEffect(one, { limit, context })),
    relatives: others,
    choices: machine && mayAct ? actionsFor(caller, kinds, subject).map(actionView) : [],
  };
}

/** What an actor does or waits for. A post is explained with its deliveries, by an operation of its own. */
async function explanationOf(
  { db, kinds }: Source,
  { workspace, now }: Caller,
  root: Standing,
): Promise<string | null> {
  const { kind, accountId } = root.row;
  if (kind === post.name) return null;
  const accounts = accountId === null ? [] : await readAccounts(db, [accountId]);
  const names = new Map(accounts.map((account) => [account.id, account.displayName]));
  const { timezone } = workspace;
  return redactText(explain({ kinds, root, children: [], names, timezone, now }).summary);
}

function pendingMail({ event, dueAt, ...rest }: PendingMail, limit: Limit | null) {
  const limited = limit ? limit.event(event) : event;
  return limited === null ? [] : [{ ...rest, event: redactDeep(limited), dueAt: isoOrNull(dueAt) }];
}

/** @param of.context of the actor that requested it */
function pendingEffect(
  { aliveUntil, createdAt, startedAt, params, ...rest }: PendingEffect,
  { limit, context }: { limit: Limit | null; context: Context },
) {
  return {
    ...rest,
    params: redactDeep(limit ? limit.params(rest.type, params, context) : params),
    createdAt: isoOf(createdAt),
    startedAt: isoOrNull(startedAt),
    lease: rest.nodeId === null ? 'free' : aliveUntil !== null && aliveUntil > Date.now() ? 'held' : 'lapsed',
  };
}

/** What the caller may do by hand: no more than would be accepted. */
const actionsFor = (caller: Caller, kinds: KindTable, subject: Subject): ManualAction[] =>
  actionsOf(kinds, subject, caller.now).filter((action) => !isUnapproved(caller, subject, action));

const actionView = ({ action, event, title, detail, fields }: ManualAction) => ({
  action,
  event,
  title,
  detail,
  fields,
});

async function readRelatives(
  { db, kinds, heldTo }: Source,
  workspace: Workspace,
  row: ActorOverview,
): Promise<ActorOverview[]> {
  const reach = reachOf(kinds, { heldTo });
  const ids = [row.parentId ?? row.id];
  const [family, accounts] = await Promise.all([
    readFamilies(db, { ...reach, workspaceId: workspace.id, ids, limit: MAX_FAMILY }),
    row.accountId === null || row.accountId === row.id
      ? []
      : readActors(db, { ...reach, workspaceId: workspace.id, ids: [row.accountId] }),
  ]);
  return [...family, ...accounts].filter((one) => one.id !== row.id);
}
