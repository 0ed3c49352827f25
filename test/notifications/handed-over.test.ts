/** People are notified of conversations that automations hand over, and of calls of agents, until somebody has dealt with them. */
import t from 'tap';
import { NOTIFICATION_LOOK_MS } from '../../machines/notification.ts';
import { readMailServer } from '../../src/base/mail-server.ts';
import { notifyAuthChanged } from '../../store/directory.ts';
import { saveMember } from '../../store/members.ts';
import { keyword, message, withPeople } from '../automations/with-people.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer } from '../support/mail-server.ts';
import { join, type Mate, newMate } from '../support/team.ts';
import { waitingCall } from '../support/waiting-call.ts';

const mails = await startMailServer(t);
const mailServer = readMailServer({ url: mails.url, from: 'troupe@example.org' });
if (typeof mailServer === 'string') throw new Error(mailServer);
const running = await withPeople(t, { mailServer });
const { service, workspaceId, accountId, act, call, make, ended, advance } = running;
const owner = await newMate(running, 'rosa');
const editor = await newMate(running, 'emil');
const approver = await newMate(running, 'anna');
for (const [{ userId }, role] of [
  [owner, 'owner'],
  [editor, 'editor'],
  [approver, 'approver'],
] as const)
  await join(running, workspaceId, { userId, role });

interface Listed {
  cause: string;
  account: { id: string } | null;
  count: number;
  status: string;
}
const list = async ({ ask }: Mate): Promise<Listed[]> =>
  (await ask('GET', '/app/api/notifications?workspace=home')).body.notifications;
const ofCause = async (mate: Mate, cause: string) => (await list(mate)).find((one) => one.cause === cause);
const receiversOf = (subject: RegExp) =>
  mails.taken.flatMap(({ recipients, mail }) => (subject.test(mail.subject!) ? recipients : [])).toSorted();
const addressOf = ({ name }: Mate) => `${name}@example.org`;
const hold = async ({ userId }: Mate, accountIds: string[] | null) => {
  await service.directory.begin(async (tx) => {
    await saveMember(tx, { workspaceId, userId, role: 'editor', accountIds });
    await notifyAuthChanged(tx);
  });
  service.context.forgetPrincipals();
};
const closes = async (cause: string) => {
  await running.idle(); // its mails are queued, and it waits
  advance(NOTIFICATION_LOOK_MS + 1_000);
  await eventually(async () => (await ofCause(owner, cause))?.status === 'closed');
};
/** Whether it is still open after it was looked at. */
const staysOpen = async (cause: string) => {
  await running.idle();
  const [row] = await service.sql<{ id: string; rev: string }[]>`
    select id, rev from actors where kind = 'notification' and snapshot #>> '{context,cause}' = ${cause}`;
  advance(NOTIFICATION_LOOK_MS + 1_000);
  await eventually(async () => {
    const [now] = await service.sql`select from actors where id = ${row!.id} and rev > ${row!.rev} + 1`;
    return now !== undefined;
  });
  await running.idle();
  return (await ofCause(owner, cause))?.status === 'open';
};

const HANDED_OVER = 'conversation_handed_over';
const automation = await make({
  trigger: { ...keyword('help') },
  reentry: 'always',
  cooldownHours: 0,
  steps: [message('One moment'), { type: 'handoff', note: 'Secret note' }],
});
let runs = 0;
/** Somebody asks for help, and the automation hands them over. @returns the conversation */
async function handOver(username: string): Promise<string> {
  runs += 1;
  await act(username, { say: 'help' });
  await eventually(async () => (await running.runs(automation.id)).length === runs);
  await ended(automation.id, 'handoff');
  const { conversations } = (await call('GET', '/v1/inbox?flagged=true')).body;
  return conversations.find(({ contact }: { contact: { username: string } }) => contact.username === username)
    .id;
}

void t.test('conversations of an account that were handed over are one notification', async (t) => {
  await hold(editor, ['acc_of_somebody_else']);
  const first = await handOver('ann');
  const second = await handOver('ben');
  await eventually(async () => (await ofCause(owner, HANDED_OVER))?.count === 2);
  t.match(await ofCause(owner, HANDED_OVER), { account: { id: accountId }, status: 'open' });
  await eventually(() => receiversOf(/waits for an answer on/).length === 1);
  t.same(receiversOf(/waits for an answer on/), [addressOf(owner)], 'who may answer there, once');
  t.notMatch(mails.taken[0]!.mail.text, /Secret note|ann|help/, 'the mail has no text of anybody');
  t.same(await list(editor), [], 'a person who is held to other accounts sees nothing of it');
  t.same(await list(approver), [], 'neither does who may not answer');
  await hold(editor, [accountId]);
  t.match(await list(editor), [{ cause: HANDED_OVER }]);
  await hold(editor, null);

  await call('POST', `/v1/inbox/${first}/done`, {});
  t.ok(await staysOpen(HANDED_OVER), 'while somebody else waits');
  await call('POST', `/v1/inbox/${second}/messages`, { message: 'Here I am' });
  await closes(HANDED_OVER);
});

void t.test(
  'one that is assigned waits for nobody else, and an automatic message is no answer',
  async (t) => {
    const id = await handOver('cleo');
    await eventually(async () => (await ofCause(owner, HANDED_OVER))?.status === 'open');
    await service.sql`
    update direct_messages set network_at = now() + interval '1 day' where conversation_id = ${id} and by = 'automation'`;
    t.ok(await staysOpen(HANDED_OVER));
    await call('PATCH', `/v1/inbox/${id}`, { assigneeId: owner.userId });
    await closes(HANDED_OVER);
  },
);

const CALL = 'call_awaits_confirmation';

void t.test('calls of agents are one notification, until they are decided on', async (t) => {
  const [{ key }] = [owner];
  const first = await waitingCall(running, { key });
  const second = await waitingCall(running, { key });
  await eventually(async () => (await ofCause(owner, CALL))?.count === 2);
  await eventually(() => receiversOf(/call of an agent/).length === 2);
  t.same(receiversOf(/call of an agent/), [addressOf(owner), addressOf(editor)].toSorted());
  t.same(await ofCause(approver, CALL), undefined, 'not to who may not decide');
  await hold(editor, [accountId]);
  t.same(await ofCause(editor, CALL), undefined, 'nor to who is held to some accounts');
  await hold(editor, null);
  const decide = (id: string, decision: string) =>
    owner.ask('PUT', `/app/api/confirmations/${id}`, { decision, workspace: 'home' });
  t.match(await decide(first, 'allowed'), { status: 200 });
  t.ok(await staysOpen(CALL));
  t.match(await decide(second, 'refused'), { status: 200 });
  await closes(CALL);
});

void t.test('a call that nobody decided on closes it when it expires', async () => {
  await waitingCall(running, { key: owner.key });
  await eventually(async () => (await ofCause(owner, CALL))?.status === 'open');
  await service.sql`update confirmations set expires_at = ${new Date(service.context.clock() - 1)}`;
  await closes(CALL);
});
