/** A download that is under way, and a client that hangs up in the middle of one (docs/export.md). */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { type RunningService, startService } from '../support/service.ts';

/** More than the sockets of both ends hold, so the service waits for its client. */
const BYTES = 32 * 1024 * 1024;

async function uploadMuchTo({ baseUrl, key }: RunningService): Promise<void> {
  const form = new FormData();
  form.set('file', new File(['%PDF-1.4\n', randomBytes(BYTES), '\n%%EOF'], 'menu.pdf'));
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${baseUrl}/v1/media/upload`, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

/** @returns the status of a download, whose bytes are not read */
async function statusOf(url: string): Promise<number> {
  const { status, body } = await fetch(url);
  await body?.cancel();
  return status;
}

void t.test(
  'a workspace is downloaded once at a time, and a client that hangs up makes room for the next',
  async (t) => {
    const running = await startService(t);
    await uploadMuchTo(running);
    const { url } = (await running.call('POST', '/v1/exports', {})).body.export;
    const request = get(url, { agent: false });
    t.teardown(() => request.destroy());
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    t.equal(response.statusCode, 200, 'it is under way, and nobody reads its bytes');
    t.equal(await statusOf(url), 503, 'a second one is refused');
    t.match(await running.call('POST', '/v1/exports', {}), {
      status: 503,
      body: { code: 'busy' },
    });
    response.on('error', () => {});
    request.destroy();
    await eventually(async () => (await statusOf(url)) === 200);
    t.pass('the next download begins');
  },
);
