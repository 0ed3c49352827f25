/** The daily mail about what is open in a workspace: one, at its hour, and only about what still needs its reader (docs/dashboard.md, Notifications). */
import t from 'tap';
import { NOTIFICATION_LOOK_MS } from '../../machines/notification.ts';
import { readMailServer } from '../../src/base/mail-server.ts';
import { nextTimeOfDay } from '../../src/base/time.ts';
import { digestIdOf } from '../../src/kinds/notification-digest.ts';
import { deleteMember, saveMember } from '../../store/members.ts';
import { notifyAuthChanged } from '../../store/directory.ts';
import { newApproving } from '../support/approval.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer } from '../support/mail-server.ts';
import { notifyingHandlers } from '../support/notifying.ts';
import { startService } from '../support/service.ts';

const mails = await startMailServer(t);
const mailServer = readMailServer({ url: mails.url, from: 'troupe@example.org' });
if (typeof mailServer === 'string') throw new Error(mailServer);
const running = await startService(t, { platforms: ['discord', 'telegram'], mailServer });
const { accounts, service, workspaceId, sandbox, call, advance } = running;
const { people, ...team } = await newApproving(running);
const { owner, editor, approver } = people;
type Mate = typeof owner;
const { context, sql, directory } = service;
const DAY = 86_400_000;

const choose = async ({ ask }: Mate, timing: string) =>
  ask('PUT', '/app/api/notification-settings', { mails: timing, workspace: 'home' });
const addressOf = ({ name }: Mate) => `${name.toLowerCase()}@example.org`;
const mailsTo = (mate: Mate) => mails.taken.filter(({ recipients }) => recipients.includes(addressOf(mate)));
const digestOf = async ({ userId }: Mate) => {
  const id = digestIdOf(workspaceId, userId);
  const [row] = await sql<{ state: string; dueAt: number | null; round: number }[]>`
    select snapshot ->> 'value' as state, (snapshot #>> '{context,dueAt}')::float8 as "dueAt",
      (snapshot #>> '{context,round}')::int as round
    from actors where id = ${id}`;
  return row;
};
const failPost = async (network: string) => {
  sandbox.sandbox.faults.add({ kind: 'status', status: 400, network, times: 1 });
  const published = { content: 'Secret words', accountIds: [accounts[network]], publishNow: true };
  const { body } = await call('POST', '/v1/posts', published);
  await running.until(body.post.id, ({ status }) => status === 'failed');
};
const hold = async ({ userId }: Mate, accountIds: string[] | null) => {
  await directory.begin(async (tx) => {
    await saveMember(tx, { workspaceId, userId, role: 'editor', accountIds });
    await notifyAuthChanged(tx);
  });
  context.forgetPrincipals();
};
/** The hour of the mails comes. */
const morning = async (mate: Mate) => {
  await running.idle();
  const { round, dueAt } = (await digestOf(mate))!;
  advance(dueAt! - context.clock() + 1_000);
  await eventually(async () => (await digestOf(mate))!.round > round);
  await running.idle();
};
await call('PATCH', '/v1/workspaces/home', { timezone: 'Pacific/Auckland' });
for (const mate of [owner, editor, approver]) {
  const { status } = await choose(mate, 'daily');
  if (status !== 200) throw new Error(`the choice of ${mate.name} is ${status}`); // an assertion outside of a test would end the file
}

let approvable = '';

void t.test('what happened on several accounts is one mail, in the morning of the workspace', async (t) => {
  await hold(editor, [accounts['telegram']!]);
  await failPost('discord');
  await failPost('discord');
  const at = new Date(context.clock() + 10 * DAY).toISOString();
  approvable = (await team.write(editor, { content: 'Approve me', scheduledAt: at })).body.post.id;
  await eventually(async () => (await digestOf(approver)) !== undefined);
  await running.idle();
  t.equal(mails.taken.length, 0, 'none at once');
  t.equal((await digestOf(owner))!.dueAt, nextTimeOfDay('Pacific/Auckland', 8, context.clock()));
  await morning(owner);
  await eventually(() => mailsTo(owner).length === 1 && mailsTo(approver).length === 1);
  const [{ mail }] = mailsTo(owner) as [(typeof mails.taken)[number]];
  t.equal(mail.subject, '2 things need a person · home');
  t.match(mail.text, /Posts that failed:\n- 2 posts failed on home on Discord/);
  t.match(mail.text, /Posts that wait for an approval:\n- A post waits for an approval/);
  t.match(mail.html, /<li dir="auto">2 posts failed on home on Discord<\/li>/);
  t.match(mail.text, `${running.baseUrl}/app/w/home/`);
  t.notMatch(mail.text, /Secret words|Approve me/, 'no mail has the text of a post');
  t.equal(mailsTo(approver)[0]!.mail.subject, '1 thing needs a person · home');
  t.same(mailsTo(editor), [], 'nothing of accounts that a person does not reach');
  await hold(editor, null);
});

/** An approver decides, and the notification sees it. */
const approve = async (postId: string) => {
  t.match(await team.decide(approver, postId, { decision: 'approved' }), { status: 200 });
  await running.idle();
  advance(NOTIFICATION_LOOK_MS + 1_000);
  await eventually(async () => {
    const { body } = await approver.ask('GET', '/app/api/notifications?workspace=home');
    return body.notifications.every(({ status }: { status: string }) => status === 'closed');
  });
};

void t.test('what is clear again is in no mail, and a day on which nothing opened has none', async (t) => {
  await approve(approvable);
  t.match(await digestOf(approver), { state: 'idle', dueAt: null, round: 2 });
  const before = mailsTo(approver).length;
  const at = new Date(context.clock() + 10 * DAY).toISOString();
  const { body } = await team.write(editor, { content: 'Once more', scheduledAt: at });
  await eventually(async () => (await digestOf(approver))!.state === 'waiting');
  await approve(body.post.id);
  await morning(approver);
  t.match(await digestOf(approver), { state: 'idle', round: 3 });
  t.equal(mailsTo(approver).length, before);
  t.equal(mailsTo(owner).at(-1)!.mail.subject, '1 thing needs a person · home', 'posts failed there');
});

const handlers = notifyingHandlers(service);
const run = { effect: { workspaceId } } as never;

void t.test(
  'a second run after a crash sends nothing more, and neither do those who left or want none',
  async (t) => {
    const queue = async ({ userId }: Mate, round = 77) => {
      const before = mails.taken.length;
      const digestId = digestIdOf(workspaceId, userId);
      t.same(await handlers.queueDigest({ digestId, userId, round }, run), { type: 'digest.queued' });
      await running.idle();
      return mails.taken.length - before;
    };
    t.equal(await queue(owner), 1);
    t.equal(await queue(owner), 0, 'the mail is the same');
    await choose(editor, 'off');
    t.equal(await queue(editor), 0);
    await choose(editor, 'at_once');
    t.equal(await queue(editor), 1, 'what was due before the change');
    await hold(editor, [accounts['telegram']!]);
    t.equal(await queue(editor, 78), 0, 'what failed is on an account that they do not reach');
    await hold(editor, null);
    await directory.begin((tx) => deleteMember(tx, { workspaceId, userId: editor.userId }));
    t.equal(await queue(editor, 79), 0);
  },
);
