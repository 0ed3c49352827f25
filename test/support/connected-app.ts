/** Apps for tests that are not about them. */
import { randomBytes } from 'node:crypto';
import { newId } from '../../src/base/ids.ts';
import { insertGrant } from '../../store/grants.ts';
import { insertRequest, saveClient } from '../../store/oauth-clients.ts';
import { digestOf, newSecret } from '../../src/faces/oauth/secrets.ts';
import type { RunningService } from './service.ts';

const redirectUri = 'https://app.example.org/callback';
const asked = { redirectUri, scopes: ['read'], challenge: 'x'.repeat(43) };

async function newClient({ service }: Pick<RunningService, 'service'>, now: number): Promise<string> {
  const id = newId('app', now);
  await saveClient(
    service.directory,
    { id, name: 'An app', uri: null, redirectUris: [redirectUri], isRead: false },
    now,
  );
  return id;
}

/** Lets an app act for the person behind a key. @returns the id of the grant */
export async function connectedApp(
  running: Pick<RunningService, 'service' | 'baseUrl'>,
  key: string,
): Promise<string> {
  const now = Date.now();
  const { userId } = (await running.service.authenticate(key))!;
  const grant = {
    id: newId('grant', now),
    userId,
    clientId: await newClient(running, now),
    scopes: asked.scopes,
    workspaceIds: null,
    confirm: 'none' as const,
    resource: `${running.baseUrl}/mcp`,
  };
  const code = { ...asked, hash: digestOf(randomBytes(8).toString('hex')), expiresAt: now + 60_000 };
  await insertGrant(running.service.directory, grant, code, now);
  return grant.id;
}

/** An app that waits for a person's answer. @returns the request in the address of the page of consent */
export async function waitingApp(running: Pick<RunningService, 'service' | 'baseUrl'>): Promise<string> {
  const now = Date.now();
  const { secret, digest } = newSecret('request');
  const resource = `${running.baseUrl}/mcp`;
  const clientId = await newClient(running, now);
  await insertRequest(
    running.service.directory,
    { ...asked, hash: digest, clientId, state: null, resource, expiresAt: now + 60_000 },
    now,
  );
  return secret;
}
