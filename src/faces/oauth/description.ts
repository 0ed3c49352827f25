/**
 * Descriptions that apps publish: the id of such an app is the address of a JSON document about it
 * (draft-ietf-oauth-client-id-metadata-document). It is fetched through the guard of outbound calls.
 */
import type { Db } from '../../../store/connect.ts';
import { type ClientRow, findClient, saveClient } from '../../../store/oauth-clients.ts';
import { parseObject } from '../http/json-body.ts';
import type { Guard } from '../../base/outbound/guard.ts';
import { appOf } from './app.ts';
import { OAuthFault } from './fault.ts';

const MAX_BYTES = 16 * 1024;
const TIMEOUT_MS = 5_000;
/** For so long a description is not read again. */
const FRESH_MS = 10 * 60_000;
const MAX_ADDRESS = 500;

export const isAddress = (id: string): boolean => /^https?:/i.test(id);

/**
 * The app whose description is at an address.
 * @throws OAuthFault when there is none, or it cannot be used
 */
export async function describedApp(
  db: Db,
  address: string,
  { guard, now }: { guard: Pick<Guard, 'allows' | 'fetch'>; now: number },
): Promise<ClientRow> {
  insistOnAddress(address, guard);
  const client = await findClient(db, address);
  if (client !== undefined && client.readAt !== null && Math.abs(now - client.readAt) < FRESH_MS)
    return client;
  const metadata = await read(address, guard);
  if (metadata['client_id'] !== address)
    throw new OAuthFault(
      'invalid_client',
      `the document at client_id must have itself as client_id: ${address}`,
    );
  const app = { id: address, ...appOf(metadata) };
  await saveClient(db, { ...app, isRead: true }, now);
  return app;
}

/** The draft's section 3: https, a path, and nothing that could be spelled in two ways. */
function insistOnAddress(address: string, guard: Pick<Guard, 'allows'>): void {
  const url = address.length <= MAX_ADDRESS && /^[\x21-\x7e]+$/.test(address) ? URL.parse(address) : null;
  if (
    url === null ||
    url.href !== address ||
    url.hash !== '' ||
    url.username !== '' ||
    url.pathname === '/' ||
    (url.protocol !== 'https:' && !guard.allows(address))
  )
    throw new OAuthFault('invalid_client', 'a client_id that is an address must be https with a path');
}

async function read(address: string, guard: Pick<Guard, 'fetch'>) {
  try {
    const response = await guard.fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 200) throw new Error(`the answer is ${response.status}`);
    return parseObject(await upTo(MAX_BYTES, response));
  } catch (cause) {
    if (cause instanceof OAuthFault) throw cause;
    // what exactly happened would tell an outsider about the network that this service is in
    throw new OAuthFault('invalid_client', 'the description of the app at client_id cannot be read');
  }
}

async function upTo(limit: number, { body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of body ?? []) {
    total += chunk.byteLength;
    if (total > limit) throw new Error(`it has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, total);
}
