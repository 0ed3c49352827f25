/** Pushes reach the browsers of those whom a notification concerns, encrypted, once, and no longer than they want them. */
import t from 'tap';
import { PUSH_RETRY_AFTER_MS } from '../../machines/push.ts';
import { rotateSecrets } from '../../src/cli/rotate-secrets.ts';
import { notificationIdOf } from '../../src/kinds/notification.ts';
import { notifyAuthChanged } from '../../store/directory.ts';
import { deleteMember, saveMember } from '../../store/members.ts';
import { newApproving } from '../support/approval.ts';
import { eventually } from '../support/eventually.ts';
import { claimsOf, startPushService } from '../support/push-browser.ts';
import { notifyingHandlers } from '../support/notifying.ts';
import { startService } from '../support/service.ts';

const pushes = await startPushService(t);
const running = await startService(t, {
  platforms: ['discord', 'telegram'],
  allowedOrigins: [pushes.origin],
});
const { accounts, service, workspaceId, sandbox, call, advance } = running;
const { context, sql, directory } = service;
const { people } = await newApproving(running);
const { owner, editor, approver, viewer } = people;
type Mate = typeof owner;
const PATH = '/app/api/push-browsers';

const browsers = async ({ ask }: Mate) => (await ask('GET', PATH)).body.browsers as { id: string }[];
/** A person turns pushes on in a new browser. @returns its id */
const turnOn = async (mate: Mate, name: string): Promise<string> => {
  const known = (await browsers(mate)).map(({ id }) => id);
  const { status, body } = await mate.ask('PUT', PATH, pushes.subscribe(name));
  t.equal(status, 200, JSON.stringify(body));
  return body.browsers.map(({ id }) => id).find((id) => !known.includes(id))!;
};
const test = ({ ask }: Mate, id: string) => ask('POST', `${PATH}/${id}/test`, { workspace: 'home' });
const takenBy = (name: string) => pushes.taken.filter(({ path }) => path === `/push/${name}`);
const states = async () => {
  const rows = await sql<{ value: string }[]>`
    select a.snapshot ->> 'value' as value from pushes p join actors a on a.id = p.id order by p.created_at desc, p.id`;
  return rows.map(({ value }) => value);
};
const newest = async () => (await states())[0];
const failPost = async (content = 'Secret words') => {
  sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const published = { content, accountIds: [accounts['discord']], publishNow: true };
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

void t.test(
  'a failure reaches the browsers of those who may act on it, and none has the text of a post',
  async (t) => {
    const before = await owner.ask('GET', PATH);
    t.match(before.body, { publicKey: /^B[\w-]{86}$/, browsers: [] });
    await turnOn(owner, 'laptop');
    await turnOn(owner, 'phone');
    await turnOn(editor, 'editor');
    await turnOn(viewer, 'viewer');
    await hold(editor, [accounts['telegram']!]);
    await failPost();
    await failPost();
    await eventually(() => pushes.taken.length >= 2);
    await running.idle();
    t.same(pushes.taken.map(({ path }) => path).toSorted(), ['/push/laptop', '/push/phone']);
    const [{ message, headers }] = takenBy('phone') as [(typeof pushes.taken)[number]];
    t.match(message, {
      title: 'home',
      body: 'A post failed on home on Discord',
      url: '/app/w/home/posts?status=failed',
      tag: notificationIdOf(workspaceId, { cause: 'post_failed', accountId: accounts['discord']! }),
    });
    t.notMatch(JSON.stringify(message), 'Secret words');
    t.match(headers, { 'content-encoding': 'aes128gcm', ttl: /^\d+$/, topic: /^\w{32}$/ });
    const { aud, k, exp } = claimsOf(headers.authorization!);
    t.match({ aud, k }, { aud: pushes.origin, k: before.body.publicKey });
    t.ok(exp * 1000 > context.clock() && exp * 1000 <= context.clock() + 86_400_000);
    await hold(editor, null);
  },
);

const handlers = notifyingHandlers(service);
const run = { effect: { workspaceId } } as never;
const discord = { cause: 'post_failed' as const, accountId: accounts['discord']! };
const notificationId = notificationIdOf(workspaceId, discord);
/** People are notified in another round. @returns who got a push, by the names of their browsers */
const notify = async (round: number) => {
  const before = pushes.taken.length;
  await handlers.notifyPeople({ notificationId, ...discord, count: 1, round, isReminder: false }, run);
  await running.idle();
  return pushes.taken
    .slice(before)
    .map(({ path }) => path.replace('/push/', ''))
    .toSorted();
};

void t.test('who wants it gets the beginning of the text, in this workspace alone', async (t) => {
  t.match((await owner.ask('GET', '/app/api/notification-settings')).body, { pushTexts: false });
  const set = (mate: Mate, pushTexts: boolean) =>
    mate.ask('PUT', '/app/api/notification-settings', { pushTexts, workspace: 'home' });
  t.match((await set(owner, true)).body, { pushes: true, pushTexts: true });
  const content = `Rye\nis back 🥖 ${'and more '.repeat(30)}`;
  await failPost(content);
  t.same(await notify(20), ['editor', 'laptop', 'phone']);
  const said = (name: string) => takenBy(name).at(-1)!.message.body;
  t.match(said('phone'), /^\d posts failed on home on Discord: “Rye is back 🥖 and more .*…”$/u);
  t.ok([...new Intl.Segmenter().segment(said('phone').split('“')[1]!)].length <= 80 + '…”'.length);
  t.match(said('editor'), /^\d posts failed on home on Discord$/, 'who has not chosen it gets none');
  await set(owner, false);
});

void t.test(
  'a second run after a crash sends nothing more, and settings are of each person and workspace',
  async (t) => {
    t.same(await notify(2), ['editor', 'laptop', 'phone']);
    t.same(await notify(2), []);
    const settings = { pushes: false, workspace: 'home' };
    t.match(await editor.ask('PUT', '/app/api/notification-settings', settings), {
      body: { pushes: false, mails: 'at_once' },
    });
    t.same(await notify(3), ['laptop', 'phone']);
    await editor.ask('PUT', '/app/api/notification-settings', { ...settings, pushes: true });
    await directory.begin((tx) => deleteMember(tx, { workspaceId, userId: editor.userId }));
    t.same(await notify(4), ['laptop', 'phone'], 'who left gets none');
  },
);

void t.test(
  'what is clear again before the push is sent is not said, nor to who wants none since',
  async (t) => {
    pushes.statuses.push(503, 503);
    t.same(await notify(5), ['laptop', 'phone']);
    t.same((await states()).slice(0, 2), ['waiting', 'waiting']);
    await sql`update actors set shelf = 'closed' where id = ${notificationId}`;
    advance(PUSH_RETRY_AFTER_MS[0] + 1_000);
    await eventually(async () => (await states()).filter((value) => value === 'skipped').length === 2);
    await sql`update actors set shelf = 'open' where id = ${notificationId}`;
    pushes.statuses.push(503, 503);
    t.same(await notify(6), ['laptop', 'phone']);
    const settings = { pushes: false, workspace: 'home' };
    await owner.ask('PUT', '/app/api/notification-settings', settings);
    advance(PUSH_RETRY_AFTER_MS[0] + 1_000);
    await eventually(async () => (await states()).filter((value) => value === 'skipped').length === 4);
    await owner.ask('PUT', '/app/api/notification-settings', { ...settings, pushes: true });
  },
);

void t.test(
  'a push service that asks to wait gets it later, and a lost response repeats it once',
  async (t) => {
    const id = await turnOn(owner, 'tablet');
    pushes.statuses.push(429);
    const { status, body } = await test(owner, id);
    t.match({ status, body }, { status: 200, body: { pushId: /^push_/ } });
    await eventually(async () => (await newest()) === 'waiting');
    advance(PUSH_RETRY_AFTER_MS[0] + 1_000);
    await running.idle();
    t.equal(takenBy('tablet').length, 1, 'it asked for two minutes');
    advance(120_000);
    await eventually(async () => (await newest()) === 'sent');
    t.match(takenBy('tablet')[1]!.message, { url: '/app/w/home/settings/notifications', tag: 'test' });
    const again = { pushId: body.pushId, attempt: 2, expiresAt: context.clock() + 60_000 };
    t.match(
      await handlers.sendPush(again, run),
      { type: 'push.unknown' },
      'the service stopped during the try',
    );
    t.equal(takenBy('tablet').length, 2, 'the machine decides whether it is repeated');
    pushes.statuses.push(0, 0);
    await test(owner, id);
    await eventually(async () => (await newest()) === 'waiting');
    advance(PUSH_RETRY_AFTER_MS[0] + 1_000);
    await eventually(async () => (await newest()) === 'unknown');
    const [, , first, second, ...more] = takenBy('tablet');
    t.equal(first!.headers['topic'], second!.headers['topic'], 'a service shows both as one');
    t.same(more, []);
  },
);

void t.test('a browser that is gone is removed, and so is one whose session ended', async (t) => {
  for (const status of [404, 410]) {
    const id = await turnOn(owner, `gone-${status}`);
    pushes.statuses.push(status);
    await test(owner, id);
    await eventually(async () => (await newest()) === 'ended');
    t.notOk((await browsers(owner)).some((one) => one.id === id));
    t.match(await test(owner, id), { status: 404 });
  }
  await turnOn(viewer, 'viewer');
  await directory`delete from sessions where user_id = ${viewer.userId}`;
  t.same(await directory`select from push_subscriptions where user_id = ${viewer.userId}`, []);
});

void t.test('a person reaches their own browsers alone', async (t) => {
  const [{ id }] = (await browsers(owner)) as [{ id: string }];
  t.match(await approver.ask('DELETE', `${PATH}/${id}`), { status: 404 });
  t.match(await test(approver, id), { status: 404 });
  t.match(await call('GET', PATH), { status: 403 }, 'and a key none');
  t.match(await owner.ask('DELETE', `${PATH}/${id}`), { status: 200 });
  t.match(await owner.ask('DELETE', `${PATH}/${id}`), { status: 404 });
});

void t.test('an address that is not public, and keys that are none, are refused by name', async (t) => {
  const good = pushes.subscribe('good');
  const add = (fields: object) => owner.ask('PUT', PATH, { ...good, ...fields });
  for (const endpoint of [
    'https://127.0.0.1/x',
    'https://10.0.0.1/x',
    'http://push.example.net/x',
    'https://localhost/x',
  ])
    t.match(await add({ endpoint }), { status: 400, body: { param: '/endpoint' } }, endpoint);
  t.match(await add({ p256dh: 'AAAA' }), { status: 400, body: { param: '/p256dh' } });
  t.match(await add({ auth: 'AAAA' }), { status: 400, body: { param: '/auth' } });
});

void t.test('addresses and keys are sealed, and change their key with the other secrets', async (t) => {
  await turnOn(owner, 'sealed');
  const rows = await directory<{ content: Uint8Array }[]>`select content from push_subscriptions`;
  t.ok(rows.length > 0 && rows.every(({ content }) => !Buffer.from(content).includes('push/')));
  const { locked, current } = await rotateSecrets({ directory, cells: [sql] }, context.sealer);
  t.same(
    locked.filter((one) => /push|vapid/.test(one)),
    [],
  );
  t.ok(current > rows.length, 'the key of the installation, too');
  const journal = await sql`select * from journal_pages`;
  t.notMatch(JSON.stringify(journal), /push\/sealed|p256dh/);
});
