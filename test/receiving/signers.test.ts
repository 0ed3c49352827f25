/** An app's secret signs for the accounts that the app serves (adapters/…/inbound.ts, `signers`), and for no other. */
import { createHmac } from 'node:crypto';
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/service.ts';

const OBJECTS = { instagram: 'instagram', facebook: 'page' } as const;
type Network = keyof typeof OBJECTS;
const NETWORKS = Object.keys(OBJECTS) as Network[];
/** Instagram accounts are connected by either app, Pages by Facebook's alone. */
const SERVES: { [app in Network]: Network[] } = {
  instagram: ['instagram'],
  facebook: ['facebook', 'instagram'],
};

void t.test('an event counts for the accounts that its signer serves, at either address', async (t) => {
  const { service, sandbox, baseUrl } = await startService(t, { platforms: NETWORKS });
  const secretOf = new Map(
    sandbox.sandbox.networks().map(({ platform, app }) => [platform, app?.clientSecret]),
  );
  const accounts = new Map(
    (
      await service.sql<{ platform: string; id: string }[]>`select platform, remote_id as id from accounts`
    ).map(({ platform, id }) => [platform, id]),
  );
  /** A message to an account. @returns the status of the response */
  const send = async (mid: string, { app, about, at }: { app: Network; about: Network; at: Network }) => {
    const id = accounts.get(about)!;
    const message = {
      sender: { id: '991' },
      recipient: { id },
      timestamp: Date.now(),
      message: { mid, text: mid },
    };
    const body = JSON.stringify({
      object: OBJECTS[at],
      entry: [{ id, time: Date.now(), messaging: [message] }],
    });
    const signature = createHmac('sha256', secretOf.get(app)!).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
    const response = await fetch(`${baseUrl}/inbound/${at}`, { method: 'POST', body, headers });
    await response.arrayBuffer();
    return response.status;
  };
  const cases = NETWORKS.flatMap((app) =>
    NETWORKS.flatMap((about) => NETWORKS.map((at) => ({ app, about, at }))),
  );
  const nameOf = ({ app, about, at }: (typeof cases)[number]) => `of ${app} about ${about} at ${at}`;
  for (const one of cases) t.equal(await send(nameOf(one), one), 200, nameOf(one));
  const expected = cases.filter(({ app, about }) => SERVES[app].includes(about)).map(nameOf);
  const stored = async () =>
    (
      await service.sql<{ mid: string; platform: string }[]>`
        select m.network_id as mid, a.platform from direct_messages m join accounts a on a.id = m.account_id`
    ).map(({ mid }) => mid);
  await eventually(async () => (await stored()).length >= expected.length);
  // events of an account are taken in the order in which they came
  for (const about of NETWORKS) await send(`last of ${about}`, { app: 'facebook', about, at: about });
  const last = NETWORKS.map((about) => `last of ${about}`);
  await eventually(async () => {
    const mids = await stored();
    return last.every((mid) => mids.includes(mid));
  });
  t.strictSame((await stored()).toSorted(), [...expected, ...last].toSorted());
});
