import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { connect } from '../../adapters/discord/connect.ts';
import { tryAgain, tryAgainIn } from '../../adapters/lib/try-again.ts';

void t.test('a page says when to try again: when the network says, or in a minute', async () => {
  const rows: [{ [name: string]: string }, string][] = [
    [{}, 'try again in a minute'],
    [{ 'retry-after': '60' }, 'try again in a minute'],
    [{ 'retry-after': '1' }, 'try again in 1 second'],
    [{ 'retry-after': '6' }, 'try again in 6 seconds'],
    [{ 'retry-after': '600' }, 'try again in 10 minutes'],
    [{ 'retry-after': '86400' }, 'try again in 24 hours'],
    [{ 'retry-after': '0' }, 'try again now'],
    [
      { date: 'Sun, 22 Nov 2026 12:00:00 GMT', 'retry-after': 'Sun, 22 Nov 2026 12:05:00 GMT' },
      'try again in 5 minutes',
    ],
    [{ 'retry-after': 'Sun, 22 Nov 2026 12:05:00 GMT' }, 'try again in a minute'],
    [{ 'retry-after': 'soon' }, 'try again in a minute'],
  ];
  for (const [headers, words] of rows) equal(tryAgain(new Headers(headers)), words);
  equal(tryAgainIn(1.337), 'try again in 2 seconds');
});

void t.test('a page for connecting says how long the network wants to be left alone', async () => {
  ok(connect.kind === 'form');
  const answer = await connect.connect({
    endpoints: { api: 'https://discord.test/api/v10' },
    fetch: async () =>
      Response.json({ message: 'Slow down' }, { status: 429, headers: { 'retry-after': '6' } }),
    signal: new AbortController().signal,
    now: 0,
    fields: {
      webhookUrl:
        'https://discord.test/api/v10/webhooks/1200000000000000001/a-long-token-of-a-webhook-0123456789',
    },
  });
  deepEqual(answer, {
    kind: 'retry',
    reason: 'Discord is busy or down (Slow down): try again in 6 seconds.',
  });
});
