/** Whatever a network sends, signed or not: never a fault of this service, and a bad item takes no good one with it. */
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import t from 'tap';
import type { Json } from '../../machines/outcome.ts';
import { asMetaSends, samplesOf } from '../adapters/samples/read.ts';
import { eventually } from '../support/eventually.ts';
import { seedOf } from '../support/property.ts';
import { startService } from '../support/service.ts';

const NETWORKS = ['instagram', 'facebook'] as const;
const OBJECTS = { instagram: 'instagram', facebook: 'page' };
type Network = (typeof NETWORKS)[number];

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('Zoë 👩🏽‍🚀 https://example.org/a', 'half \ud83d', 'nul \0', '\u001e', '', '\u2028'),
);
const leaf = fc.oneof(texts, fc.double(), fc.constantFrom<Json>(null, true, -1, 2 ** 60, [], {}));
const anything: fc.Arbitrary<Json> = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom('message', 'sender', 'recipient', 'id', 'mid', 'text', 'value', 'field', 'timestamp'),
      tie('any'),
      { maxKeys: 4 },
    ),
  ),
})).any;

/** Items beside the good one, whole entries, and bodies that are no JSON of Meta's. */
interface Given {
  network: Network;
  text: string;
  items: Json[];
  entries: Json[];
  /** Bodies of their own that arrive in the same moment. */
  bodies: Json[];
}
const givens: fc.Arbitrary<Given> = fc.record({
  network: fc.constantFrom(...NETWORKS),
  text: texts,
  items: fc.array(anything, { maxLength: 3 }),
  entries: fc.array(anything, { maxLength: 2 }),
  bodies: fc.array(
    fc.oneof(
      anything,
      fc.constantFrom(...NETWORKS.flatMap((name) => samplesOf(name).map(({ body }) => body))),
    ),
    { maxLength: 3 },
  ),
});

void t.test('fuzzed bodies are answered, and the good items in them are stored once', async (t) => {
  const running = await startService(t, { platforms: [...NETWORKS] });
  const { service, sandbox, baseUrl } = running;
  const { sql } = service;
  const secrets = new Map(
    sandbox.sandbox.networks().map(({ platform, app }) => [platform, app?.clientSecret]),
  );
  const accounts = new Map(
    (
      await sql<
        { platform: string; remoteId: string }[]
      >`select platform, remote_id as "remoteId" from accounts`
    ).map(({ platform, remoteId }) => [platform, remoteId]),
  );
  const post = async (network: Network, bytes: Uint8Array, sign = true) => {
    const hmac = createHmac('sha256', secrets.get(network)!).update(bytes).digest('hex');
    const response = await fetch(`${baseUrl}/inbound/${network}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: {
        'content-type': 'application/json',
        ...(sign && { 'x-hub-signature-256': `sha256=${hmac}` }),
      },
    });
    await response.arrayBuffer();
    return response.status;
  };
  let number = 0;
  const sent: string[] = [];
  await fc.assert(
    fc.asyncProperty(givens, async ({ network, text, items, entries, bodies }) => {
      number += 1;
      const id = accounts.get(network)!;
      const good = {
        sender: { id: `99${number % 7}` },
        recipient: { id },
        timestamp: Date.now(),
        message: { mid: `mid-${number}`, text: `good ${text}` },
      };
      const entry = { id, time: Date.now(), messaging: [...items, good, ...items] };
      const body = asMetaSends({ object: OBJECTS[network], entry: [...entries, entry, ...entries] });
      const others = bodies.map((one) => asMetaSends(one));
      const statuses = await Promise.all([
        post(network, body),
        ...others.map((bytes) => post(network, bytes)),
        post(network, body.subarray(0, body.length - 3)),
      ]);
      for (const status of statuses) if (status !== 200) throw new Error(`answered ${status}`);
      const unsigned = await post(network, body, false);
      if (unsigned !== 401) throw new Error(`unsigned, and answered ${unsigned}`);
      sent.push(`mid-${number}`);
    }),
    { seed: seedOf(t), numRuns: 80, endOnFailure: true },
  );
  const stored = await eventually(async () => {
    const rows = await sql<{ mid: string }[]>`
      select network_id as mid from direct_messages where network_id = any(${sent}::text[])`;
    return rows.length >= sent.length && rows;
  });
  t.strictSame(stored.map(({ mid }) => mid).sort(), sent.toSorted());
  const faults = await sql`select key, fault from inbound where fault is not null`;
  t.strictSame([...faults], [], 'nothing was set aside');
});
