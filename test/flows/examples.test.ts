/**
 * The example of every operation of the API is sent to a service, with ids of things that are there, and succeeds. The service also
 * checks that each response fits its schema. Each that changes something leaves one audit entry, and what reads leaves none. A new operation is tested because it is in the table.
 */
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { requestedPost } from '../support/approval.ts';
import type { Operation } from '../../src/api/operation.ts';
import type { ResourceKind } from '../../src/api/schemas.ts';
import { operations } from '../../src/service/operations.ts';
import {
  automationOf,
  begin,
  clientLinkOf,
  commentOf,
  conversationOf,
  doubtOf,
  draftedOf,
  failedOf,
  importIdOf,
  fileOf,
  invitationOf,
  accountGroupOf,
  linkOf,
  emptyWorkspaceOf,
  memberOf,
  conversationNoteOf,
  noteOf,
  reportLinkOf,
  reportOf,
  person,
  ruleOf,
  runOf,
  savedReplyOf,
  templateOf,
  scheduledOf,
  feedOf,
  feedWords,
  make,
  seriesOf,
  seriesWords,
  webhookOf,
  type World,
} from '../support/furnished.ts';
import { entriesOf, expectedOf, refuseEntries, writtenWith } from '../support/audited.ts';
import { idFieldsOf } from '../support/table-inputs.ts';
import { auditRuleOf } from '../../src/api/audit.ts';

interface Example {
  params?: { [name: string]: unknown };
  query?: { [name: string]: unknown };
  body?: { [name: string]: unknown };
}

/** A thing of each kind that examples name. */
const OWN: { [kind in ResourceKind]?: (world: World) => Promise<string> | string } = {
  account: ({ accounts }) => accounts['instagram']!,
  actor: (world) => deliveryOf(world, world.post.id),
  account_group: accountGroupOf,
  automation: automationOf,
  comment_rule: ruleOf,
  connect_link: linkOf,
  conversation: ({ conversationId }) => conversationId,
  dm_run: runOf,
  import: importIdOf,
  invitation: invitationOf,
  media: fileOf,
  member: memberOf,
  post: ({ post }) => post.id,
  post_template: templateOf,
  saved_reply: savedReplyOf,
  series: seriesOf,
  feed: feedOf,
  webhook: (world) => webhookOf(world),
};

async function deliveryOf(world: World, postId: string): Promise<string> {
  const [delivery] = await world.service.sql<
    { id: string }[]
  >`select id from actors where parent_id = ${postId}`;
  return delivery!.id;
}

const onTelegram = ({ accounts }: World) => ({ accountIds: [accounts['telegram']] });
const ofInstagram = async (world: World) => ({ params: { commentId: await commentOf(world) } });

/** What an example needs besides: a thing in a certain state, or a name that is another one here. */
const NEEDS: { [operation: string]: (world: World) => Promise<Example> | Example } = {
  createPost: (world) => ({ body: onTelegram(world) }),
  resumeSeries: async (world) => {
    const id = await seriesOf(world);
    await world.call('POST', `/v1/series/${id}/pause`, {});
    return { params: { id } };
  },
  resumeFeed: async (world) => {
    const id = await feedOf(world);
    await world.call('POST', `/v1/feeds/${id}/pause`, {});
    return { params: { id } };
  },
  createFeed: (world) => ({ body: feedWords(world) }),
  previewFeed: ({ sandbox }) => ({ body: { url: `${sandbox.url}/samples/feed.xml` } }),
  listFeedItems: async (world) => {
    const { feed } = await make(world, '/v1/feeds', { ...feedWords(world), mode: 'draft', backfill: 1 });
    await eventually(
      async () => (await world.call('GET', `/v1/feeds/${feed.id}/items`)).body.items[0]?.result === 'made',
    );
    return { params: { id: feed.id } };
  },
  createSeries: ({ accounts }) => ({ body: { post: seriesWords(accounts).post } }),
  deleteWorkspace: async (world) => {
    const slug = await emptyWorkspaceOf(world);
    return { params: { workspace: slug }, query: { confirm: slug } };
  },
  updateWorkspace: () => ({ params: { workspace: 'home' }, body: { timezone: 'America/New_York' } }),
  validatePost: (world) => ({ body: onTelegram(world) }),
  updatePost: async (world) => ({ params: { id: await scheduledOf(world) } }),
  deletePost: async (world) => ({ params: { id: await scheduledOf(world) } }),
  batchPosts: async (world) => ({ body: { ids: [await scheduledOf(world)] } }),
  retryPost: async (world) => ({
    params: { id: await failedOf(world) },
    body: { accountIds: [world.accounts['discord']] },
  }),
  decideApproval: async (world) => ({ params: { id: await requestedPost(world) } }),
  deletePostNote: async (world) => {
    const id = await scheduledOf(world);
    return { params: { id, noteId: await noteOf(world, id) } };
  },
  deleteConversationNote: async (world) => ({
    params: { id: world.conversationId, noteId: await conversationNoteOf(world) },
  }),
  createReportLink: async (world) => ({ body: reportOf(world) }),
  revokeReportLink: async (world) => ({ params: { id: await reportLinkOf(world) } }),
  createApprovalLink: async (world) => ({ params: { id: await requestedPost(world) } }),
  revokeApprovalLink: async (world) => {
    const id = await requestedPost(world);
    return { params: { id, linkId: await clientLinkOf(world, id) } };
  },
  resolveDelivery: async (world) => ({
    params: { id: await doubtOf(world), accountId: world.accounts['telegram'] },
  }),
  readLinkPreview: ({ sandbox }) => ({ body: { url: `${sandbox.url}/samples/page.html` } }),
  hostMedia: ({ sandbox }) => ({ body: { url: `${sandbox.url}/samples/photo.jpg?expires=1777881600` } }),
  disconnectAccount: ({ accounts }) => ({ params: { id: accounts['mastodon'] } }),
  forgetPerson: async (world) => ({ params: { id: await conversationOf(world, 'leaver') } }),
  explainCommentRules: async (world) => ({ query: { commentId: await commentOf(world) } }),
  getPostInsights: ({ mediaId }) => ({ query: { postId: mediaId } }),
  markCommentDone: ofInstagram,
  deleteComment: ofInstagram,
  replyToComment: async (world) => ({ body: { commentId: await commentOf(world) } }),
  saveDmAutomationDraft: async (world) => {
    const id = await draftedOf(world);
    const path = `/v1/dm-automations/${id}/draft` as const;
    for (const revision of [1, 2]) await world.call('PUT', path, { steps: [], revision });
    return { params: { id } };
  },
  discardDmAutomationDraft: async (world) => ({ params: { id: await draftedOf(world) } }),
  publishDmAutomationDraft: async (world) => {
    const id = await draftedOf(world);
    const path = `/v1/dm-automations/${id}/draft` as const;
    const steps = [{ type: 'message', text: 'Better' }];
    for (const revision of [1, 2, 3]) await world.call('PUT', path, { steps, revision });
    return { params: { id } };
  },
  deleteDmAutomationTest: async (world) => {
    const id = await automationOf(world);
    await world.call('PUT', `/v1/dm-automations/${id}/tests/a%20guide`, { talk: [{ say: 'price' }] });
    return { params: { id } };
  },
  actOnActor: async (world) => ({ params: { id: await deliveryOf(world, await failedOf(world)) } }),
};

/** The example with things that are there. */
async function filled(world: World, operation: Operation<never>): Promise<Required<Example>> {
  const { params = {}, query = {}, body = {} } = operation.example as Example;
  const example = { params: { ...params }, query: { ...query }, body: { ...body } };
  const needs = (await NEEDS[operation.id]?.(world)) ?? {};
  for (const { place, name, kind, isList } of idFieldsOf(operation).fields) {
    if (!(name in example[place]) || name in (needs[place] ?? {})) continue;
    const id = await OWN[kind]!(world);
    (example[place] as Example['body'])![name] = isList ? [id] : id;
  }
  return {
    params: { ...example.params, ...needs.params },
    query: { ...example.query, ...needs.query },
    body: { ...example.body, ...needs.body },
  };
}

const newestWorkspace = async ({ service }: World): Promise<string> =>
  (await service.directory<{ id: string }[]>`select id from workspaces order by id desc limit 1`)[0]!.id;

void t.test('the example of every operation succeeds at a service', async (t) => {
  const hooks = 'https://example.org';
  const world = await begin(t, { allowedOrigins: [hooks] });
  await person(world, 'ann', { say: 'green' });
  const holder = (await world.service.authenticate(world.key))!;
  const open = operations.filter(({ rest }) => rest !== undefined);
  // what ends something that others are about comes last
  const ordered = [...open].sort(
    (a, b) => Number(a.id === 'disconnectAccount') - Number(b.id === 'disconnectAccount'),
  );
  for (const operation of ordered as readonly Operation<never>[]) {
    const { params, query, body } = await filled(world, operation);
    const { method, path } = operation.rest!;
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(params[name])),
    );
    const asked = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const isUpload = operation.upload !== undefined;
    const form = new FormData();
    for (const [name, value] of isUpload ? Object.entries(body) : []) form.append(name, String(value));
    const bytes = operation.id === 'createImport' ? 'content,accounts\nHello,nobody' : '%PDF-1.4\n%%EOF';
    form.append('file', new Blob([bytes]), 'a.pdf');
    const hasBody = operation.body !== undefined;
    const send = () => {
      return fetch(`${world.baseUrl}${address}${asked.size > 0 ? `?${asked.toString()}` : ''}`, {
        method: method.toUpperCase(),
        headers: {
          ...(operation.isForSessions ? world.session : { authorization: `Bearer ${world.key}` }),
          ...(hasBody && !isUpload && { 'content-type': 'application/json' }),
        },
        ...(hasBody && { body: isUpload ? form : JSON.stringify(body) }),
      });
    };
    const leavesEntry = auditRuleOf(operation) !== 'nothing';
    // no row but its entry names its transaction: the rows are deleted, or the link of an export is sealed in its address and not stored
    const leavesOnlyEntry =
      (method === 'delete' && leavesEntry) ||
      ['forgetCommentRulePerson', 'createExport'].includes(operation.id);
    if (leavesOnlyEntry) {
      await refuseEntries(world, true);
      const refused = await send();
      t.ok(refused.status >= 500, `${operation.id} is not done without its entry: ${refused.status}`);
      await refuseEntries(world, false);
    }
    const response = await send();
    const text = await response.text();
    t.equal(response.status, 200, `${operation.id}: ${response.status} ${text.slice(0, 300)}`);
    const workspaceId = operation.id === 'createWorkspace' ? await newestWorkspace(world) : world.workspaceId;
    const requestId = response.headers.get('x-request-id')!;
    const sent = { params, body: hasBody ? body : {}, response: JSON.parse(text), workspaceId };
    const expected = expectedOf(operation, sent);
    const by = operation.isForSessions ? 'ses' : 'key';
    t.strictSame(
      await entriesOf(world, workspaceId, requestId),
      expected === null ? [] : [{ ...expected, userId: holder.userId, by, address: '127.0.0.1' }],
      `${operation.id} in the audit`,
    );
    if (expected !== null && !leavesOnlyEntry)
      t.not(
        (await writtenWith(world, requestId)).length,
        0,
        `${operation.id} is one transaction with its entry`,
      );
  }
  t.strictSame(
    Object.keys(NEEDS).filter((id) => !open.some((operation) => operation.id === id)),
    [],
    'nothing is prepared for an operation that is gone',
  );
});
