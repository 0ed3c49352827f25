/** What needs a person reaches the bell and a mail, once, and only those whom it concerns (docs/dashboard.md, Notifications). */
import t from 'tap';
import { NOTIFICATION_LOOK_MS } from '../../machines/notification.ts';
import { readMailServer } from '../../src/base/mail-server.ts';
import { notificationIdOf } from '../../src/kinds/notification.ts';
import { insertMember, notifyAuthChanged } from '../../store/directory.ts';
import { saveMember } from '../../store/members.ts';
import { newApproving } from '../support/approval.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer } from '../support/mail-server.ts';
import { notifyingHandlers } from '../support/notifying.ts';
import { startService } from '../support/service.ts';

const mails = await startMailServer(t);
const mailServer = readMailServer({ url: mails.url, from: 'troupe@example.org' });
if (typeof mailServer === 'string') throw new Error(mailServer);
const running = await startService(t, { platforms: ['discord', 'telegram'], mailServer });
const { accounts, service, workspaceId, sandbox, call } = running;
const team = await newApproving(running);
const { owner, editor, approver, viewer } = team.people;
type Mate = typeof owner;

const list = async ({ ask }: Mate) => {
  const { status, body } = await ask('GET', '/app/api/notifications?workspace=home');
  t.equal(status, 200);
  return body.notifications as {
    id: string;
    cause: string;
    count: number;
    status: string;
    isRead: boolean;
  }[];
};
const receiversOf = (subject: RegExp) =>
  mails.taken.flatMap(({ recipients, mail }) => (subject.test(mail.subject!) ? recipients : [])).toSorted();
const addressOf = ({ name }: Mate) => `${name.toLowerCase()}@example.org`;
/** A post that discord refuses. */
async function failPost(): Promise<string> {
  sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const { body } = await call('POST', '/v1/posts', {
    content: 'Secret words',
    accountIds: [accounts['discord']],
    publishNow: true,
  });
  await running.until(body.post.id, ({ status }) => status === 'failed');
  return body.post.id;
}
const discord = { cause: 'post_failed' as const, accountId: accounts['discord']! };

void t.test('failures of an account are one notification, and one mail to each who may act', async (t) => {
  await editor.ask('PUT', '/app/api/notification-settings', { mails: 'off', workspace: 'home' });
  t.match(await editor.ask('GET', '/app/api/notification-settings?workspace=home'), {
    body: { mails: 'off', sendsMail: true, dailyAt: '08:00', pushes: true },
  });
  await failPost();
  await eventually(async () => (await list(owner)).length === 1 && mails.taken.length > 0);
  await failPost();
  await failPost();
  await eventually(async () => (await list(owner))[0]?.count === 3);
  await running.idle();
  t.match(await list(owner), [
    {
      id: notificationIdOf(workspaceId, discord),
      cause: 'post_failed',
      count: 3,
      status: 'open',
      isRead: false,
    },
  ]);
  t.same(
    receiversOf(/failed on/),
    [addressOf(owner)],
    'not to who switched it off, and not to who may not publish',
  );
  const { mail } = mails.taken[0]!;
  t.equal(mail.subject, 'A post failed on home on Discord · home');
  t.match(mail.text, `${running.baseUrl}/app/w/home/`);
  t.notMatch(mail.text, 'Secret words', 'no mail has the text of a post');
  t.same(await list(approver), []);
  t.same(await list(viewer), []);
  t.equal((await list(editor)).length, 1, 'the bell shows it without mails');
});

void t.test('reading is of each person, and the count of Home follows', async (t) => {
  const unread = async ({ ask }: Mate) =>
    (await ask('GET', '/app/api/home?workspace=home')).body.notifications;
  t.equal(await unread(owner), 1);
  t.match(await owner.ask('PUT', '/app/api/notifications', { workspace: 'home' }), { body: { read: 1 } });
  await eventually(async () => (await unread(owner)) === 0);
  t.match(await list(owner), [{ isRead: true }]);
  t.equal(await unread(editor), 1);
  t.match(await call('GET', '/app/api/notifications'), { status: 403 }, 'not by a key');
});

const hold = async ({ userId }: Mate, accountIds: string[] | null) => {
  await service.directory.begin(async (tx) => {
    await saveMember(tx, { workspaceId, userId, role: 'editor', accountIds });
    await notifyAuthChanged(tx);
  });
  service.context.forgetPrincipals();
};

void t.test('the bell of a person who is held to other accounts shows nothing of an account', async (t) => {
  await hold(editor, [accounts['telegram']!]);
  t.same(await list(editor), []);
  t.match(await editor.ask('PUT', '/app/api/notifications', { workspace: 'home' }), { body: { read: 0 } });
  await hold(editor, null);
  t.equal((await list(editor)).length, 1);
});

void t.test('the bell of another workspace shows nothing of this one', async (t) => {
  const { slug, workspaceId: other } = await running.neighbour();
  const member = { workspaceId: other, userId: editor.userId, role: 'owner' as const };
  await service.directory.begin((tx) => insertMember(tx, member, Date.now()));
  service.context.forgetPrincipals();
  const { body } = await editor.ask('GET', `/app/api/notifications?workspace=${slug}`);
  t.same(body, { notifications: [] });
  t.match(await editor.ask('PUT', '/app/api/notifications', { workspace: slug }), { body: { read: 0 } });
  t.match(await list(editor), [{ isRead: false }]);
});

void t.test('approvers are notified of a post that waits, until it is decided', async (t) => {
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await team.write(editor, { content: 'Approve me', scheduledAt: at });
  await eventually(async () => (await list(approver)).length === 1);
  await eventually(() => receiversOf(/waits for an approval/).length === 2);
  t.same(receiversOf(/waits for an approval/), [addressOf(approver), addressOf(owner)].toSorted());
  t.match(await team.decide(owner, body.post.id, { decision: 'approved' }), { status: 200 });
  running.advance(NOTIFICATION_LOOK_MS + 1_000);
  await eventually(async () => (await list(approver))[0]?.status === 'closed');
});

const handlers = notifyingHandlers(service);
const run = { effect: { workspaceId } } as never;

void t.test('a mail about an account goes to those who reach it', async (t) => {
  await editor.ask('PUT', '/app/api/notification-settings', { mails: 'at_once', workspace: 'home' });
  const receiversIn = async (round: number) => {
    const before = mails.taken.length;
    const notificationId = notificationIdOf(workspaceId, discord);
    await handlers.notifyPeople({ notificationId, ...discord, count: 1, round, isReminder: false }, run);
    await running.idle();
    return mails.taken
      .slice(before)
      .flatMap(({ recipients }) => recipients)
      .toSorted();
  };
  t.same(await receiversIn(8), [addressOf(editor), addressOf(owner)].toSorted());
  await hold(editor, [accounts['telegram']!]);
  t.same(await receiversIn(9), [addressOf(owner)]);
  await hold(editor, null);
  await editor.ask('PUT', '/app/api/notification-settings', { mails: 'off', workspace: 'home' });
});

void t.test('a removed member gets nothing, and a second run queues no second mail', async (t) => {
  await service.directory`
    delete from members where workspace_id = ${workspaceId} and user_id = ${approver.userId}`;
  const before = mails.taken.length;
  const at = new Date(Date.now() + 86_400_000).toISOString();
  await team.write(editor, { content: 'Once more', scheduledAt: at });
  await eventually(() => mails.taken.length > before);
  await running.idle();
  t.same(
    mails.taken.slice(before).flatMap(({ recipients }) => recipients),
    [addressOf(owner)],
  );

  // as after a crash between the commit of the mails and that of the result
  const about = { cause: 'post_awaits_approval' as const, accountId: null };
  const notificationId = notificationIdOf(workspaceId, about);
  const notice = { notificationId, ...about, count: 1, round: 2, isReminder: false };
  t.same(await handlers.notifyPeople(notice, run), { type: 'people.notified' });
  await running.idle();
  t.equal(mails.taken.length, before + 1, 'the mail is the same, and is not sent again');
  await handlers.notifyPeople({ ...notice, isReminder: true }, run);
  await eventually(() => mails.taken.length === before + 2);
  t.match(mails.taken.at(-1)!.mail.subject, /^Still: /);
});
