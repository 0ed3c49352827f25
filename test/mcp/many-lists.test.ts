// Runs alone: it measures the processor time of its process
/** Many clients that ask for the list of tools at once do not stop everybody else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import t from 'tap';
import { cpuMs, longestTurn } from '../support/longest-turn.ts';
import { startService } from '../support/service.ts';

const AT_ONCE = 60;
/** What else the process does (collecting garbage, say) is in one measurement and not in all of them. */
const TRIES = 4;
/** The longest turn as a part of the whole. With all lists in the turn in which they arrived it was 0.5 and more. */
const MAX_SHARE = 0.25;

/** A client in a process of its own, so that its work is not measured: asks as many times as it is told, all at once. */
const CLIENT = `
  const [url, authorization] = process.argv.slice(1);
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const call = async () => (await (await fetch(url, { method: 'POST', headers, body })).text()).includes('"tools":');
  process.on('message', async (times) => process.send(await Promise.all(Array.from({ length: times }, call))));
`;

void t.test('sixty lists at once block the server for no longer than a few of them', async (t) => {
  const { baseUrl, key } = await startService(t);
  const client = spawn(process.execPath, ['--eval', CLIENT, `${baseUrl}/mcp`, `Bearer ${key}`], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  t.teardown(() => client.kill());
  const ask = async (times: number) => {
    client.send(times);
    const [listed] = (await once(client, 'message')) as [boolean[]];
    t.same(
      listed,
      Array.from({ length: times }, () => true),
    );
  };
  for (let warm = 0; warm < 10; warm += 1) await ask(4);
  const shares: number[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = cpuMs();
    const turn = await longestTurn(ask(AT_ONCE));
    shares.push(turn / (cpuMs() - before));
  }
  const share = Math.min(...shares);
  t.ok(share < MAX_SHARE, `the longest block is ${(100 * share).toFixed(0)} % of all of them`);
});
