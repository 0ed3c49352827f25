/** The pages of actors that wait for others: the receiver of an account, and the queue of its private replies. */
import t from 'tap';
import { accessibilityFaults } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { picture } from '../support/picture.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import { startDashboard } from './dashboard.ts';

/** One message leaves every five seconds: the queue is not empty before its page is read. */
const PEOPLE = 40;

void t.test('a receiver says what it reads and when, and a queue who waits for a place', async (t) => {
  const { open, running } = await startDashboard(t, { platforms: ['instagram'], subscribes: true });
  const { call, accounts, sandbox, service } = running;
  await untilReceiving(service, 'instagram');
  const accountId = accounts['instagram'];
  const { body } = await call('POST', '/v1/posts', {
    content: 'Fresh bread at seven',
    media: [`${sandbox.url}/samples/photo.jpg`],
    accountIds: [accountId],
    publishNow: true,
  });
  const isLive = ({ status }: { status: string }) => status === 'published';
  const post = await running.until(body.post.id, isLive, { advancesMs: 1_000 });
  const mediaId = post.deliveries[0].networkPostId;
  await call('PUT', '/v1/comment-dm-rules/settings', { accountId, evenPace: true });
  const rule = { accountId, keywords: ['link'], dmText: 'Hi {username}, here it is' };
  t.equal((await call('POST', '/v1/comment-dm-rules', rule)).status, 200);
  for (let person = 0; person < PEOPLE; person += 1)
    await controlOf(sandbox)('people', {
      network: 'instagram',
      person: { username: `ann${person}` },
      act: { comment: { text: 'The link, please', mediaId } },
    });
  const actorOf = async (kind: string) => (await call('GET', `/v1/actors?kind=${kind}`)).body.actors[0];
  const queue = await eventually(async () => {
    const actor = await actorOf('reply_queue');
    if (!actor) return null;
    const { body: whole } = await call('GET', `/v1/actors/${actor.id}`);
    return JSON.stringify(whole).includes('waiting') ? actor : null;
  });
  const receiver = await actorOf('receiver');
  const kinds = new Set<string>();
  for (const { id, kind } of (await call('GET', '/v1/actors?limit=100')).body.actors) {
    const { explanation } = (await call('GET', `/v1/actors/${id}`)).body;
    kinds.add(kind);
    if (kind === 'post') t.equal(explanation, null, 'it is explained with its deliveries');
    else t.match(explanation, /^[A-Z0-9].*\.$/s, kind);
  }
  t.ok(kinds.size > 6, [...kinds].join());
  for (const [name, { id }, why] of [
    ['queue', queue, /messages waited after the last grant; the next place comes at /],
    ['receiver', receiver, /reports by webhook what people write\. It was last read /],
  ] as const) {
    const { page, complaints } = await open(`/app/w/home/debugger/${id}`);
    await page.getByRole('region', { name: 'Time travel' }).waitFor();
    await page.getByRole('region', { name: 'Why' }).getByText(why).waitFor();
    t.strictSame(await accessibilityFaults(page), [], name);
    await picture(page, name);
    t.strictSame(complaints, [], name);
    await page.close();
  }
});
