/**
 * The protocol's own suite against a service: a short part with every test, the whole with `npm run prove`. It cannot
 * send a key, so requests go through a forwarder.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);
/** Scenarios of features that are not offered, or that want tools by fixed names. */
const BASELINE = fileURLToPath(new URL('conformance.yml', import.meta.url));

export interface Run {
  passed: boolean;
  output: string;
}

/** One scenario. @param version of the protocol */
export const runScenario = (url: string, version: string, scenario: string): Promise<Run> =>
  run(['server', '--url', url, '--spec-version', version, '--scenario', scenario]);

/** All that a version requires, with the failures that are expected. */
export const runRequirements = (url: string, version: string): Promise<Run> =>
  run(['server', '--url', url, '--requirements', version, '--expected-failures', BASELINE]);

/**
 * All about authorization servers.
 * @param at the service, an app with the redirect `http://127.0.0.1:<port>/callback`, and the version of the protocol
 * @param consent opens the address of the authorization in a person's browser, and allows it
 */
export function runAuthorization(
  at: { baseUrl: string; clientId: string; port: number; version: string },
  consent: (address: string) => Promise<void>,
): Promise<Run> {
  const { baseUrl, clientId, port, version } = at;
  const args = ['--url', baseUrl, '--client-id', clientId, '--resource', `${baseUrl}/mcp`, '-p', `${port}`];
  // the suite prints the address before it listens for the browser that comes back
  let address: string | undefined;
  let listens = false;
  return run(['authorization', ...args, '--spec-version', version], (line) => {
    const isAddress = line.startsWith(`${baseUrl}/oauth/authorize?`);
    const isStart = line.startsWith('Callback server started');
    if (isAddress) address = line;
    if (isStart) listens = true;
    return (isAddress || isStart) && listens && address ? consent(address) : undefined;
  });
}

/** @param onLine called with each line that the suite prints; when it fails, the suite is ended */
async function run(
  args: string[],
  onLine: (line: string) => Promise<void> | undefined = () => undefined,
): Promise<Run> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  createInterface(child.stdout).on('line', (line) => {
    onLine(line)?.catch((error: unknown) => {
      output += String(error);
      child.kill();
    });
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { passed: code === 0, output };
}
