/** The person of a service, with a password: without a browser, which takes long to load. */
import type { RunningService } from '../support/service.ts';

export const PASSWORD = 'a long enough password';

/** Gives the key's user a password. @returns the session's cookie */
export async function setUp(running: RunningService): Promise<{ name: string; value: string }> {
  const response = await fetch(`${running.baseUrl}/app/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: running.baseUrl },
    body: JSON.stringify({ name: 'Rosa', email: 'rosa@example.org', password: PASSWORD, key: running.key }),
  });
  if (!response.ok) throw new Error(await response.text());
  const [pair = ''] = response.headers.getSetCookie()[0]!.split(';');
  const [name, value] = pair.split('=', 2);
  return { name: name!, value: value! };
}
