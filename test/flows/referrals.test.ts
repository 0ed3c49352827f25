/** What a network says of the ad or link that brought a person is in the inbox, with a message or alone. */
import t from 'tap';
import { people } from '../comments/people.ts';
import { eventually } from '../support/eventually.ts';
import type { Answer } from '../support/service.ts';

const ad = { id: '120000000000000001', title: 'Autumn bread', pictureUrl: 'https://cdn.example.com/ad.jpg' };
const shown = { source: 'ADS', ref: null, adId: ad.id, title: ad.title, mediaUrl: ad.pictureUrl };

void t.test('an ad is shown with the message it brought, and alone where no message comes', async (t) => {
  const world = await people(t, { subscribes: true });
  const { call } = world.running;
  const conversation = async (username: string) =>
    (await call('GET', '/v1/inbox')).body.conversations.find(
      ({ contact }) => contact.username === username || contact.name === username,
    );
  const thread = async (username: string) => {
    const one = await conversation(username);
    return one === undefined ? [] : (await call('GET', `/v1/inbox/${one.id}/messages`)).body.messages;
  };

  await world.act('instagram', 'ann', { openAd: ad });
  await world.act('instagram', 'ann', { say: 'I saw this' });
  const [said] = await eventually(async () => {
    const messages = await thread('ann');
    return messages.length > 0 && messages;
  });
  t.strictSame([said.text, said.referral], ['I saw this', shown]);

  await world.act('instagram', 'ann', { openAd: { ...ad, ref: 'autumn' } });
  const two = await eventually(async () => {
    const messages = await thread('ann');
    return messages.length > 1 && messages;
  });
  const [alone] = two;
  t.equal(two.length, 2);
  t.match(alone, { direction: 'in', by: 'contact', text: '', attachments: [], status: 'sent' });
  t.strictSame(alone.referral, { ...shown, ref: 'autumn' });
  const list = await conversation('ann');
  t.match(list, { unread: 1, lastMessage: { id: alone.id, text: '(referral)' } });

  await world.act('instagram', 'ann', { openRef: 'spring' });
  const [link] = await eventually(async () => {
    const messages = await thread('ann');
    return messages.length > 2 && messages;
  });
  t.strictSame(link.referral, {
    source: 'SHORTLINK',
    ref: 'spring',
    adId: null,
    title: null,
    mediaUrl: null,
  });
});

void t.test('an opened ad is no message: endpoints that asked for messages are not called', async (t) => {
  const world = await people(t, { subscribes: true });
  const { call, accounts, service } = world.running;
  const steps = [{ type: 'message', text: 'Welcome' }];
  const body = { accountId: accounts['instagram'], trigger: { type: 'ref', ref: 'spring' }, steps };
  const { automation } = (await call('POST', '/v1/dm-automations', body)).body;
  const hook = { url: 'https://example.com/hook', events: ['message.received'] };
  t.equal((await call('POST', '/v1/webhooks', hook)).status, 200);
  const received = async () =>
    (await service.sql`select from webhook_sends where event = 'message.received'`).length;
  await world.act('instagram', 'bob', { say: 'Hello' });
  await eventually(async () => (await received()) === 1);
  await world.act('instagram', 'bob', { openRef: 'spring' });
  const path = `/v1/dm-automations/${automation.id}/runs` as const;
  await eventually(async () => (await call('GET', path)).body.runs.length === 1);
  t.equal(await received(), 1);
  const [entry] = await service.sql<{ details: Answer['body'] }[]>`
    select details from direct_messages where details -> 'opened' is not null`;
  t.match(entry!.details, { opened: true, ref: 'spring', automation: { did: 'started' } });
});
