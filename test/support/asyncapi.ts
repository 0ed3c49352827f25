/** docs/asyncapi.yaml as tests read it. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import type { TSchema } from 'typebox';
import { temporaryFolder } from './temporary-folder.ts';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * @returns the schema of each message's payload, by the message's name, with all references resolved
 * @throws when the document is not valid
 */
export async function asyncApiPayloads(t: Test): Promise<(message: string) => TSchema> {
  const cwd = await temporaryFolder(t);
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
  };
  const cli = file('node_modules/@redocly/cli/bin/cli.js');
  const redocly = (...args: string[]) => promisify(execFile)(process.execPath, [cli, ...args], { cwd, env });
  const bundled = join(cwd, 'asyncapi.json');
  await redocly('lint', file('docs/asyncapi.yaml'));
  await redocly('bundle', file('docs/asyncapi.yaml'), '--dereferenced', '--ext', 'json', '-o', bundled);
  const { components } = JSON.parse(await readFile(bundled, 'utf8')) as {
    components: { messages: { [name: string]: { payload: TSchema } } };
  };
  return (message) => components.messages[message]!.payload;
}
