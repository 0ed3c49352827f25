/** Who opens a tracked link is led on; people are counted, bots and previews are not. */
import t from 'tap';
import { readCounters } from '../../store/counters.ts';
import { insertLinks, releaseLinks } from '../../store/links.ts';
import { startService } from '../support/service.ts';

const URL = 'https://example.com/bread?from=dm#top';
const CODE = '23456789ab';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const PEOPLE = {
  Chrome:
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  Safari: `${PHONE} Version/18.5 Safari/604.1`,
  'the browser inside Instagram': `${PHONE} Instagram 410.0.0.29.70 (iPhone14,2; iOS 18_5; en_US; en; scale=3.00; 1170x2532; 745893210)`,
  'the browser inside Facebook': `${PHONE} [FBAN/FBIOS;FBAV/520.0.0.38.101;FBBV/756351453;FBDV/iPhone14,2;FBMD/iPhone]`,
};
const BOTS = {
  'the preview of Facebook': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'the crawler of Meta':
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'the preview of WhatsApp': 'WhatsApp/2.23.20.0',
  'the preview of Slack': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'the preview of Telegram': 'TelegramBot (like TwitterBot)',
  'the preview of Discord': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'the preview of X': 'Twitterbot/1.0',
  Google: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  curl: 'curl/8.11.0',
  'no agent': '',
};

void t.test('a link leads on, and counts the people who open it', async (t) => {
  const { service, baseUrl, workspaceId } = await startService(t, { platforms: ['instagram'] });
  const { sql } = service;
  const link = { workspaceId, ownerId: 'rule_x', messageId: 'pr_x', url: URL };
  await insertLinks(
    sql,
    [
      { ...link, code: CODE },
      { ...link, code: CODE.toUpperCase(), messageId: 'pr_y' },
    ],
    0,
  );
  const open = (
    headers: Record<string, string> = { 'user-agent': PEOPLE.Chrome },
    method = 'GET',
    code = CODE,
  ) => fetch(`${baseUrl}/l/${code}`, { method, headers, redirect: 'manual' });
  const counted = async () => {
    const counters = (await readCounters(sql, ['rule_x'])).get('rule_x');
    return [counters?.get('clicks') ?? 0, counters?.get('uniqueClicks') ?? 0];
  };

  for (const [name, agent] of Object.entries(BOTS)) {
    const response = await open({ 'user-agent': agent });
    t.equal(response.status, 302, name);
    t.equal(response.headers.get('location'), URL);
  }
  t.equal((await open(undefined, 'HEAD')).status, 302);
  t.equal((await open({ 'user-agent': PEOPLE.Chrome, 'sec-purpose': 'prefetch;prerender' })).status, 302);
  t.equal((await open({ 'user-agent': PEOPLE.Safari, 'x-purpose': 'preview' })).status, 302);
  t.strictSame(await counted(), [0, 0], 'bots, previews, HEAD and prefetching are not counted');

  for (const [name, agent] of Object.entries(PEOPLE)) {
    const response = await open({ 'user-agent': agent });
    t.equal(response.status, 302, name);
    t.equal(response.headers.get('location'), URL);
    t.match(response.headers.get('cache-control'), 'no-store');
    t.match(response.headers.get('referrer-policy'), 'no-referrer');
  }
  t.strictSame(await counted(), [4, 1], 'a code is of one person: only its first click is unique');
  await open(undefined, 'GET', CODE.toUpperCase());
  t.strictSame(await counted(), [5, 2]);

  await releaseLinks(sql, 'rule_x');
  t.equal((await open()).headers.get('location'), URL, 'it leads on when the rule is deleted');
  t.strictSame(await counted(), [5, 2]);
});

void t.test('there is no open redirect, and unknown codes say so', async (t) => {
  const { baseUrl } = await startService(t, { platforms: ['instagram'] });
  for (const code of [
    '3333333333',
    'x',
    '..%2F..',
    'https%3A%2F%2Fevil.example',
    `${CODE}?url=https://evil.example`,
  ]) {
    const response = await fetch(`${baseUrl}/l/${code}`, {
      redirect: 'manual',
      headers: { 'user-agent': PEOPLE.Chrome },
    });
    t.equal(response.status, 404, code);
    t.equal(response.headers.get('location'), null);
    t.match(await response.text(), /No such link/);
  }
  t.equal((await fetch(`${baseUrl}/l/${CODE}`, { method: 'POST' })).status, 405);
});
