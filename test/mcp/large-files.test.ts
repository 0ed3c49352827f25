// Runs alone: it measures the processor time of its process
// Long test: twelve large files at once; tools.test.ts uploads one at every change.
/** Files that come with calls of tools do not stop everybody else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hash } from 'node:crypto';
import t from 'tap';
import { cpuMs, longestTurn } from '../support/longest-turn.ts';
import { startService } from '../support/service.ts';

const MAX_FILE_BYTES = 5 * 1024 * 1024;
const AT_ONCE = 12;
/** What else the process does (collecting garbage, say) is in one measurement and not in all of them. */
const TRIES = 4;
/** With every file decoded in one go it was 20 and more. */
const MAX_RATIO = 16;

/** A client in a process of its own, so that its work is not measured: sends as many calls as it is told, all at once. */
const CLIENT = `
  const [url, authorization] = process.argv.slice(1);
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25' };
  const file = Buffer.concat([Buffer.from('%PDF-1.4\\n'), Buffer.alloc(${MAX_FILE_BYTES} - 16, 65)]).toString('base64');
  const params = { name: 'upload_media', arguments: { file } };
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  const call = async () => (await (await fetch(url, { method: 'POST', headers, body })).text()).includes('isError');
  process.on('message', async (times) => process.send(await Promise.all(Array.from({ length: times }, call))));
`;

/** The processor time that one message takes which is decoded in one go, ms: the least of several. */
function decodeOnce(): number {
  const file = Buffer.alloc(MAX_FILE_BYTES - 16, 65).toString('base64');
  const body = Buffer.from(JSON.stringify({ arguments: { file } }));
  const took = Array.from({ length: 3 * TRIES }, () => {
    const before = cpuMs();
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const given = JSON.parse(text) as { arguments: { file: string } };
    hash('sha256', Buffer.from(given.arguments.file, 'base64'));
    return cpuMs() - before;
  });
  return Math.min(...took);
}

void t.test('twelve files at once block the server for no longer than decoding a few of them', async (t) => {
  const { baseUrl, key } = await startService(t);
  const client = spawn(process.execPath, ['--eval', CLIENT, `${baseUrl}/mcp`, `Bearer ${key}`], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  t.teardown(() => client.kill());
  const send = async (times: number) => {
    client.send(times);
    const [failed] = (await once(client, 'message')) as [boolean[]];
    t.same(
      failed,
      Array.from({ length: times }, () => false),
    );
  };
  await send(1); // loads what the first call loads
  const turns: number[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) turns.push(await longestTurn(send(AT_ONCE)));
  const ratio = Math.min(...turns) / decodeOnce();
  t.ok(ratio < MAX_RATIO, `the longest block is ${ratio.toFixed(1)} times one decoding`);
});
