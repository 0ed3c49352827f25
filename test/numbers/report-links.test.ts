/** Links to reports of numbers (docs/numbers.md, Reports). */
import t from 'tap';
import { insertMember, notifyAuthChanged } from '../../store/directory.ts';
import { KEPT_MS, prune } from '../../src/service/retention.ts';
import { lockReportLinks } from '../../store/report-links.ts';
import { untilLockWaits } from '../support/lock-waits.ts';
import { openLink } from '../support/client-link.ts';
import { startService } from '../support/service.ts';
import { join, type Mate, newMate } from '../support/team.ts';

const running = await startService(t, { platforms: ['instagram', 'bluesky', 'telegram'] });
const { service, accounts, call, sandbox, workspaceId } = running;
const [instagram, bluesky, telegram] = ['instagram', 'bluesky', 'telegram'].map((one) => accounts[one]!);
const DAY = 24 * 3_600_000;
for (const platform of ['instagram', 'bluesky']) {
  const [row] = await service.sql<{ id: string }[]>`
    select remote_id as id from accounts where id = ${accounts[platform]!}`;
  sandbox.sandbox.numbers.makeHistory(platform, row!.id, { days: 60, posts: 40 });
}
await call('GET', '/v1/performance?days=90');
// posts of the other account would be the first ones
await service.sql`
  update tracked_posts set text = platform || ' <b>words</b>', views = case when platform = 'bluesky' then 9999999 else views end`;
const dayBefore = (days: number) => new Date(service.context.clock() - days * DAY).toISOString().slice(0, 10);
const range = { from: dayBefore(40), to: dayBefore(5) };

let mates = 0;
async function editor(accountIds: string[] | null = null): Promise<Mate> {
  mates += 1;
  const mate = await newMate(running, `Reporter${mates}`);
  await service.directory.begin(async (tx) => {
    const { userId } = mate;
    await insertMember(tx, { workspaceId, userId, role: 'editor', accountIds }, Date.now());
    await notifyAuthChanged(tx);
  });
  service.context.forgetPrincipals();
  return mate;
}
const rosa = await editor();
const newReport = async (by: Mate, more: object = {}): Promise<{ id: string; url: string }> => {
  const { status, body } = await by.ask('POST', '/v1/report-links', {
    accountIds: [instagram],
    ...range,
    ...more,
  });
  if (status !== 200) throw new Error(`no link: ${status} ${JSON.stringify(body)}`);
  return body.reportLink;
};

void t.test('a report shows the numbers of its accounts and days, and nothing else', async (t) => {
  const asked = sandbox.sandbox.calls.entries().length;
  const { url } = await newReport(rosa, { name: 'Spring & <i>rye</i>' });
  const page = await openLink(url);
  t.equal(page.status, 200);
  t.match(page.html, /<h1>Spring &#38; &#60;i&#62;rye&#60;\/i&#62;<\/h1>/);
  t.match(page.html, /Instagram/);
  t.match(page.html, /instagram &#60;b&#62;words/);
  t.match(page.html, /Reach by day/);
  t.notMatch(page.html, /Bluesky|bluesky|Telegram/, 'no other account');
  const { body } = await call(
    'GET',
    `/v1/performance?accountId=${instagram}&from=${range.from}&to=${range.to}`,
  );
  const { posts, views } = body.totals['instagram']!;
  t.ok(posts > 0);
  t.match(
    page.html,
    new RegExp(`<td class="number">${posts}</td>\\s*<td class="number">${views.toLocaleString('en')}<`),
  );
  const empty = await newReport(rosa, {
    from: '2020-01-01',
    to: '2020-01-02',
    accountIds: [instagram, bluesky],
  });
  const none = await openLink(empty.url);
  t.match(none.html, /No post was published on these days/);
  t.match(none.html, /1 January 2020 to 2 January 2020/);
  t.match(none.html, /Bluesky/);
  t.equal(sandbox.sandbox.calls.entries().length, asked, 'who opens it asks no network');

  const { headers } = page;
  t.equal(headers.get('cache-control'), 'no-store');
  t.equal(headers.get('referrer-policy'), 'no-referrer');
  t.equal(headers.get('x-robots-tag'), 'noindex');
  t.match(headers.get('content-security-policy'), /^default-src 'none'; style-src 'sha256-/);
  t.notMatch(page.html, /<script|stylesheet|style="/);
});

void t.test('an unknown, a revoked and an expired link show one page', async (t) => {
  const revoked = await newReport(rosa);
  t.equal((await rosa.ask('DELETE', `/v1/report-links/${revoked.id}`)).status, 200);
  t.equal((await rosa.ask('DELETE', `/v1/report-links/${revoked.id}`)).status, 404);
  const expired = await newReport(rosa, { expiresInDays: 1 });
  t.equal((await openLink(expired.url)).status, 200);
  running.advance(DAY + 1_000);
  const base = new URL('/report/', revoked.url);
  const unknown = new URL(`trn_${'a'.repeat(43)}`, base).href;
  const pages = await Promise.all([revoked.url, expired.url, unknown, new URL('x', base).href].map(openLink));
  for (const { status, html } of pages) {
    t.equal(status, 404);
    t.equal(html, pages[0]!.html);
  }
  const { body } = await rosa.ask('GET', '/v1/report-links');
  const statusOf = (id: string) => body.reportLinks.find((one: { id: string }) => one.id === id).status;
  t.strictSame([revoked.id, expired.id].map(statusOf), ['revoked', 'expired']);
  t.notMatch(JSON.stringify(body), /trn_/, 'addresses are shown once');
});

void t.test('a link ends when its maker loses access to what it shows', async (t) => {
  const status = async (url: string) => (await openLink(url)).status;
  const change = async (by: Mate, set: { role?: string; accountIds?: string[] | null }) => {
    const { userId } = by;
    const { role = 'editor', accountIds = null } = set;
    await service.directory`
      update members set role = ${role}, account_ids = ${accountIds} where user_id = ${userId}`;
  };
  const maya = await editor();
  const { url } = await newReport(maya, { accountIds: [instagram, bluesky] });
  t.equal(await status(url), 200);
  await change(maya, { role: 'viewer' });
  t.equal(await status(url), 404, 'who may not make one any more');
  await change(maya, { accountIds: [instagram!] });
  t.equal(await status(url), 404, 'who reaches one of its accounts alone');
  await change(maya, { accountIds: [instagram!, bluesky!] });
  t.equal(await status(url), 200);
  await service.directory`delete from members where user_id = ${maya.userId}`;
  t.equal(await status(url), 404, 'who has left');
});

void t.test('a link waits for another that is being made: the open ones are counted after it', async (t) => {
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const other = service.sql.begin(async (tx) => {
    await lockReportLinks(tx, workspaceId);
    isHeld();
    await over;
  });
  await held;
  const made = newReport(rosa).then(() => 'made');
  await untilLockWaits(service.sql, 1, 'report links');
  t.equal(await Promise.race([made, Promise.resolve('waits')]), 'waits');
  end();
  await other;
  t.equal(await made, 'made');
});

void t.test('who makes, sees and revokes links', async (t) => {
  const viewer = await newMate(running, 'Reader');
  await join(running, workspaceId, { userId: viewer.userId, role: 'viewer' });
  const held = await editor([instagram!]);
  const body = { accountIds: [instagram], ...range };
  t.match(await viewer.ask('POST', '/v1/report-links', body), {
    status: 403,
    body: { code: 'insufficient_role' },
  });
  t.match(await held.ask('POST', '/v1/report-links', { ...body, accountIds: [instagram, bluesky] }), {
    status: 400,
    body: { param: '/accountIds/1' },
  });
  const own = await newReport(held);
  const mixed = await newReport(rosa, { accountIds: [instagram, bluesky] });
  const ids = async (by: Mate): Promise<string[]> =>
    (await by.ask('GET', '/v1/report-links')).body.reportLinks.map(({ id }: { id: string }) => id);
  const [ofRosa, ofHeld] = [await ids(rosa), await ids(held)];
  t.ok(ofRosa.includes(own.id) && ofRosa.includes(mixed.id));
  t.ok(ofHeld.includes(own.id) && !ofHeld.includes(mixed.id));
  t.equal((await held.ask('DELETE', `/v1/report-links/${mixed.id}`)).status, 404);
  t.equal((await openLink(mixed.url)).status, 200);
  // one query that names both of the accounts that somebody reaches
  const both = await editor([instagram!, bluesky!]);
  const compare = (by: Mate) => by.ask('GET', `/app/api/numbers/accounts?accountIds=${instagram},${bluesky}`);
  t.equal((await compare(both)).status, 200);
  t.equal((await compare(held)).status, 404);
  for (const wrong of [
    { to: '2019-01-01' },
    { from: '1999-01-01', to: '1999-01-02' },
    { accountIds: [] },
    { accountIds: ['acc_01JD0000000000000000000009'] },
    { name: ' ' },
    { expiresInDays: 91 },
  ])
    t.equal((await rosa.ask('POST', '/v1/report-links', { ...body, ...wrong })).status, 400);
});

void t.test(
  'the stored response and the database have no secret, and the same key gives the same link',
  async (t) => {
    const key = { 'Idempotency-Key': 'report-1' };
    const body = { accountIds: [instagram], ...range };
    const [first, second] = [
      await rosa.ask('POST', '/v1/report-links', body, key),
      await rosa.ask('POST', '/v1/report-links', body, key),
    ];
    t.equal(first.body.reportLink.url, second.body.reportLink.url);
    const secret: string = first.body.reportLink.url.split('/').at(-1)!;
    const stored = await service.sql`select * from idempotency_keys`;
    t.ok(stored.length > 0);
    t.notOk(JSON.stringify(stored).includes(secret));
    const rows = await service.sql`select * from report_links`;
    t.notOk(JSON.stringify(rows).includes(secret));
    const [entry] = (await call('GET', `/v1/audit?object=${first.body.reportLink.id}`)).body.entries;
    t.match(entry, { operation: 'createReportLink', object: { kind: 'report_link' } });
    t.notOk(JSON.stringify(entry).includes(secret));
  },
);

void t.test('a workspace has 100 open links, also when two are made at once', async (t) => {
  const [{ open }] = await service.sql<[{ open: number }]>`
    select count(*)::int as open from report_links where revoked_at is null and expires_at > now() + interval '2 days'`;
  for (let count = open; count < 99; count += 1) await newReport(rosa);
  const body = { accountIds: [instagram], ...range };
  const answers = await Promise.all([1, 2].map(() => rosa.ask('POST', '/v1/report-links', body)));
  t.strictSame(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 403],
  );
  t.match(answers.find(({ status }) => status === 403)!.body, { code: 'report_link_limit' });
});

void t.test('a report without an account ends, and links are deleted 30 days after their end', async (t) => {
  await service.sql`update report_links set revoked_at = now() where revoked_at is null`;
  const { url } = await newReport(rosa, { accountIds: [telegram], expiresInDays: 90 });
  t.equal((await openLink(url)).status, 200);
  t.equal((await call('DELETE', `/v1/accounts/${telegram}`)).status, 200);
  t.equal((await openLink(url)).status, 404);
  const count = async () => (await service.sql`select from report_links`).length;
  const all = await count();
  const at = async (ms: number) => prune(service, {}, service.context.clock() + ms);
  await at(60_000);
  t.equal(await count(), all);
  await at(90 * DAY + KEPT_MS.reportLinks + 60_000);
  t.equal(await count(), 0);
});
