/** The library: the files of a workspace, what uses them, and their descriptions (docs/contract.md, Media). */
import { Type } from 'typebox';
import type { Db, Tx } from '../../../store/connect.ts';
import {
  deleteMedia,
  listMedia,
  lockMedia,
  MEDIA_KINDS,
  type MediaKind,
  type MediaRow,
  updateMedia,
} from '../../../store/media.ts';
import { requestRemoval } from '../../../store/media-removals.ts';
import { hasUnindexedPosts, listNeeding, listUses, listUsesInSeries } from '../../../store/media-uses.ts';
import { within } from '../../api/held.ts';
import { nextOf, pageFields, pages } from '../../api/paging.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import { recordedIn } from '../../api/recorded.ts';
import { closed, Deleted, idParams, nullable, workspaceField } from '../../api/schemas.ts';
import { fold } from '../../base/matching/index.ts';
import { type MediaContext, operation } from './context.ts';
import { fileNameOf, searchedText } from './file-name.ts';
import { MAX_NAMED_USES, mediaExample, MediaFile, publicFile } from './library-file.ts';
import { SHOWING_FROM_HERE } from './showing-from-here.ts';

/** Characters of a description. Networks that take fewer get it cut, with a warning. */
export const MAX_ALT_TEXT = 1_500;
const MAX_QUERY_CHARS = 200;
/** Posts and series that a refusal names. */
const MAX_NAMED = 10;

const { fields: pageQuery, read: pageOf } = pages(25);
const oneFile = Type.Object({ media: MediaFile });

export const listFiles = operation({
  id: 'listMedia',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/media' },
  tag: 'Media',
  summary: 'List hosted files',
  description:
    'The library of the workspace, newest first: what each file is, who uploaded it when, and which posts use it.',
  query: Type.Object(
    {
      q: Type.Optional(
        Type.String({
          maxLength: MAX_QUERY_CHARS,
          description: 'A part of the name or the description. Case and accents do not matter.',
        }),
      ),
      type: Type.Optional(Type.String({ enum: [...MEDIA_KINDS], description: 'Only files of this type.' })),
      ...pageQuery,
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ media: Type.Array(MediaFile), ...pageFields }),
  example: { query: { q: 'harbour', type: 'image' }, result: { media: [mediaExample], next: null } },
  handle: async (call) => {
    const { q, type } = call.query;
    const page = pageOf(call.query);
    const workspace = workspaceOf(call, call.query.workspace);
    const rows = await listMedia(call.context.sql, {
      workspaceId: workspace.id,
      q: q === undefined || fold(q) === '' ? null : fold(q),
      kind: (type as MediaKind | undefined) ?? null,
      ...page,
    });
    return { body: { media: await withUses(call.context, workspace, rows), next: nextOf(rows, page) } };
  },
});

/** Files with what uses them, as far as the caller sees it. */
async function withUses(
  { sql, media }: Pick<MediaContext, 'media'> & { sql: Db },
  workspace: Membership,
  rows: readonly MediaRow[],
) {
  const names = rows.map(({ name }) => name);
  const reach = { ...within(workspace), names };
  const [uses, series] = await Promise.all([
    listUses(sql, { ...reach, newest: MAX_NAMED_USES }),
    listUsesInSeries(sql, reach),
  ]);
  const usesOf = new Map(uses.map((one) => [one.name, one]));
  const seriesOf = new Map(series.map(({ name, ids }) => [name, ids]));
  return rows.map((row) => {
    const { count = 0, posts = [] } = usesOf.get(row.name) ?? {};
    return publicFile(media.addressOf(row.name), row, { count, posts, series: seriesOf.get(row.name) ?? [] });
  });
}

export const updateFile = operation({
  id: 'updateMedia',
  accountLimit: 'irrelevant',
  rest: { method: 'patch', path: '/v1/media/{id}' },
  scope: 'draft',
  isHarmless: true,
  tag: 'Media',
  summary: 'Describe a hosted file',
  description:
    'Changes the name and the description in the library. Posts that use the file keep the description that they have.',
  params: idParams('media'),
  body: Type.Object(
    {
      altText: Type.Optional(
        nullable(
          Type.String({
            maxLength: MAX_ALT_TEXT,
            description:
              'What is on it, for people who do not see it. Blank or null removes the description.',
          }),
        ),
      ),
      name: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'What it is called in the library.' }),
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: oneFile,
  errors: { 404: 'The workspace has no such file' },
  example: {
    params: { id: mediaExample.id },
    body: { altText: 'A red boat in the harbour' },
    result: { media: mediaExample },
  },
  handle: async (call) => {
    const { id } = call.params;
    const { altText, name } = call.body;
    const workspace = workspaceOf(call, call.body.workspace);
    const newName = name === undefined ? undefined : fileNameOf(name);
    if (newName === null)
      throw invalid('/name', 'name has no visible character: write what the file is called');
    const row = await recordedIn(call.context.sql, call, async (tx) => {
      const before = await fileToChange(tx, { id, workspace });
      const fileName = newName ?? before.fileName;
      const words = altText === undefined ? before.altText : altText?.trim() || null;
      await updateMedia(tx, { id, fileName, altText: words, searched: searchedText(fileName, words) });
      return { ...before, fileName, altText: words };
    });
    const [media] = await withUses(call.context, workspace, [row]);
    return { body: { media: media! } };
  },
});

export const deleteFile = operation({
  id: 'deleteMedia',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/media/{id}' },
  scope: 'draft',
  tag: 'Media',
  summary: 'Delete a hosted file',
  description:
    'Refused while something needs the file: posts that are drafts, planned, being published or failed, series, and published posts of networks that show it from its address here (devto, ghost). With `force` it is deleted all the same; a post that is being published still gets it. The file leaves the library at once, and its address within about ten minutes, unless another workspace has the same file.',
  params: idParams('media'),
  query: Type.Object(
    {
      force: Type.Optional(Type.Boolean({ description: 'Also if something needs it.', default: false })),
      ...workspaceField,
    },
    closed,
  ),
  result: Deleted,
  errors: {
    403: 'Posts of accounts that the caller does not reach need the file',
    404: 'The workspace has no such file',
    409: 'Something needs the file: `values` of the error name it',
    503: 'The posts of an older version are still being indexed',
  },
  example: { params: { id: mediaExample.id }, query: {}, result: { id: mediaExample.id, deleted: true } },
  handle: async (call) => {
    const { id } = call.params;
    const { force = false } = call.query;
    const workspace = workspaceOf(call, call.query.workspace);
    await recordedIn(call.context.sql, call, async (tx) => {
      const { name } = await fileToChange(tx, { id, workspace });
      await insistOnUnneeded(tx, { workspace, name, force });
      await deleteMedia(tx, id);
      await requestRemoval(tx, { name, workspaceId: workspace.id, forced: force }, call.now);
      return { id };
    });
    return { body: { id, deleted: true as const } };
  },
});

/** Locks the file. @throws Problem 404 */
async function fileToChange(
  tx: Tx,
  { id, workspace }: { id: string; workspace: Membership },
): Promise<MediaRow> {
  const row = await lockMedia(tx, { id, workspaceId: workspace.id });
  if (!row) throw notFound('file', id);
  return row;
}

/** @throws Problem where something needs the file that the caller does not see, or, without force, that the caller sees */
async function insistOnUnneeded(
  tx: Tx,
  { workspace, name, force }: { workspace: Membership; name: string; force: boolean },
): Promise<void> {
  const { id: workspaceId, heldTo, slug } = workspace;
  if (await hasUnindexedPosts(tx, workspaceId))
    throw new Problem('busy', 'posts of an older version are still being indexed: try again in 10 s', {
      retryAfterSeconds: 10,
    });
  const posts = await listNeeding(tx, { workspaceId, name, platforms: SHOWING_FROM_HERE });
  const series = (await listUsesInSeries(tx, { workspaceId, heldTo: null, names: [name] })).flatMap(
    ({ ids }) => ids,
  );
  const reached = within(workspace);
  const visible = {
    posts: posts.filter(
      ({ accountIds }) => heldTo === null || accountIds.every((one) => heldTo.includes(one)),
    ),
    series:
      heldTo === null
        ? series
        : (await listUsesInSeries(tx, { ...reached, names: [name] })).flatMap(({ ids }) => ids),
  };
  if (visible.posts.length < posts.length || visible.series.length < series.length)
    throw new Problem(
      'held_to_accounts',
      `posts of accounts that you do not reach in the workspace "${slug}" need this file: ask somebody who reaches all of them`,
      { values: { workspace: slug } },
    );
  if (force || posts.length + series.length === 0) return;
  throw inUse(
    posts.map(({ id }) => id),
    series,
  );
}

function inUse(posts: readonly string[], series: readonly string[]): Problem {
  const ids = [...posts, ...series];
  const named = ids.slice(0, MAX_NAMED).join(', ');
  const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '';
  const what = [counted(posts.length, 'post'), series.length === 0 ? '' : `${series.length} series`];
  return new Problem(
    'media_in_use',
    `${what.filter(Boolean).join(' and ')} ${ids.length === 1 ? 'needs' : 'need'} this file (${named}${more}): change what needs it, or delete the file with force`,
    { values: { posts: posts.length, series: series.length, ids: ids.slice(0, MAX_NAMED).join(',') } },
  );
}

const counted = (count: number, word: string) =>
  count === 0 ? '' : count === 1 ? `1 ${word}` : `${count} ${word}s`;
