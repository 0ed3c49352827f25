/**
 * A newcomer connects real accounts beside the demo, without a restart or a variable. The networks are simulators that the service knows as
 * the real ones: at addresses of their own, reached through the guard, and no sandbox to the service. `npm run try:pds` does the same with
 * Bluesky's own software.
 *
 * What this does not prove: that the networks themselves respond as the simulators do, TLS, and names that have to be looked up.
 */
import t from 'tap';
import { allow, linkFor, newPerson, type Person } from './connect/person.ts';
import { startRealNetworks } from '../support/real-networks.ts';
import { type RunningService, startService } from '../support/service.ts';
import { newMate } from '../support/team.ts';

type Fields = { [name: string]: string };

interface Row {
  platform: string;
  /** What the person types, by the account at the network. */
  fields: (account: { username: string; credentials: Fields; site: string }) => Fields;
  /** They are sent to the network's own page instead, after they typed where it is. */
  byPage?: true;
  /** On the page of an approval that this service cannot be sent back from, they type a password. */
  byHand?: true;
}

const ROWS: Row[] = [
  {
    platform: 'bluesky',
    fields: ({ username, credentials }) => ({
      handle: username,
      appPassword: credentials['appPassword']!,
      server: '',
    }),
  },
  { platform: 'mastodon', fields: ({ site }) => ({ server: site }), byPage: true },
  {
    platform: 'telegram',
    fields: ({ credentials }) => ({ token: credentials['token']!, channel: credentials['chatId']! }),
  },
  { platform: 'discord', fields: ({ credentials }) => ({ webhookUrl: webhookOf(credentials) }) },
  { platform: 'devto', fields: ({ credentials }) => ({ apiKey: credentials['apiKey']! }) },
  {
    platform: 'wordpress',
    fields: ({ site, credentials }) => ({
      site,
      username: credentials['username']!,
      applicationPassword: credentials['applicationPassword']!,
    }),
    byHand: true,
  },
  {
    platform: 'ghost',
    fields: ({ site, credentials }) => ({
      site,
      adminApiKey: `${credentials['keyId']!}:${credentials['secret']!}`,
    }),
  },
];

const webhookOf = ({ webhookId, webhookToken, ...others }: Fields): string =>
  `https://discord.com/api/webhooks/${webhookId ?? others['id']!}/${webhookToken ?? others['token']!}`;

/** The service's clock goes ahead where a network takes a few seconds, and that of the networks with it. */
let clock = Date.now;
const real = await startRealNetworks(t, () => clock());
const options = { platforms: ['bluesky'], adapters: real.adapters, sandboxDefault: false };

/** As the dashboard does it: a workspace of real networks, made by a person in their session. */
async function newcomer(running: RunningService, name: string) {
  const rosa = await newMate(running, name);
  const { body } = await rosa.ask('POST', '/v1/workspaces', { name, sandbox: false });
  if (body.workspace?.sandbox) throw new Error(JSON.stringify(body));
  const call: RunningService['call'] = (method, path, sent) => rosa.ask(method, path, sent);
  return { slug: body.workspace.slug, call };
}

async function callsOf(url: string): Promise<number> {
  const response = await fetch(`${url}/control/calls`);
  return ((await response.json()) as { calls: unknown[] }).calls.length;
}

/** What a network has. */
async function liveOn(network: string): Promise<unknown[]> {
  const response = await fetch(`${real.sandbox.url}/control/ledger?network=${network}`);
  return ((await response.json()) as { entries: unknown[] }).entries;
}

/** A post when nothing of it is under way any more: some networks take a few seconds. */
async function endOf(
  running: RunningService,
  { path, call }: { path: `/v1/posts/${string}`; call: RunningService['call'] },
): Promise<{ status: string; deliveries: unknown[] }> {
  for (;;) {
    await running.idle();
    const { post } = (await call('GET', path)).body;
    if (post.status !== 'publishing') return post;
    running.advance(2_000);
  }
}

const siteOf = (platform: string): string => {
  const { endpoints } = real.adapters[platform]!;
  return endpoints['server'] ?? endpoints['api'] ?? '';
};

async function connect(
  running: RunningService,
  { platform, fields, byPage, byHand }: Row,
  who: Awaited<ReturnType<typeof newcomer>>,
): Promise<{ person: Person; status: number; text: string }> {
  const account = real.sandbox.sandbox.connect(platform, `rosa ${platform}`);
  const link = await linkFor({ ...running, call: who.call }, { workspace: who.slug, platforms: [platform] });
  const person = newPerson(running);
  const typed = fields({ ...account, site: account.endpoints['admin'] ?? siteOf(platform) });
  if (byPage) {
    const back = await allow(person, link, platform, { fields: typed });
    const { status, text } = await person.get(back);
    return { person, status, text };
  }
  const { status, text } = await person.send(`${link.url}/${platform}${byHand ? '?way=hand' : ''}`, typed);
  return { person, status, text };
}

const running = await startService(t, { ...options, allowedOrigins: [real.sandbox.url] });
clock = running.service.context.clock;
const who = await newcomer(running, 'Newcomer');

for (const row of ROWS) {
  const { platform } = row;
  await t.test(
    `a real ${platform} account is connected beside the demo, and a post goes out on it`,
    async (t) => {
      const simulatedCalls = await callsOf(running.sandbox.url);
      const { status, text } = await connect(running, row, who);
      t.equal(status, 303, /class="problem"[^>]*>([^<]*)/.exec(text)?.[1] ?? 'connected');
      const { accounts } = (await who.call('GET', `/v1/accounts?workspace=${who.slug}`)).body;
      const account = accounts.find((one: { platform: string }) => one.platform === platform);
      t.match(account, { platform, status: 'healthy' });
      const content = `A real post on ${platform}`;
      const { body } = await who.call('POST', '/v1/posts', {
        workspace: who.slug,
        content,
        accountIds: [account.id],
        publishNow: true,
      });
      const post = await endOf(running, {
        path: `/v1/posts/${body.post?.id}?workspace=${who.slug}`,
        call: who.call,
      });
      t.match(post, { status: 'published', error: null }, JSON.stringify(post.deliveries));
      const live = await liveOn(platform);
      t.equal(live.length, 1, 'the network has it once');
      t.equal(await callsOf(running.sandbox.url), simulatedCalls, 'the sandbox heard nothing of it');
    },
  );
}

await t.test('the demo stays, with its simulated account', async (t) => {
  t.match((await running.call('GET', '/v1/accounts')).body.accounts, [{ platform: 'bluesky' }]);
  t.match((await running.call('GET', '/v1/workspaces')).body.workspaces[0], { slug: 'home', sandbox: true });
});

await t.test(
  'without leave of the operator no private address is called, whichever network it is for',
  async (t) => {
    const running = await startService(t, options);
    const who = await newcomer(running, 'Stranger');
    const before = await callsOf(real.sandbox.url);
    for (const row of ROWS)
      await connect(running, row, who).then(
        ({ status }) => t.not(status, 303, row.platform),
        (error: Error) => t.match(error.message, /^4\d\d/, row.platform),
      );
    t.equal(await callsOf(real.sandbox.url), before, 'the guard let nothing through');
    t.same((await who.call('GET', `/v1/accounts?workspace=${who.slug}`)).body.accounts, []);
  },
);
