/** Whether files can be stored, and whether others reach this installation by its public address. */
import { Type } from 'typebox';
import type { ProbeFile } from '../media/index.ts';
import { Check, type CheckResult } from './checks.ts';
import { type InstallationContext, ofInstallation, operation } from './context.ts';

/** How long the public address may take to respond, ms: a person waits. */
const RESPONSE_MS = 10_000;

export const checkInstallation = operation({
  ...ofInstallation,
  id: 'checkInstallation',
  dashboard: { method: 'get', path: '/app/api/installation/check' },
  summary: 'Check storage and public address',
  description:
    'Stores a small file, reads it, fetches it by the public address as a network does, and deletes it. Says for which hosts people’s requests came to the node that responds.',
  result: Type.Object({ checks: Type.Array(Check) }),
  example: {
    result: { checks: [{ name: 'Storage', state: 'ok', message: 'A file was stored, read and deleted.' }] },
  },
  handle: async ({ context }) => ({
    body: { checks: [...(await storageChecks(context)), hostCheck(context)] },
  }),
});

type Context = Pick<InstallationContext, 'probeStorage' | 'guard' | 'baseUrl'>;

async function storageChecks(context: Context): Promise<CheckResult[]> {
  try {
    const address = await context.probeStorage((file) => addressCheck(context, file));
    return [{ name: 'Storage', state: 'ok', message: 'A file was stored, read and deleted.' }, address];
  } catch (error) {
    const message = `It does not work: ${(error as Error).message}.`;
    return [
      { name: 'Storage', state: 'wrong', message },
      { name: ADDRESS, state: 'unknown', message: 'It was not looked at: no file could be stored for that.' },
    ];
  }
}

const ADDRESS = 'Public address';

/** Fetches the file as networks do. */
async function addressCheck({ guard, baseUrl }: Context, { name, bytes }: ProbeFile): Promise<CheckResult> {
  const result = (state: CheckResult['state'], message: string) => ({ name: ADDRESS, state, message });
  try {
    const response = await guard.fetchReal(`${baseUrl}/media/${name}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_MS),
    });
    const received = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200 || !received.equals(bytes))
      return result(
        'wrong',
        `${baseUrl} responds with status ${response.status}, and not with this installation’s file: BASE_URL or the proxy leads elsewhere.`,
      );
    if (new URL(baseUrl).protocol === 'https:')
      return result('ok', `${baseUrl} leads here: a file was fetched by it.`);
    return result(
      'wrong',
      `${baseUrl} leads here, but most networks take https only: set up TLS, and BASE_URL.`,
    );
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'URL_REFUSED')
      return result(
        'unknown',
        `${baseUrl} is no public address, so networks can neither fetch files nor call this installation: set BASE_URL where it is to be public. (${message})`,
      );
    return result(
      'wrong',
      `${baseUrl} could not be fetched from here: ${reasonOf(error)}. If a browser elsewhere opens it, this network does not lead back to itself.`,
    );
  }
}

/** Errors of fetch say little themselves. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}

/** Requests for other names are refused (docs/operating.md, Reverse proxy). */
function hostCheck({
  hostsOfRequests,
  baseUrl,
}: Pick<InstallationContext, 'hostsOfRequests' | 'baseUrl'>): CheckResult {
  const name = 'Hosts of requests';
  const hosts = hostsOfRequests();
  const foreign = hosts.filter(({ isOwn }) => !isOwn).map(({ host }) => host);
  if (foreign.length > 0)
    return {
      name,
      state: 'unknown',
      message: `Requests for ${foreign.join(', ')} were refused. If that is a name of this installation, let the proxy pass on the Host that people typed, or set TROUPE_HOSTS.`,
    };
  if (hosts.length === 0)
    return { name, state: 'unknown', message: 'No request of a person came to this node yet.' };
  const own = new URL(baseUrl).host;
  const others = hosts.map(({ host }) => host).filter((host) => host !== own);
  if (others.length === hosts.length)
    return {
      name,
      state: 'unknown',
      message: `People’s requests came for ${others.join(', ')}, and none for ${own} of BASE_URL: a proxy that does not pass on the Host, or another BASE_URL, may be the reason.`,
    };
  return {
    name,
    state: 'ok',
    message: `People’s requests came for ${hosts.map(({ host }) => host).join(', ')}.`,
  };
}
