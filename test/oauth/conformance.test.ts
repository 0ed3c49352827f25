/** The protocol's own suite against our authorization server: its metadata, and a code for a token. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { VERSIONS } from '../mcp/client.ts';
import { runAuthorization } from '../mcp/conformance.ts';
import { startService } from '../support/service.ts';
import { newApp, personOf } from './app.ts';

/** A port that nothing listens at. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

void t.test('every scenario about authorization servers passes, in both versions', async (t) => {
  const running = await startService(t);
  const person = await personOf(running);
  const { baseUrl } = running;
  for (const version of VERSIONS) {
    const port = await freePort();
    const { id: clientId } = await newApp(running, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
    let asked = 0;
    /** The person behind the browser that the suite asks for: allows what is asked, and is sent back. */
    const consent = async (address: string) => {
      asked += 1;
      const { headers } = await fetch(address, { redirect: 'manual' });
      const request = new URL(headers.get('location')!).searchParams.get('request')!;
      const { body } = await person.ask('PUT', `/app/api/consents/${request}`, { allow: true });
      await fetch(body.redirectTo);
    };
    const at = { baseUrl, clientId, port, version };
    const { passed, output } = await runAuthorization(at, consent);
    t.ok(passed, version, { output });
    t.equal(asked, 1, `${version}: a person was asked`);

    // what is only warned of, or left out, is no failure of the suite
    t.match(output, 'authorization-server-metadata-endpoint: 2 passed, 0 failed', version);
    t.match(output, 'authorization-code-grant: 1 passed, 0 failed', version);
  }
});
