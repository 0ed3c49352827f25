/** What people do most, in Firefox: sign in, publish, schedule, answer a message, connect an account. */
// Long test: Firefox takes a while to start; the same journeys are played in Chromium in npm test.
import { eventually } from '../support/eventually.ts';
import { openFirefox } from '../support/firefox.ts';
import t from 'tap';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import { PASSWORD, setUp } from './set-up.ts';

void t.test('five journeys in Firefox', async (t) => {
  const platforms = ['bluesky', 'telegram', 'instagram'];
  const running = await startService(t, { platforms, subscribes: true });
  await setUp(running);
  await untilReceiving(running.service, 'instagram');
  const control = controlOf(running.sandbox);
  const firefox = await openFirefox(t);
  const at = (path: string) => firefox.goto(`${running.baseUrl}/app/w/home/${path}`);

  await t.test('a person signs in', async () => {
    await firefox.goto(`${running.baseUrl}/app`);
    await firefox.write({ name: 'Email' }, 'rosa@example.org');
    await firefox.write({ selector: 'input[type=password]' }, PASSWORD);
    await firefox.click('button', 'Sign in');
    await firefox.shows('Nothing needs you');
  });

  await t.test('a post is written, published, and seen as published', async (t) => {
    await at('posts');
    await firefox.click('link', 'New post');
    for (const network of ['home, Bluesky', 'home, Telegram'])
      // oxlint-disable-next-line no-await-in-loop -- one click after the other, as a person does
      await firefox.click('checkbox', network);
    await firefox.write({ name: 'Text' }, 'Hello from Firefox');
    await firefox.click('button', 'Publish now');
    await firefox.shows('See it in the sandbox');
    const { ledger } = running.sandbox.sandbox;
    await eventually(() => ledger.entries({}).length === 2);
    t.match(firefox.page.url(), /\/posts\/post_/);
  });

  await t.test('a post takes the next slot, and stands on the calendar', async () => {
    await at('posts/new');
    await firefox.click('checkbox', 'home, Bluesky');
    await firefox.write({ name: 'Text' }, 'In the next slot');
    await firefox.page.locator('::-p-text(Next slot)').click();
    await firefox.click('button', 'Take the slot');
    await firefox.shows('Scheduled');
    await at('calendar?view=list');
    await firefox.shows('In the next slot');
  });

  await t.test('a message arrives and is answered', async (t) => {
    await at('inbox');
    await firefox.shows('Nothing is open');
    const person = { username: 'ann', name: 'Ann Fan' };
    await control('people', { network: 'instagram', person, act: { say: 'Do you open on Sunday?' } });
    await firefox.page.locator('::-p-text(Do you open on Sunday?)').click();
    await firefox.write({ selector: '#answer' }, 'Yes, from 9 to 5');
    await firefox.click('button', 'Send');
    await eventually(async () =>
      JSON.stringify(await control('people?network=instagram&username=ann')).includes('Yes, from 9 to 5'),
    );
    t.pass('the person has it');
  });

  await t.test('an account is connected on the hosted page', async (t) => {
    await at('accounts');
    await firefox.click('button', 'Connect an account');
    await firefox.click('link', 'Connect Instagram');
    await firefox.click('button', 'Sign in with Instagram');
    await firefox.write({ name: 'Sign in as' }, 'Café Luna');
    await firefox.click('button', 'Allow');
    await firefox.click('link', 'Finish');
    await firefox.shows('Connected: Instagram.');
    t.match(firefox.page.url(), /\/accounts$/);
  });

  t.same(firefox.complaints, []);
});
