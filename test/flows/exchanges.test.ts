/** A network's response, from the call to the debugger, on the real server. */
import t from 'tap';
import { readRun, replayRun } from '../../src/features/introspection/run-file.ts';
import { deliveryId } from '../../src/kinds/delivery.ts';
import { startService } from '../support/service.ts';
import { kinds } from '../../src/kinds/index.ts';

const MINUTE = 60_000;

void t.test('every attempt shows the requests to the network and the responses', async (t) => {
  const running = await startService(t);
  const { call, until, sandbox, service, accounts, advance } = running;
  sandbox.sandbox.faults.add({
    kind: 'status',
    status: 429,
    network: 'telegram',
    retryAfterSeconds: 301,
    times: 1,
  });
  const { body } = await call('POST', '/v1/posts', {
    content: 'Hello from the debugger’s test',
    accountIds: [accounts['telegram']],
    publishNow: true,
  });
  const { id } = body.post;
  const delivery = deliveryId(id, accounts['telegram']!);
  await until(id, ({ deliveries }) => deliveries[0].status === 'retrying');
  advance(6 * MINUTE);
  await until(id, ({ status }) => status === 'published');

  const told = (await call('GET', `/v1/actors/${delivery}/exchanges`)).body;
  t.equal(told.next, null);
  const [second, first] = told.attempts;
  t.match(first, {
    type: 'publish',
    tries: 1,
    leftOut: 0,
    exchanges: [
      {
        method: 'POST',
        url: /\/telegram\/bot\[redacted\]\/sendMessage$/,
        request: { type: /^application\/json/, body: /"text":"Hello from the debugger’s test"/ },
        answer: { status: 429, headers: { 'content-type': /json/ }, body: /Too Many Requests/ },
        error: null,
      },
    ],
  });
  t.match(second, { exchanges: [{ answer: { status: 200, body: /"message_id"/ } }] });
  const { steps } = (await call('GET', `/v1/actors/${delivery}/journal`)).body;
  const stepOf = (seq: number) => steps.find((step) => step.seq === seq).event.type;
  t.equal(stepOf(first.seq), 'outcome.retry');
  t.equal(stepOf(second.seq), 'outcome.published');

  const page = (await call('GET', `/v1/actors/${delivery}/exchanges?limit=1`)).body;
  t.strictSame(page, { actorId: delivery, attempts: [second], next: second.effectId });
  const rest = await call('GET', `/v1/actors/${delivery}/exchanges?limit=1&before=${page.next}`);
  t.strictSame(rest.body, { actorId: delivery, attempts: [first], next: null });
  t.strictSame((await call('GET', `/v1/actors/${id}/exchanges`)).body.attempts, [], 'a post calls nobody');

  const run = (await call('GET', `/v1/actors/${delivery}/run`)).body;
  const file = readRun(JSON.stringify(run));
  const own = file.actors.find((actor) => actor.id === delivery)!;
  t.match(own.attempts, [
    { effectId: first.effectId, recorded: { exchanges: [{ answer: { status: 429 } }] } },
    { effectId: second.effectId },
  ]);
  t.ok(replayRun(file, kinds).every(({ differences }) => differences.length === 0));

  const [row] = await service.sql<{ credentials: Buffer }[]>`
    select credentials from accounts where id = ${accounts['telegram']!}`;
  const secrets = service.sealer.open(row!.credentials, accounts['telegram']!) as { [name: string]: string };
  const kept = JSON.stringify([told, run, [...(await service.sql`select * from exchanges`)]]);
  for (const [name, secret] of Object.entries(secrets))
    if (secret.length >= 8) t.notOk(kept.includes(secret), name);
});

void t.test('a refresh and a lookup are recorded like a publication', async (t) => {
  const running = await startService(t);
  const { call, until, sandbox, accounts, service, advance } = running;
  sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'bluesky', times: 1 });
  sandbox.sandbox.faults.add({
    kind: 'lost_answer',
    network: 'bluesky',
    call: 'com.atproto.repo.putRecord',
    times: 1,
  });
  const { body } = await call('POST', '/v1/posts', {
    content: 'Renewed, lost and found',
    accountIds: [accounts['bluesky']],
    publishNow: true,
  });
  const { id } = body.post;
  const delivery = deliveryId(id, accounts['bluesky']!);
  await until(id, ({ status }) => {
    advance(MINUTE); // an event arrives for every wait
    return status === 'published';
  });
  const { attempts } = (await call('GET', `/v1/actors/${delivery}/exchanges`)).body;
  const types = attempts.map(({ type }) => type);
  for (const type of ['publish', 'refresh', 'verify'])
    t.ok(types.includes(type), `${type} in ${types.join(', ')}`);
  const [lost] = attempts.filter(({ exchanges }) => exchanges.some(({ error }) => error !== null));
  t.match(lost.exchanges, [{ answer: null, error: /^the connection broke/, ms: Number }]);
  const [renewal] = attempts.filter(({ type }) => type === 'refresh');
  t.match(renewal.exchanges[0], { url: /refreshSession/, answer: { body: /"accessJwt":"\[redacted\]"/ } });
  const row = (await service.sql`select credentials from accounts where id = ${accounts['bluesky']!}`)[0]!;
  const secrets = service.sealer.open(row['credentials'] as Buffer, accounts['bluesky']!) as object;
  for (const secret of Object.values(secrets) as string[])
    t.notOk(JSON.stringify(attempts).includes(secret), 'new credentials do not show either');
});

void t.test('exchanges belong to one workspace, and a wrong query is reported', async (t) => {
  const running = await startService(t);
  const { call, until, accounts } = running;
  const { body } = await call('POST', '/v1/posts', {
    content: 'Ours',
    accountIds: [accounts['discord']],
    publishNow: true,
  });
  await until(body.post.id, ({ status }) => status === 'published');
  const path = `/v1/actors/${deliveryId(body.post.id, accounts['discord']!)}/exchanges` as const;
  const { key } = await running.neighbour();
  const stranger = await call('GET', path, undefined, { authorization: `Bearer ${key}` });
  t.match(stranger, { status: 404 });
  t.equal((await call('GET', path, undefined, { authorization: 'Bearer trp_none' })).status, 401);
  t.match(await call('GET', `${path}?limit=101`), { status: 400, body: { param: '/limit' } });
  t.match(await call('GET', `${path}?before=x`), { status: 400, body: { param: '/before' } });
  t.match(await call('GET', `${path}?after=1`), { status: 400, body: { param: '/after' } });
  t.equal((await call('GET', '/v1/actors/dlv_none/exchanges')).status, 404);
});

void t.test('the call that ends a disconnected account’s access is recorded with its actor', async (t) => {
  const { call, accounts, sandbox } = await startService(t);
  const id = accounts['bluesky']!;
  t.equal((await call('DELETE', `/v1/accounts/${id}`)).status, 200);
  let attempts: { type: string; exchanges: { url: string; answer: { status: number } }[] }[] = [];
  const deadline = Date.now() + 60_000;
  while (attempts.length === 0 && Date.now() < deadline)
    ({ attempts } = (await call('GET', `/v1/actors/${id}/exchanges`)).body);
  t.match(attempts, [
    { type: 'revokeAccess', exchanges: [{ url: /deleteSession/, answer: { status: 200 } }] },
  ]);
  t.equal(sandbox.sandbox.calls.entries().at(-1)?.call, 'com.atproto.server.deleteSession');
});
