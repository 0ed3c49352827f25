/**
 * Adds a network as CONTRIBUTING.md says: a folder (`lantern/`, with its simulator) and its lines in the two tables.
 * The lines are inserted while the tables are loaded; everything after that is the production code.
 */
// Runs alone: it changes the tables of networks while its process loads them
import { registerHooks } from 'node:module';
import t from 'tap';
import type { Untyped } from '../support/typed-calls.ts';

/** The begin of a table. Its type may have been stripped before. */
const LIST = /export const networks\b[^=]*= [{[]/;
const LINES: { [table: string]: { from: string; name: string } } = {
  '/adapters/networks.ts': {
    from: "{ manifest as lantern } from '../test/adapters/lantern/manifest.ts'",
    name: 'lantern',
  },
  '/simulators/networks.ts': {
    from: "{ lantern } from '../test/adapters/lantern/simulator.ts'",
    name: 'lantern',
  },
};

let added = 0;
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const line = Object.entries(LINES).find(([table]) => url.endsWith(table))?.[1];
    if (!line) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString();
    if (!LIST.test(source)) throw new Error(`${url} has no table of networks`);
    added += 1;
    const listed = source.replace(LIST, `$& ${line.name},`);
    return { ...loaded, source: `import ${line.from};\n${listed}` };
  },
});

// imported after the hooks, so that it reads the longer tables
const { startService } = await import('../support/service.ts');
const { linkFor, newPerson } = await import('../accounts/connect/person.ts');
const { endingVersions } = await import('../../adapters/versions.ts');
const { lantern } = await import('./lantern/simulator.ts');
const { manifest } = await import('./lantern/manifest.ts');
const { adapterContract } = await import('../contract/adapter-contract.ts');
const { post } = await import('../contract/media.ts');

void t.test(
  'a network with a folder and a line in each table connects, publishes and is shown',
  async (t) => {
    const running = await startService(t);
    t.equal(added, 2);

    const link = await linkFor(running);
    const rosa = newPerson(running);
    t.match((await rosa.get(link.url)).text, /Lantern Shore/);
    t.match((await rosa.send(`${link.url}/lantern`, { key: 'nothing' })).text, /No lantern has this key/);
    t.equal((await rosa.send(`${link.url}/lantern`, { key: 'key-pier' })).status, 303);
    const { accounts } = (await running.call('GET', '/v1/accounts')).body;
    const account = accounts.find(({ platform }: { platform: string }) => platform === 'lantern');
    t.match(account, { displayName: 'pier', status: 'healthy' });

    const light = { content: 'The first light', accountIds: [account.id], publishNow: true };
    const wrong = await running.call('POST', '/v1/posts', { ...light, lanternColor: 'blue' });
    t.match(wrong, { status: 400, body: { param: '/lanternColor' } });
    const made = await running.call('POST', '/v1/posts', { ...light, lanternColor: 'green' });
    t.equal(made.status, 200, JSON.stringify(made.body));
    const published = await running.until(made.body.post.id, ({ status }) => status === 'published');
    t.match(published, { lanternColor: 'green' });
    t.match(running.sandbox.sandbox.ledger.entries(), [
      { network: 'lantern', account: 'pier', text: 'The first light', details: { color: 'green' } },
    ]);

    const document: Untyped = (await running.raw('GET', '/v1/openapi.json', '')).body;
    t.ok(document.components.schemas.Account.properties.platform.enum.includes('lantern'));
    t.ok(document.components.schemas.Post.properties.lanternColor);
    t.match(endingVersions(Date.parse('2026-06-02')), [
      /^lantern's API version 1 may have ended on 2026-06-01/,
    ]);
  },
);

adapterContract('lantern', () => ({
  adapter: manifest,
  network: lantern,
  posts: {
    'a light': post('The second light'),
    'a green light': post('Green', [], { lanternColor: 'green' }),
  },
  limits: [],
  revoke: (credentials) => ({ ...credentials, key: 'gone' }),
}));
