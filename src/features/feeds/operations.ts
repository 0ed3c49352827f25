/** Feeds: list, make, read, change, pause, resume and delete them (docs/contract.md, Feeds). */
import { type Static, Type } from 'typebox';
import {
  countFeeds,
  deleteFeed as deleteFeedRow,
  type FeedMode,
  type FeedRow,
  type FeedTerms,
  findFeed,
  insertFeed,
  listFeeds as listFeedRows,
  listItems,
  lockFeedCount,
  updateFeed as updateFeedRow,
} from '../../../store/feeds.ts';
import type { Db, Tx } from '../../../store/connect.ts';
import type { FeedContext, FeedEvent, FeedInput } from '../../../machines/feed.ts';
import { idempotent, idempotentAfter } from '../../api/idempotent.ts';
import { insistOnListedAccounts } from '../../api/named-accounts.ts';
import type { Call } from '../../api/operation.ts';
import { nextOf, pageFields, pages } from '../../api/paging.ts';
import { requirePlan } from '../../api/plan.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import { recorded } from '../../api/recorded.ts';
import { needsApproval } from '../../api/roles.ts';
import {
  closed,
  Deleted,
  idParams,
  notBlank,
  nullable,
  resourceId,
  text,
  workspaceField,
  workspaceQuery,
} from '../../api/schemas.ts';
import { insistOnScope } from '../../api/scope.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import { newActorId } from '../../base/ids.ts';
import { lockInto } from '../../engine/take.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { feed as kind } from '../../kinds/feed.ts';
import {
  Feed,
  FEED_MODES,
  FEED_STATUSES,
  feedExample,
  FeedItem as Item,
  feedItemExample,
  publicFeed,
  publicItem,
} from '../../kinds/views/feed.ts';
import { WAITS_FOR_APPROVAL } from '../../kinds/views/approval.ts';
import { insistOnCreate, MAX_ACCOUNTS, MAX_URL } from '../posts/index.ts';
import { type FeedsContext, operation } from './context.ts';
import type { FeedItem } from './items.ts';
import type { FeedPreviews } from './previews.ts';
import { insistOnTemplate, MAX_TEMPLATE, textOf } from './template.ts';

/** Of a workspace. */
const MAX_FEEDS = 100;
/** How often a feed is read, minutes. */
const EVERY = { min: 15, max: 7 * 24 * 60 };
/** Items of the first read that may become posts. */
const MAX_BACKFILL = 10;
/** Items that a preview shows. */
const MAX_PREVIEW = 10;
const DEFAULT_TEMPLATE = '{title}\n\n{link}';
const { fields: pageQuery, read: pageOf } = pages(25, { pattern: '^[0-9]{1,15}$' });

const url = Type.String({
  minLength: 1,
  maxLength: MAX_URL,
  description: 'A public http or https address of an RSS, Atom or JSON feed.',
  examples: [feedExample.url],
});
const template = notBlank(
  MAX_TEMPLATE,
  'Of the texts of its posts: `{title}`, `{link}` and `{summary}` (up to 500 characters) stand for what the item says. The first picture of an item is the media of its post.',
);
const fields = {
  accountIds: Type.Array(resourceId('account'), {
    minItems: 1,
    maxItems: MAX_ACCOUNTS,
    uniqueItems: true,
    description:
      'Ids from GET /v1/accounts, all from one workspace. An account that refuses a post is left out of it.',
  }),
  mode: Type.String({
    enum: [...FEED_MODES],
    description:
      'What becomes of new items: `draft`; `next_slot` of the posting schedule; `publish` at once.',
  }),
  everyMinutes: Type.Integer({
    minimum: EVERY.min,
    maximum: EVERY.max,
    description: 'How often it is read.',
  }),
};

const answer = Type.Object({
  feed: Feed,
  warnings: Type.Array(Type.String(), { description: 'What its posts wait for, in sentences.' }),
});

const KEYED_ERRORS = {
  409: 'The first request with this Idempotency-Key is still running',
  422: 'The Idempotency-Key was used with another request',
};
const ABSENT = { 404: 'There is no such feed in the workspace' };

export const listFeeds = operation({
  id: 'listFeeds',
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/feeds' },
  tag: 'Feeds',
  summary: 'List feeds',
  description: 'Newest first, each with its last read and what is wrong with it.',
  query: Type.Object(
    {
      status: Type.Optional(Type.String({ enum: [...FEED_STATUSES] })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ feeds: Type.Array(Feed) }),
  example: { query: {}, result: { feeds: [feedExample] } },
  handle: async (call) => {
    const { id: workspaceId } = workspaceOf(call, call.query.workspace);
    const { status = null, limit = MAX_FEEDS } = call.query;
    const rows = await listFeedRows(call.context.sql, { workspaceId, status, limit });
    return { body: { feeds: rows.map(publicFeed) } };
  },
});

export const getFeed = operation({
  id: 'getFeed',
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/feeds/{id}' },
  tag: 'Feeds',
  summary: 'Read a feed',
  description: 'With its last read and what is wrong with it.',
  params: idParams('feed'),
  query: workspaceQuery,
  result: Type.Object({ feed: Feed }),
  errors: ABSENT,
  example: { params: { id: feedExample.id }, result: { feed: feedExample } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    return { body: { feed: publicFeed(await feedIn(call.context.sql, { id: call.params.id, workspace })) } };
  },
});

export const previewFeed = operation({
  id: 'previewFeed',
  accountLimit: 'refused',
  rest: { method: 'post', path: '/v1/feeds/preview' },
  scope: 'draft',
  isHarmless: true,
  audit: 'nothing',
  tag: 'Feeds',
  summary: 'Read the newest items of a feed',
  description:
    'With the texts that a template makes of them. Nothing is stored. 30 a minute for a workspace.',
  body: Type.Object(
    {
      url,
      template: Type.Optional(template),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PREVIEW, default: 3 })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    title: nullable(text('What the feed calls itself; null if it could not be read.')),
    items: Type.Array(
      Type.Object({
        title: Type.String(),
        link: nullable(text('Its address; null if it has none.')),
        image: nullable(text('Address of its first picture; null if it has none.')),
        text: text('The text of its post.'),
      }),
    ),
    problem: nullable(text('Why it cannot be read, or what is wrong with some of its items, as a sentence.')),
  }),
  errors: KEYED_ERRORS,
  example: {
    body: { url: feedExample.url, limit: 1 },
    result: {
      title: feedExample.title,
      items: [
        {
          title: feedItemExample.title,
          link: feedItemExample.link,
          image: null,
          text: `${feedItemExample.title}\n\n${feedItemExample.link}`,
        },
      ],
      problem: null,
    },
  },
  handle: (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { template: written = DEFAULT_TEMPLATE, limit = 3 } = call.body;
    insistOnTemplate(written);
    const address = addressOf(call, workspace, call.body.url);
    const { id: workspaceId, networks } = workspace;
    const read = () => call.context.feedPreviews.request(address, { workspaceId, networks, now: call.now });
    return idempotentAfter(call, read, (_, reading) =>
      Promise.resolve({ result: previewOf(reading, { template: written, limit }) }),
    );
  },
});

interface Preview {
  title: string | null;
  items: (Pick<FeedItem, 'title' | 'link' | 'image'> & { text: string })[];
  problem: string | null;
}

function previewOf(
  reading: Awaited<ReturnType<FeedPreviews['request']>>,
  of: { template: string; limit: number },
): Preview {
  if (reading.kind === 'failed') return { title: null, items: [], problem: reading.problem };
  const items = reading.items.slice(0, of.limit).map((item) => {
    const { title, link, image } = item;
    return { title, link, image, text: textOf(of.template, item) };
  });
  return { title: reading.title, items, problem: reading.problem };
}

const createBody = Type.Object(
  {
    url,
    accountIds: fields.accountIds,
    template: Type.Optional(template),
    mode: fields.mode,
    everyMinutes: Type.Optional({ ...fields.everyMinutes, default: 60 }),
    backfill: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_BACKFILL,
        default: 0,
        description: 'How many of the items that it has at its first read become posts, the newest ones.',
      }),
    ),
    ...workspaceField,
  },
  closed,
);

export const createFeed = operation({
  id: 'createFeed',
  accountLimit: 'refused',
  rest: { method: 'post', path: '/v1/feeds' },
  scope: ['draft', 'publish'],
  audit: { kind: 'feed', id: '/result/feed/id' },
  tag: 'Feeds',
  summary: 'Make a feed',
  description:
    'Reads an RSS, Atom or JSON feed again and again, and makes a post of each new item, once. The first read comes after the response; read the feed to see how it went.',
  body: createBody,
  result: answer,
  errors: {
    ...KEYED_ERRORS,
    403: 'The workspace has 100 feeds (`feed_limit`), or no plan (`plan_required`)',
  },
  example: {
    body: {
      url: feedExample.url,
      accountIds: feedExample.accountIds,
      template: feedExample.template,
      mode: 'next_slot',
      everyMinutes: 60,
      backfill: 1,
    },
    result: { feed: { ...feedExample, title: null, lastReadAt: null, nextReadAt: null }, warnings: [] },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { backfill = 0, ...written } = call.body;
    const terms = termsOf(call, workspace, written, null);
    insistOnMaker(call, workspace, terms.mode);
    await insistOnListedAccounts(call.context.sql, workspace, { accountIds: terms.accountIds });
    return idempotent(call, async (tx, turn: Turn) => {
      await insistOnRoom(tx, workspace);
      await call.agreed?.(tx);
      const id = newActorId(kind, turn.now);
      await insertFeed(tx, { id, workspaceId: workspace.id, ...terms }, turn.now);
      const input: FeedInput = { feedId: id, ...inputOf(terms), backfill };
      turn.start({ kind: kind.name, id, workspaceId: workspace.id, input });
      const feed = publicFeed(newRow(workspace, { id, terms, now: turn.now }));
      return { result: { feed, warnings: warningsOf(call, workspace, terms.mode) } };
    });
  },
});

export const updateFeed = operation({
  id: 'updateFeed',
  accountLimit: 'refused',
  rest: { method: 'patch', path: '/v1/feeds/{id}' },
  scope: ['draft', 'publish'],
  tag: 'Feeds',
  summary: 'Change a feed',
  description:
    'Posts that were made stay as they are. It is read at once, unless it is paused. What another address has at its first read makes no posts. A change of an ended feed starts it again.',
  params: idParams('feed'),
  body: Type.Object(
    {
      url: Type.Optional(url),
      accountIds: Type.Optional(fields.accountIds),
      template: Type.Optional(template),
      mode: Type.Optional(fields.mode),
      everyMinutes: Type.Optional(fields.everyMinutes),
      ...workspaceField,
    },
    closed,
  ),
  result: answer,
  errors: {
    ...ABSENT,
    403: 'The workspace has no plan (`plan_required`), or 100 other feeds, and this one has ended (`feed_limit`)',
  },
  example: {
    params: { id: feedExample.id },
    body: { mode: 'draft' },
    result: { feed: { ...feedExample, mode: 'draft', nextReadAt: null }, warnings: [] },
  },
  handle: async (call) => {
    const { id } = call.params;
    const workspace = workspaceOf(call, call.body.workspace);
    const feed = await recorded(call, async (tx, turn: Turn) => {
      const actor = await lockFeed(tx, turn, { id, workspace });
      await call.agreed?.(tx);
      const row = await feedIn(tx, { id, workspace });
      const terms = termsOf(call, workspace, call.body, row);
      insistOnMaker(call, workspace, row.mode);
      insistOnMaker(call, workspace, terms.mode);
      await insistOnListedAccounts(tx, workspace, { accountIds: terms.accountIds });
      // it starts again, and counts again
      if (row.status === 'ended') await insistOnRoom(tx, workspace);
      await updateFeedRow(tx, { id, ...terms }, turn.now);
      const edit: FeedEvent = { type: 'edit', ...inputOf(terms), isOther: terms.url !== row.url };
      turn.deliver(actor, edit);
      const isOther = terms.url !== row.url;
      const after = { ...row, ...terms, ...(isOther && { title: null }), updatedAt: turn.now };
      return { result: publicFeed(withActor(after, actor, turn.now)) };
    });
    return { body: { feed, warnings: warningsOf(call, workspace, feed.mode as FeedMode) } };
  },
});

export const pauseFeed = operation({
  id: 'pauseFeed',
  accountLimit: 'refused',
  rest: { method: 'post', path: '/v1/feeds/{id}/pause' },
  scope: ['draft', 'publish'],
  tag: 'Feeds',
  summary: 'Pause a feed',
  description: 'It is not read until it is resumed. A feed that is paused or has ended stays as it is.',
  params: idParams('feed'),
  body: Type.Object(workspaceField, closed),
  result: Type.Object({ feed: Feed }),
  errors: { ...KEYED_ERRORS, ...ABSENT },
  example: {
    params: { id: feedExample.id },
    body: {},
    result: { feed: { ...feedExample, status: 'paused', nextReadAt: null } },
  },
  handle: (call) => steer(call, { type: 'pause' }),
});

export const resumeFeed = operation({
  id: 'resumeFeed',
  accountLimit: 'refused',
  rest: { method: 'post', path: '/v1/feeds/{id}/resume' },
  scope: ['draft', 'publish'],
  tag: 'Feeds',
  summary: 'Resume a feed',
  description: 'It is read at once. Items that appeared while it was paused become no posts.',
  params: idParams('feed'),
  body: Type.Object(workspaceField, closed),
  result: Type.Object({ feed: Feed }),
  errors: { ...KEYED_ERRORS, ...ABSENT, 403: 'The workspace has no plan: `plan_required`' },
  example: {
    params: { id: feedExample.id },
    body: {},
    result: { feed: { ...feedExample, nextReadAt: null } },
  },
  handle: (call) => {
    requirePlan(workspaceOf(call, call.body.workspace), 'publishing', call.now);
    return steer(call, { type: 'resume' });
  },
});

export const deleteFeed = operation({
  id: 'deleteFeed',
  accountLimit: 'refused',
  rest: { method: 'delete', path: '/v1/feeds/{id}' },
  scope: ['draft', 'publish'],
  tag: 'Feeds',
  summary: 'Delete a feed',
  description: 'It is not read any more. Its posts stay.',
  params: idParams('feed'),
  query: workspaceQuery,
  result: Deleted,
  errors: ABSENT,
  example: { params: { id: feedExample.id }, query: {}, result: { id: feedExample.id, deleted: true } },
  handle: async (call) => {
    const { id } = call.params;
    const workspace = workspaceOf(call, call.query.workspace);
    await recorded(call, async (tx, turn: Turn) => {
      const actor = await lockFeed(tx, turn, { id, workspace });
      await call.agreed?.(tx);
      const { mode } = await feedIn(tx, { id, workspace });
      insistOnSteerer(call, mode);
      turn.deliver(actor, { type: 'delete' } satisfies FeedEvent);
      await deleteFeedRow(tx, id);
      return { result: null };
    });
    return { body: { id, deleted: true as const } };
  },
});

export const listFeedItems = operation({
  id: 'listFeedItems',
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/feeds/{id}/items' },
  tag: 'Feeds',
  summary: 'List the items of a feed',
  description:
    'Newest first, with what became of each. Of items that the feed does not have any more, the last 1,000 are kept.',
  params: idParams('feed'),
  query: Type.Object({ ...pageQuery, ...workspaceField }, closed),
  result: Type.Object({ items: Type.Array(Item), ...pageFields }),
  errors: ABSENT,
  example: {
    params: { id: feedExample.id },
    query: { limit: 1 },
    result: { items: [feedItemExample], next: null },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { sql } = call.context;
    const { id: feedId } = await feedIn(sql, { id: call.params.id, workspace });
    const page = pageOf(call.query);
    const rows = await listItems(sql, { feedId, ...page });
    return { body: { items: rows.map(publicItem), next: nextOf(rows, page) } };
  },
});

type FeedCall = Pick<Call<FeedsContext>, 'context' | 'principal' | 'now'>;
type Which = { id: string; workspace: Membership };
type Written = Partial<Omit<Static<typeof createBody>, 'backfill' | 'workspace'>>;

/** What a feed is to be. @param before what it is; null for a new one. @throws Problem 400 that names the field */
function termsOf(
  call: FeedCall,
  workspace: Membership,
  written: Written,
  before: FeedTerms | null,
): FeedTerms {
  const { principal } = call;
  const terms = {
    url: written.url === undefined ? before!.url : addressOf(call, workspace, written.url),
    accountIds: written.accountIds ?? before!.accountIds,
    template: written.template ?? before?.template ?? DEFAULT_TEMPLATE,
    mode: (written.mode as FeedMode | undefined) ?? before!.mode,
    everyMinutes: written.everyMinutes ?? before?.everyMinutes ?? 60,
  };
  insistOnTemplate(terms.template);
  return {
    ...terms,
    setBy: principal.userId,
    mayApprove: !needsApproval(principal, { ...workspace, approval: true }),
  };
}

/** @throws Problem 400 for what is no address, or none that may be read */
function addressOf({ context }: FeedCall, { networks }: Membership, written: string): string {
  const address = URL.parse(written.trim());
  if (address === null)
    throw invalid('/url', `url must be an absolute URL, for example ${feedExample.url}`, {
      values: { reason: 'address' },
    });
  address.hash = '';
  if (address.href.length > MAX_URL)
    throw invalid('/url', `url is longer than ${MAX_URL} characters once it is encoded`);
  const refused = context.guard.check(address.href, networks);
  if (refused) throw invalid('/url', `url cannot be read: ${refused.message}`, { code: 'url_refused' });
  return address.href;
}

const inputOf = ({ accountIds, everyMinutes }: FeedTerms) => ({
  accountIds,
  everyMs: everyMinutes * MINUTE_MS,
});

const newRow = (
  workspace: Membership,
  { id, terms, now }: { id: string; terms: FeedTerms; now: number },
): FeedRow => ({
  ...terms,
  id,
  workspaceId: workspace.id,
  workspace: workspace.slug,
  title: null,
  etag: null,
  lastModified: null,
  status: 'active',
  reason: null,
  problem: null,
  notice: null,
  refusal: null,
  lastReadAt: null,
  nextAt: null,
  failingSince: null,
  createdAt: now,
  updatedAt: now,
});

/** A feed as its actor is after an event. */
function withActor(row: FeedRow, { snapshot }: Actor, now: number): FeedRow {
  const { status } = kind.listColumns!(snapshot, { shelf: null, now });
  const context = snapshot.context as FeedContext;
  const { reason, problem, notice, refusal, lastReadAt, nextAt, failingSince } = context;
  return { ...row, status, reason, problem, notice, refusal, lastReadAt, nextAt, failingSince };
}

/** @throws Problem 403 for who may not publish in the workspace, nor ask for an approval */
function insistOnMaker({ principal, now }: FeedCall, workspace: Membership, mode: FeedMode): void {
  requirePlan(workspace, 'publishing', now);
  insistOnCreate({ principal, workspace }, mode === 'draft' ? { kind: 'draft', at: null } : { kind: 'now' });
}

/** @throws Problem 403 for a key for drafts alone, where the feed makes posts that go out */
function insistOnSteerer({ principal }: Pick<FeedCall, 'principal'>, mode: FeedMode): void {
  insistOnScope(principal, mode === 'draft' ? 'draft' : 'publish');
}

const warningsOf = ({ principal }: FeedCall, workspace: Membership, mode: FeedMode): string[] =>
  mode !== 'draft' && needsApproval(principal, workspace) ? [WAITS_FOR_APPROVAL] : [];

/** Locks the number of feeds of a workspace. @throws Problem 403 where it has as many as it may */
async function insistOnRoom(tx: Tx, workspace: Membership): Promise<void> {
  await lockFeedCount(tx, workspace.id);
  if ((await countFeeds(tx, workspace.id)) < MAX_FEEDS) return;
  throw new Problem('feed_limit', `a workspace has at most ${MAX_FEEDS} feeds; delete one first`, {
    values: { limit: MAX_FEEDS },
  });
}

/** Pauses or resumes a feed. */
async function steer(
  call: Call<FeedsContext, { id: string }, unknown, { workspace?: string }>,
  event: FeedEvent,
) {
  const { id } = call.params;
  const workspace = workspaceOf(call, call.body.workspace);
  return idempotent(call, async (tx, turn: Turn) => {
    const actor = await lockFeed(tx, turn, { id, workspace });
    await call.agreed?.(tx);
    const row = await feedIn(tx, { id, workspace });
    insistOnSteerer(call, row.mode);
    turn.deliver(actor, event);
    return { result: { feed: publicFeed(withActor(row, actor, turn.now)) } };
  });
}

async function feedIn(db: Db, { id, workspace }: Which): Promise<FeedRow> {
  const row = await findFeed(db, { id, workspaceId: workspace.id });
  if (!row) throw notFound('feed', id);
  return row;
}

async function lockFeed(tx: Tx, turn: Turn, { id, workspace }: Which): Promise<Actor> {
  const actor = await lockInto(tx, turn, id);
  if (actor?.kind !== kind.name || actor.workspaceId !== workspace.id) throw notFound('feed', id);
  return actor;
}
