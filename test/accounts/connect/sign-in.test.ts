import t from 'tap';
import { networks } from '../../../adapters/networks.ts';
import type { FormConnect, OAuthConnect } from '../../../adapters/port/connect.ts';
import { createNetworks } from '../../../src/features/accounts/connect/networks.ts';
import { storedText } from '../../support/stored-text.ts';
import { startService } from '../../support/service.ts';
import { allow, linkFor, newPerson } from './person.ts';

/** How many accounts a link connected. */
const brought = async (running: Awaited<ReturnType<typeof startService>>, link: { id: string }) =>
  (await running.call('GET', `/v1/connect-links/${link.id}`)).body.connectLink.accounts.length;

void t.test('a callback works once, in the browser and with the state that started it', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  const stranger = newPerson(running);

  const callback = await allow(rosa, link, 'instagram');
  t.equal((await stranger.get(callback)).status, 400, 'without a cookie');
  await stranger.get(link.url);
  const elsewhere = await stranger.get(callback);
  t.equal(elsewhere.status, 400, 'with a cookie of another browser');
  t.match(elsewhere.text, /another browser/);
  t.equal(await brought(running, link), 0);

  const forged = new URL(callback);
  forged.searchParams.set('state', 'x'.repeat(43));
  for (const address of [
    forged.href,
    `${running.baseUrl}/connect/callback`,
    `${running.baseUrl}/connect/callback?state=1&code=2`,
  ]) {
    const answer = await rosa.get(address);
    t.equal(answer.status, 400);
    t.match(answer.text, /did not begin here/);
  }

  t.equal((await rosa.get(callback)).status, 303, 'the right one is still good');
  t.equal(await brought(running, link), 1);
  const replayed = await rosa.get(callback);
  t.equal(replayed.status, 400);
  t.match(replayed.text, /finished already/);
});

void t.test('of two simultaneous callbacks with one state one succeeds', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  const callback = await allow(rosa, link, 'instagram');
  const answers = await Promise.all([rosa.get(callback), rosa.get(callback), rosa.get(callback)]);
  t.same(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [303, 400, 400],
  );
});

void t.test('a state of one network is refused for another', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  const instagram = new URL(await allow(rosa, link, 'instagram'));
  const server = `${running.sandbox.url}/mastodon`;
  const mastodon = new URL(await allow(rosa, link, 'mastodon', { fields: { server } }));
  const mixed = new URL(instagram);
  mixed.searchParams.set('code', mastodon.searchParams.get('code')!);
  const answer = await rosa.get(mixed.href);
  t.equal(answer.status, 400);
  t.match(answer.text, /Instagram is not connected/);
  t.equal(await brought(running, link), 0);
});

void t.test('a callback from another server than the person was sent to is refused', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  const callback = new URL(
    await allow(rosa, link, 'mastodon', { fields: { server: `${running.sandbox.url}/mastodon` } }),
  );
  callback.searchParams.set('iss', 'https://honest.example');
  const answer = await rosa.get(callback.href);
  t.equal(answer.status, 400);
  t.match(answer.text, /honest\.example, where you were not sent/);
});

void t.test('a person who denies access, or takes too long, connects nothing', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  const sent = await rosa.send(`${link.url}/instagram`);
  const denied = new URL(sent.location);
  denied.searchParams.set('deny', '1');
  const back = await rosa.get((await rosa.get(denied.href)).location);
  t.equal(back.status, 400);
  t.match(back.text, /did not give permission/);
  t.match(back.text, new RegExp(`href="/connect/${link.url.split('/').at(-1)}"`), 'with a way back');

  const late = await allow(rosa, link, 'instagram');
  running.advance(2 * 3_600_000);
  const answer = await rosa.get(late);
  t.equal(answer.status, 400);
  t.match(answer.text, /took too long/);
  t.equal(await brought(running, link), 0);
});

void t.test('the error text of a network is escaped on the page', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  const callback = new URL(await allow(rosa, link, 'instagram'));
  callback.searchParams.delete('code');
  callback.searchParams.set('error', '<b>Call 555');
  callback.searchParams.set('error_description', 'Call 555-1234 to unlock');
  const answer = await rosa.get(callback.href);
  t.equal(answer.status, 400);
  t.notMatch(answer.text, /555/);
});

void t.test('forms are accepted only from our own pages', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
    { 'sec-fetch-site': '' },
  ]) {
    t.equal((await rosa.send(`${link.url}/instagram`, {}, headers)).status, 403);
  }
  const own = { 'sec-fetch-site': '', origin: running.baseUrl };
  t.equal((await rosa.send(`${link.url}/instagram`, {}, own)).status, 303);
});

void t.test('a malformed form is refused and breaks nothing', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  for (const address of [
    `${link.url}/discord`,
    `${link.url}/pick/sign_1`,
    `${running.baseUrl}/connect/x/y`,
  ]) {
    t.equal((await rosa.send(address, { webhookUrl: 'x'.repeat(70_000) })).status, 413);
    t.equal((await rosa.send(address, { a: 'b' }, { 'content-type': 'text/plain' })).status, 415);
    const gone = new AbortController();
    const endless = new ReadableStream({
      pull: async (stream) => {
        stream.enqueue(new TextEncoder().encode('a=b&'));
        await new Promise((resolve) => setImmediate(resolve));
        gone.abort();
      },
    });
    await t.rejects(
      fetch(address, {
        method: 'POST',
        body: endless,
        signal: gone.signal,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        duplex: 'half',
      }),
    );
  }
  t.equal((await rosa.get(link.url)).status, 200);
});

void t.test('a link allows a limited number of tries', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  let last = 0;
  for (let count = 0; count < 80 && last !== 429; count += 1) {
    last = (await rosa.send(`${link.url}/discord`, { webhookUrl: 'no' })).status;
  }
  t.equal(last, 429);
  t.equal((await rosa.get(link.url)).status, 200, 'looking is free');
});

void t.test('pages are not cached and run no scripts', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  for (const address of [link.url, `${link.url}/discord`, `${running.baseUrl}/connect/callback`]) {
    const { headers } = await rosa.get(address);
    t.equal(headers.get('cache-control'), 'no-store');
    t.equal(headers.get('referrer-policy'), 'same-origin');
    t.match(headers.get('content-security-policy'), /default-src 'none'.*frame-ancestors 'none'/);
  }
  const { headers } = await newPerson(running).get(link.url);
  t.match(
    headers.get('set-cookie'),
    /^troupe-connect=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
  );
});

void t.test('an invalid form shows its error beside the field, and does not repeat secrets', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  const typed = { handle: 'home"><b>.test', appPassword: 'abcd-efgh-ijkl-mnop' };
  const answer = await rosa.send(`${link.url}/bluesky`, typed);
  t.equal(answer.status, 422);
  t.match(answer.text, /id="handle-problem"/);
  t.match(answer.text, /aria-invalid="true"/);
  t.match(answer.text, /value="home&#34;&#62;&#60;b&#62;\.test"/);
  t.notMatch(answer.text, /abcd-efgh/);
  t.equal(await brought(running, link), 0);
});

void t.test('of several accounts the person chooses one, in the browser that signed in', async (t) => {
  const instagram = networks.instagram.connect as OAuthConnect;
  const several: OAuthConnect = {
    ...instagram,
    async exchange(step) {
      const answer = await instagram.exchange(step);
      if (answer.kind !== 'accounts') return answer;
      const [one] = answer.accounts;
      const names = ['North', 'South', 'West'];
      return {
        kind: 'accounts',
        accounts: names.map((name) => ({ ...one!, remoteId: name, displayName: name })),
      };
    },
  };
  const running = await startService(t, {
    adapters: { ...networks, instagram: { ...networks.instagram, connect: several } },
  });
  const link = await linkFor(running, { platforms: ['instagram'], redirectUrl: 'https://example.org/done' });
  const rosa = newPerson(running);
  const came = await rosa.get(await allow(rosa, link, 'instagram'));
  t.match(came.location, /\/pick\/sign_\w+$/);
  t.match((await rosa.get(came.location)).text, /North[^]*South[^]*West/);
  t.equal(await brought(running, link), 0, 'nothing before the choice');

  t.notMatch(await storedText(running.service.sql, 'sign_ins'), /North|IGAA\w{8}/, 'what waits is sealed');

  const stranger = newPerson(running);
  await stranger.get(link.url);
  t.equal((await stranger.get(came.location)).status, 410);
  t.equal((await stranger.send(came.location, { account: 'North' })).status, 410);

  const none = await rosa.send(came.location, {});
  t.equal(none.status, 422);
  t.match(none.text, /Choose at least one/);
  t.equal((await rosa.send(came.location, { account: 'East' })).status, 422, 'one that was not offered');
  const chosen = await rosa.send(came.location, { account: 'South' });
  t.equal(chosen.location, 'https://example.org/done?connected=instagram', 'a link for one network leads on');
  t.equal(await brought(running, link), 1);
  t.equal((await rosa.get(came.location)).status, 410, 'chosen once');
});

void t.test('posting the code in a channel connects that channel and no other', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const [rosa, bo] = [newPerson(running), newPerson(running)];
  const codeOf = async (person: typeof rosa) =>
    /\/connect ([A-Z2-9]{4}-[A-Z2-9]{4})/.exec((await person.get(`${link.url}/telegram`)).text)![1]!;
  const post = (channel: string, text: string) =>
    fetch(`${running.sandbox.url}/telegram/people`, {
      method: 'POST',
      body: new URLSearchParams({ channel, text }),
    });
  const code = await codeOf(rosa);
  t.equal(await codeOf(rosa), code, 'the same for the same browser');
  t.not(await codeOf(bo), code, 'another in another');

  const early = await rosa.send(`${link.url}/telegram`);
  t.equal(early.status, 422);
  t.match(early.text, /not seen yet/);
  await post('rosas_boats', `/connect ${code.toLowerCase()}`);
  await post('copycats', `/connect ${code}`);
  t.equal((await bo.send(`${link.url}/telegram`)).status, 422, 'a code of somebody else');
  t.equal((await rosa.send(`${link.url}/telegram`)).status, 303);
  const { body } = await running.call('GET', `/v1/connect-links/${link.id}`);
  t.same(
    body.connectLink.accounts.map(({ username }: { username: string }) => username),
    ['rosas_boats'],
  );
  t.not(await codeOf(rosa), code, 'the next channel needs a code of its own');
});

void t.test(
  'no transaction is open and nothing is locked while the network is asked for codes',
  async (t) => {
    const telegram = networks.telegram.connect as FormConnect;
    const seen: { open: number; reading: number }[] = [];
    let reading = 0;
    const watched: FormConnect = {
      ...telegram,
      shared: {
        ...telegram.shared!,
        async read(step) {
          reading += 1;
          const [found] = await running.service.sql<{ open: number }[]>`
          select count(*)::int as open from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'
            and query like '%from code_cursors%'`;
          await running.service.directory`select 1 from code_cursors for update nowait`;
          seen.push({ open: found!.open, reading });
          const answer = await telegram.shared!.read(step);
          reading -= 1;
          return answer;
        },
      },
    };
    const running = await startService(t, {
      adapters: { ...networks, telegram: { ...networks.telegram, connect: watched } },
    });
    const link = await linkFor(running);
    const people = Array.from({ length: 3 }, () => newPerson(running));
    const sent = await Promise.all(people.map((person) => person.send(`${link.url}/telegram`)));
    t.same(
      sent.map(({ status }) => status),
      [422, 422, 422],
    );
    t.same(
      seen,
      Array.from({ length: 3 }, () => ({ open: 0, reading: 1 })),
      'one reader at a time, none in a transaction',
    );
  },
);

void t.test('a reader of codes that died blocks the next one no longer than its lease', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  t.equal((await rosa.send(`${link.url}/telegram`)).status, 422);
  const { directory: sql } = running.service;
  await sql`update code_cursors set leased_by = 'dead', leased_until = now() + interval '1 s'`;
  const started = performance.now();
  t.equal((await rosa.send(`${link.url}/telegram`)).status, 422, 'read after the lease has expired');
  t.ok(performance.now() - started > 500);
  t.same(await sql`select leased_by from code_cursors`, [{ leased_by: null }]);
});

void t.test('a network may offer a form instead of a code', async (t) => {
  const byHand = networks.discord.connect as FormConnect;
  const answering: OAuthConnect = {
    kind: 'oauth',
    pkce: false,
    scopes: [],
    returns: 'query',
    register: async ({ endpoints }) => ({
      kind: 'registered',
      app: { clientId: 'troupe', clientSecret: '' },
      endpoints,
    }),
    authorizeUrl: ({ redirectUri, state }) => `${redirectUri}?state=${state}`,
    exchange: ({ code, returned = {}, ...step }) => {
      t.equal(code, '');
      t.equal(returned['state'], undefined);
      return byHand.connect({ ...step, fields: { webhookUrl: returned['password'] ?? '' } });
    },
    byHand,
  };
  const running = await startService(t, {
    adapters: { ...networks, discord: { ...networks.discord, connect: answering } },
  });
  const hook = (name: string) => {
    const { endpoints, credentials } = running.sandbox.sandbox.connect('discord', name);
    return `${endpoints['api']}/webhooks/${credentials['webhookId']}/${credentials['webhookToken']}`;
  };
  const link = await linkFor(running);
  const rosa = newPerson(running);
  t.match((await rosa.get(link.url)).text, /<a href="[^"]+\/discord"/, 'a page first, with both ways');
  const page = await rosa.get(`${link.url}/discord`);
  t.match(page.text, /discord\?way=hand">Connect by hand/);

  const back = new URL((await rosa.send(`${link.url}/discord`)).location);
  back.searchParams.set('password', hook('By sign-in'));
  t.equal((await rosa.get(back.href)).status, 303);

  const wrong = await rosa.send(`${link.url}/discord?way=hand`, { webhookUrl: 'no' });
  t.equal(wrong.status, 422);
  t.match(wrong.text, /action="[^"]+discord\?way=hand"/);
  t.equal((await rosa.send(`${link.url}/discord?way=hand`, { webhookUrl: hook('By hand') })).status, 303);
  t.equal(await brought(running, link), 2);

  const { register: _, ...needsApp } = answering;
  const offered = createNetworks({
    adapters: { discord: { ...networks.discord, connect: needsApp } },
    findApps: async () => ({}),
    sandboxUrl: null,
  });
  t.match(
    await offered.find('discord', 'both'),
    { connect: byHand, app: null },
    'without an app by hand alone',
  );
});

void t.test('the app is registered once for each server, and again if the server forgot it', async (t) => {
  const running = await startService(t);
  const link = await linkFor(running);
  const rosa = newPerson(running);
  const fields = { server: `${running.sandbox.url}/mastodon` };
  const registrations = () =>
    running.sandbox.sandbox.calls
      .entries({ network: 'mastodon' })
      .filter(({ call }) => call === 'POST /api/v1/apps').length;
  await rosa.get(await allow(rosa, link, 'mastodon', { fields }));
  await rosa.get(await allow(rosa, link, 'mastodon', { fields, login: 'bo' }));
  t.equal(registrations(), 1);
  const spoilt = new URL(await allow(rosa, link, 'mastodon', { fields }));
  spoilt.searchParams.set('code', 'made-up');
  await rosa.get(spoilt.href);
  await rosa.get(await allow(rosa, link, 'mastodon', { fields }));
  t.equal(registrations(), 2);
  t.equal(await brought(running, link), 2);
});

void t.test('no secret is logged when an adapter throws', async (t) => {
  const lines: string[] = [];
  const note = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const instagram = networks.instagram.connect as OAuthConnect;
  const broken: OAuthConnect = {
    ...instagram,
    exchange: ({ code, app }) => Promise.reject(new Error(`${code} ${app.clientSecret} broke`)),
  };
  const log = { info: note, warn: note, error: note, debug: note } as never;
  const running = await startService(t, {
    adapters: { ...networks, instagram: { ...networks.instagram, connect: broken } },
    log,
  });
  const link = await linkFor(running);
  const rosa = newPerson(running);
  const callback = await allow(rosa, link, 'instagram');
  const answer = await rosa.get(callback);
  t.equal(answer.status, 503);
  t.match(answer.text, /Something went wrong on our side/);
  const text = lines.join('\n');
  t.match(text, /connecting failed/);
  const { searchParams } = new URL(callback);
  for (const secret of [
    searchParams.get('code')!,
    searchParams.get('state')!,
    'sandbox-secret',
    link.url.split('/').at(-1)!,
  ]) {
    t.notOk(text.includes(secret));
  }
});

void t.test('a network without an app is not configured, unless a sandbox replaces it', async (t) => {
  const app = { clientId: 'id', clientSecret: 'secret' };
  const plain = createNetworks({ adapters: networks, findApps: async () => ({}), sandboxUrl: null });
  t.match(await plain.find('instagram', 'both'), { connect: null, reason: 'not configured' });
  t.match(await plain.find('bluesky', 'both'), { sandbox: false, endpoints: networks.bluesky.endpoints });
  t.equal(await plain.find('myspace', 'both'), null);
  const own = createNetworks({
    adapters: networks,
    findApps: async () => ({ instagram: app }),
    sandboxUrl: 'http://127.0.0.1:9',
  });
  t.match(await own.find('instagram', 'both'), { sandbox: false, app });
  t.match(await own.find('bluesky', 'both'), { connect: null, reason: 'the sandbox does not answer' });
});
