/** One of everything in a workspace, for tests that play the table of operations. */
import { newActorId, newId } from '../../src/base/ids.ts';
import type { ResourceKind } from '../../src/api/schemas.ts';
import { conversation as conversationKind } from '../../src/kinds/conversation.ts';
import { dmRun } from '../../src/kinds/dm-run.ts';
import { insertApprovalLink } from '../../store/approval-links.ts';
import { insertReportLink } from '../../store/report-links.ts';
import { insertConversationNote } from '../../store/conversation-notes.ts';
import { insertConversations } from '../../store/conversations.ts';
import { insertDefinition } from '../../store/definitions.ts';
import { insertMessages } from '../../store/direct-messages.ts';
import { insertMember, insertUser } from '../../store/directory.ts';
import { insertRuns } from '../../store/dm-runs.ts';
import { insertInvitation } from '../../store/invitations.ts';
import { insertNote } from '../../store/post-notes.ts';
import { insertOperator } from '../../store/operators.ts';
import { hashOf } from '../../store/hashed-id.ts';
import { saveSubscription } from '../../store/push-subscriptions.ts';
import { insertSession } from '../../store/sessions.ts';
import { connectedApp } from './connected-app.ts';
import { eventually } from './eventually.ts';
import type { RunningService } from './service.ts';
import { waitingCall } from './waiting-call.ts';

type Ids = { [kind in ResourceKind]: string };

/** The words of what another workspace has. */
export const SECRET_WORDS = 'what only its own workspace reads';

/**
 * Makes one of everything in a workspace.
 * @param made.accounts of telegram and instagram, that the things are of; words: the text of whatever has one, by which a response with it is
 * recognized
 */
export async function furnish(
  running: RunningService,
  key: string,
  { slug, accounts, words: text }: { slug: string; accounts: { [platform: string]: string }; words: string },
): Promise<Ids> {
  const account = accounts['telegram']!;
  const make = async <const Path extends string>(path: Path, body: object) => {
    const answer = await running.call('POST', path, body, { authorization: `Bearer ${key}` });
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const scheduledAt = new Date(Date.now() + 90 * 86_400_000).toISOString();
  const { post } = await make('/v1/posts', { content: text, accountIds: [account], scheduledAt });
  const { webhook } = await make('/v1/webhooks', {
    url: `${running.sandbox.url}/hook`,
    events: ['post.failed'],
  });
  const { connectLink } = await make('/v1/connect-links', {});
  const principal = (await running.service.authenticate(key))!;
  const [workspace] = principal.workspaces;
  const conversation = newActorId(conversationKind, Date.now());
  await insertConversations(
    running.service.sql as never,
    [{ id: conversation, workspaceId: workspace!.id, accountId: account, personId: text }],
    Date.now(),
  );
  const message = newId('msg', Date.now());
  const words = {
    text,
    attachments: [],
    details: null,
    direction: 'in' as const,
    by: 'contact' as const,
  };
  const ids = { id: message, workspaceId: workspace!.id, conversationId: conversation, accountId: account };
  await insertMessages(running.service.sql as never, [
    { ...words, ...ids, networkId: null, at: Date.now(), seq: '1' },
  ]);
  const { savedReply } = await make('/v1/saved-replies', { name: text, text });
  const { postTemplate } = await make('/v1/post-templates', { name: text, postId: post.id });
  const { rule } = await make('/v1/comment-dm-rules', {
    accountId: accounts['instagram'],
    dmText: text,
  });
  const { automation } = await make('/v1/dm-automations', {
    accountId: accounts['instagram'],
    trigger: { type: 'keyword', keywords: ['price'] },
    steps: [{ type: 'message', text }],
  });
  const [stored] = await running.service.sql<{ definitionId: string }[]>`
    select definition_id as "definitionId" from dm_automation_versions where automation_id = ${automation.id}`;
  const run = newActorId(dmRun, Date.now());
  await running.service.sql.begin((tx) =>
    insertRuns(
      tx as never,
      [
        {
          id: run,
          workspaceId: workspace!.id,
          automationId: automation.id,
          version: 1,
          definitionId: stored!.definitionId,
          accountId: account,
          conversationId: conversation,
        },
      ],
      Date.now(),
    ),
  );
  const { series } = await make('/v1/series', {
    post: { content: text, accountIds: [account] },
    startsAt: '2040-01-01T09:00:00',
    rule: 'FREQ=DAILY',
  });
  const { feed } = await make('/v1/feeds', {
    url: `${running.sandbox.url}/samples/feed.xml`,
    accountIds: [account],
    template: `${text} {title}`,
    mode: 'draft',
  });
  const imported = await newImport(running, { key, words: text });
  const file = await newFile(running, { key, words: text });
  await untilUnclaimed(running);
  const definition = {
    workspaceId: workspace!.id,
    kind: 'delivery',
    version: 1,
    json: { words: text },
  };
  const of = { workspaceId: workspace!.id, postId: post.id };
  return {
    account,
    account_group: (await make('/v1/account-groups', { name: text })).accountGroup.id,
    actor: post.id,
    api_key: principal.keyId,
    approval_link: await newClientLink(running, { ...of, words: text, userId: principal.userId }),
    automation: automation.id,
    comment_rule: rule.id,
    confirmation: await waitingCall(running, { key, plan: { text } }),
    connect_link: connectLink.id,
    conversation,
    conversation_note: await newConversationNote(running, {
      workspaceId: workspace!.id,
      conversationId: conversation,
      words: text,
    }),
    definition: await insertDefinition(running.service.sql, definition, Date.now()),
    dm_run: run,
    feed: feed.id,
    grant: await connectedApp(running, key),
    import: imported,
    invitation: await newInvitation(running, { workspaceId: workspace!.id, userId: principal.userId }),
    media: file,
    member: await newMember(running, workspace!.id, text),
    message,
    operator: await newOperator(running, text),
    post: post.id,
    post_template: postTemplate.id,
    post_note: await newNote(running, { ...of, words: text }),
    report_link: await newReportLink(running, { ...of, words: text, userId: principal.userId }),
    push_browser: await newPushBrowser(running, principal.userId, text),
    saved_reply: savedReply.id,
    series: series.id,
    session: await newSession(running, principal.userId, text),
    webhook: webhook.id,
    workspace: slug,
  };
}

/** Waits until nothing is under way: a claim that ends later would look as if something had changed. */
export const untilUnclaimed = ({ service }: Pick<RunningService, 'service'>) =>
  eventually(async () => (await service.sql`select from claims`).length === 0);

/** @returns the id of a browser that gets pushes */
async function newPushBrowser(running: RunningService, userId: string, words: string): Promise<string> {
  const { service } = running;
  const id = `psub_${hashOf(words)}`;
  const sessionId = await newSession(running, userId, `browser ${words}`);
  const content = service.context.sealer.seal({ endpoint: 'https://push.example.net/' }, id);
  await service.directory.begin((tx) =>
    saveSubscription(tx, { id, userId, sessionId, content, limit: 20 }, Date.now()),
  );
  return id;
}

/** @returns the id of an operator of the installation */
async function newOperator({ service }: RunningService, name: string): Promise<string> {
  const userId = newId('usr', Date.now());
  await insertUser(service.directory, { id: userId, name, email: null }, Date.now());
  await insertOperator(service.directory, { userId, addedBy: null }, Date.now());
  return userId;
}

/** @returns the id of a user who is in this workspace alone */
async function newMember({ service }: RunningService, workspaceId: string, name: string): Promise<string> {
  const userId = newId('usr', Date.now());
  await insertUser(service.directory, { id: userId, name, email: null }, Date.now());
  await insertMember(service.directory, { workspaceId, userId, role: 'viewer' }, Date.now());
  return userId;
}

/** @returns the id of a note about a post */
async function newNote(
  { service }: RunningService,
  { words, ...of }: { workspaceId: string; postId: string; words: string },
): Promise<string> {
  const [id, now] = [newId('note', Date.now()), Date.now()];
  const note = { id, text: words, authorId: 'usr_1', authorName: words, byLink: false };
  await service.sql.begin((tx) => insertNote(tx, { ...of, note }, now));
  return id;
}

/** @returns the id of a note about a conversation */
async function newConversationNote(
  { service }: RunningService,
  { words, ...of }: { workspaceId: string; conversationId: string; words: string },
): Promise<string> {
  const [id, now] = [newId('note', Date.now()), Date.now()];
  const note = { id, text: words, authorId: 'usr_1', authorName: words };
  await service.sql.begin((tx) => insertConversationNote(tx, { ...of, note }, now));
  return id;
}

/** @returns the id of a client's link of a post */
async function newClientLink(
  { service }: RunningService,
  { words, userId, ...of }: { workspaceId: string; postId: string; words: string; userId: string },
): Promise<string> {
  const [id, now] = [newId('aplink', Date.now()), Date.now()];
  const content = { content: words, accountIds: [], media: [], options: {}, extras: {} };
  const planned = { plan: 'a.b.c.d', content, plannedAt: null, timing: 'publishNow' as const };
  const made = {
    ...of,
    ...planned,
    id,
    secretHash: Buffer.from(id),
    madeBy: userId,
    expiresAt: now + 60_000,
  };
  await service.sql.begin((tx) => insertApprovalLink(tx, made, now));
  return id;
}

/** @returns the id of a link to a report */
async function newReportLink(
  { service }: RunningService,
  { words, userId, workspaceId }: { workspaceId: string; words: string; userId: string },
): Promise<string> {
  const [id, now] = [newId('rplink', Date.now()), Date.now()];
  const days = { from: '2026-04-01', to: '2026-04-30', expiresAt: now + 60_000 };
  const of = { workspaceId, accountIds: ['acc_1'], name: words, madeBy: userId };
  await service.sql.begin((tx) =>
    insertReportLink(tx, { ...of, ...days, id, secretHash: Buffer.from(id) }, now),
  );
  return id;
}

/** @returns the id of a dry run of a file with one row */
async function newImport(
  { baseUrl }: RunningService,
  { key, words }: { key: string; words: string },
): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/imports?dryRun=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: `content,accounts\n"${words}",nobody\n`,
  });
  const answer = (await response.json()) as { import: { id: string } };
  return answer.import.id;
}

/** @returns the id of a file in the library, with the words as its description */
async function newFile(
  { baseUrl, sandbox, call }: RunningService,
  { key, words }: { key: string; words: string },
): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const address = `${sandbox.url}/samples/photo.jpg`;
  const { id } = (await call('POST', '/v1/media', { url: address }, headers)).body;
  const response = await fetch(`${baseUrl}/v1/media/${id}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ altText: words }),
  });
  if (!response.ok) throw new Error(await response.text());
  return id;
}

/** @returns the id of a session of this person */
async function newSession({ service }: RunningService, userId: string, device: string): Promise<string> {
  const [id, now] = [newId('ses', Date.now()), Date.now()];
  const session = { id, userId, hash: Buffer.from(id), expiresAt: now + 60_000, device };
  await insertSession(service.directory, session, now);
  return id;
}

/** @returns the id of an invitation by this person */
async function newInvitation(
  { service }: RunningService,
  by: { workspaceId: string; userId: string },
): Promise<string> {
  const [id, now] = [newId('inv', Date.now()), Date.now()];
  const made = {
    ...by,
    id,
    role: 'viewer' as const,
    email: null,
    hash: Buffer.from(id),
    expiresAt: now + 60_000,
  };
  await service.directory.begin((tx) => insertInvitation(tx, made, now));
  return id;
}
