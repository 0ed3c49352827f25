/** Groups of accounts (docs/contract.md, Accounts), and names of connect links. */
import t from 'tap';
import { startService } from '../support/service.ts';
import { join, newMate } from '../support/team.ts';

const running = await startService(t, { platforms: ['telegram', 'discord', 'mastodon'] });
const { call, accounts, workspaceId, service } = running;
const [telegram, discord, mastodon] = ['telegram', 'discord', 'mastodon'].map((one) => accounts[one]!);
const list = async () => (await call('GET', '/v1/account-groups')).body.accountGroups;
const create = (body: object) => call('POST', '/v1/account-groups', body);
const change = (id: string, body: object) => call('PATCH', `/v1/account-groups/${id}`, body);

void t.test('an account is in one group, which it leaves for another', async (t) => {
  t.same(await list(), []);
  const made = await create({ name: ' Bakery Anna ', accountIds: [telegram, discord] });
  t.match(made, {
    status: 200,
    body: { accountGroup: { name: 'Bakery Anna', accountIds: [telegram, discord] } },
  });
  const { id } = made.body.accountGroup;
  const other = (await create({ name: 'Atelier' })).body.accountGroup;
  t.match(await change(other.id, { name: 'Atelier Bo', addAccountIds: [discord, mastodon] }), {
    status: 200,
    body: { accountGroup: { id: other.id, name: 'Atelier Bo' } },
  });
  t.match(await list(), [
    { id: other.id, name: 'Atelier Bo', accountIds: [discord, mastodon] },
    { id, name: 'Bakery Anna', accountIds: [telegram] },
  ]);
  // discord is not in this group: it stays in the other one
  await change(id, { removeAccountIds: [telegram, discord] });
  t.match(await list(), [{ accountIds: [discord, mastodon] }, { accountIds: [] }]);
  t.match(await call('DELETE', `/v1/account-groups/${other.id}`), { status: 200, body: { deleted: true } });
  t.match(await list(), [{ id, accountIds: [] }]);
  t.equal((await call('GET', '/v1/accounts')).body.accounts.length, 3, 'the accounts stay');
  t.equal((await change(other.id, { name: 'Gone' })).status, 404);
  await call('DELETE', `/v1/account-groups/${id}`);
});

void t.test('names are given once, lists name accounts once, and a workspace has 100 groups', async (t) => {
  const { id } = (await create({ name: 'Bakery' })).body.accountGroup;
  t.match(await create({ name: 'BAKERY' }), { status: 409, body: { code: 'name_taken', param: '/name' } });
  t.equal((await change(id, { name: 'bakery' })).status, 200, 'it may change its case');
  t.match(await create({ name: '  ' }), { status: 400, body: { param: '/name' } });
  t.match(await change(id, { addAccountIds: [telegram], removeAccountIds: [telegram] }), {
    status: 400,
    body: { param: '/removeAccountIds/0' },
  });
  const statuses = await Promise.all(
    Array.from({ length: 102 }, async (_, index) => (await create({ name: `Group ${index}` })).status),
  );
  t.equal(statuses.filter((status) => status === 403).length, 3, 'at once, too, no more than 100');
  for (const group of await list()) await call('DELETE', `/v1/account-groups/${group.id}`);
});

void t.test('accounts and groups of others are not there', async (t) => {
  const neighbour = await running.neighbour();
  const theirs = neighbour.accounts['telegram']!;
  t.match(await create({ name: 'Theirs', accountIds: [telegram, theirs] }), {
    status: 400,
    body: { code: 'unknown_account', param: '/accountIds/1' },
  });
  t.same(await list(), [], 'nothing of it is stored');
  const { id } = (await create({ name: 'Mine', accountIds: [telegram] })).body.accountGroup;
  for (const field of ['addAccountIds', 'removeAccountIds'])
    t.match(await change(id, { [field]: [theirs] }), { status: 400, body: { param: `/${field}/0` } });
  const headers = { authorization: `Bearer ${neighbour.key}` };
  t.same((await call('GET', '/v1/account-groups', undefined, headers)).body.accountGroups, []);
  for (const [method, body] of [
    ['PATCH', { name: 'Taken' }],
    ['DELETE', undefined],
  ] as const)
    t.equal((await call(method, `/v1/account-groups/${id}`, body, headers)).status, 404, method);

  const maya = await newMate(running, 'Maya');
  await join(running, workspaceId, { userId: maya.userId, role: 'editor' });
  await service.directory`update members set account_ids = ${[discord!]} where user_id = ${maya.userId}`;
  service.context.forgetPrincipals();
  t.same(
    (await maya.ask('GET', '/v1/account-groups')).body.accountGroups,
    [],
    'none of its accounts is hers',
  );
  t.equal((await maya.ask('GET', `/app/api/posts?groupId=${id}`)).status, 404, 'nor are posts of it');
  await change(id, { addAccountIds: [discord] });
  t.match((await maya.ask('GET', '/v1/account-groups')).body.accountGroups, [{ id, accountIds: [discord] }]);
  t.equal((await maya.ask('GET', '/v1/account-groups')).body.accountGroups[0].accountIds.length, 1);
  t.match(await maya.ask('PATCH', `/v1/account-groups/${id}`, { name: 'Hers' }), {
    status: 403,
    body: { code: 'held_to_accounts' },
  });
});

void t.test('a disconnected account leaves its group', async (t) => {
  const { id } = (await create({ name: 'Short', accountIds: [mastodon] })).body.accountGroup;
  await call('DELETE', `/v1/accounts/${mastodon}`);
  t.match(
    (await list()).find((one) => one.id === id),
    { accountIds: [] },
  );
});

void t.test('a connect link says for whom it is, in the list and on its page', async (t) => {
  const made = await call('POST', '/v1/connect-links', { name: ' Bakery <Anna> ', platforms: ['telegram'] });
  t.match(made, { status: 200, body: { connectLink: { name: 'Bakery <Anna>', platforms: ['telegram'] } } });
  const { id, url } = made.body.connectLink;
  t.match((await call('GET', `/v1/connect-links/${id}`)).body.connectLink, { name: 'Bakery <Anna>' });
  const page = await (await fetch(url)).text();
  t.match(page, 'for Bakery &#60;Anna&#62;');
  t.match((await call('POST', '/v1/connect-links', {})).body.connectLink, { name: null });
  t.match(await call('POST', '/v1/connect-links', { name: ' ' }), { status: 400, body: { param: '/name' } });
});
