/** A network ends the subscription of an account whose webhooks fail for an hour: it is noticed soon, repaired and said. */
import t from 'tap';
import type { Test } from 'tap';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';

const MINUTE = 60_000;

/** An account whose subscription has been ended. The sandbox's hour of failures takes a minute. */
async function ended(t: Test, platform: string) {
  const running = await startService(t, { platforms: [platform], subscribes: true, restarts: true });
  await untilReceiving(running.service, platform);
  const { sandbox, call, advance } = running;
  const control = controlOf(sandbox);
  const say = (username: string) =>
    control('people', { network: platform, person: { username }, act: { say: `from ${username}` } });
  const receiving = async () => (await call('GET', '/v1/accounts')).body.accounts[0].receiving;
  const inbox = async () =>
    (await call('GET', '/v1/inbox')).body.conversations.map(
      ({ lastMessage }: { lastMessage: { text: string } }) => lastMessage.text,
    );
  await say('before');
  await eventually(async () => (await inbox()).length === 1);
  await eventually(async () => (await receiving()).lastEventAt !== null);
  t.match(await receiving(), { problem: null, missing: null });
  await control('webhooks', { network: platform, wrongSecret: true });
  await say('lost');
  const isSubscribed = async () => (await control(`webhooks?network=${platform}`)).accounts.length > 0;
  await eventually(async () => {
    advance(10_000);
    await sandbox.sandbox.webhooks.settled();
    return !(await isSubscribed());
  });
  await control('webhooks', { network: platform, wrongSecret: false });
  return { ...running, running, say, receiving, inbox, isSubscribed };
}

for (const platform of ['instagram', 'facebook']) {
  void t.test(
    `${platform}: a poll finds what no webhook brought, and the subscription is made again`,
    async (t) => {
      const { say, receiving, inbox, advance } = await ended(t, platform);
      advance(16 * MINUTE);
      await eventually(async () => (await inbox()).includes('from lost'));
      const told = await eventually(async () => {
        const seen = await receiving();
        return seen.missing !== null && seen.problem === null && seen;
      });
      t.match(told.missing, {
        code: 'unreported',
        reason: /taps, story replies and opened ref links/,
        nextAt: null,
      });
      await say('after');
      await eventually(async () => (await inbox()).includes('from after'));
      advance(25 * 60 * MINUTE);
      await eventually(async () => (await receiving()).missing === null);
    },
  );

  void t.test(`${platform}: the first node after an outage asks at once`, async (t) => {
    const { running, isSubscribed, receiving } = await ended(t, platform);
    await running.service.sql`
      update accounts set receiving = (receiving::jsonb || '{"polledAt": 1, "readAgainAt": 4102444800000}')::json`;
    await running.restart();
    await eventually(isSubscribed);
    await eventually(async () => (await receiving()).missing?.code === 'unreported');
  });
}
