/**
 * The protocol's own suite against a service: a short part with every test, the whole with `npm run prove`. It cannot
 * send a key, so requests go through a forwarder.
 */
import { spawn } from 'node:child_process';
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
  run(['--url', url, '--spec-version', version, '--scenario', scenario]);

/** All that a version requires, with the failures that are expected. */
export const runRequirements = (url: string, version: string): Promise<Run> =>
  run(['--url', url, '--requirements', version, '--expected-failures', BASELINE]);

async function run(args: string[]): Promise<Run> {
  const child = spawn(process.execPath, [PROGRAM, 'server', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { passed: code === 0, output };
}
