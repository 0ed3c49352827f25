/**
 * The sandbox's own API: read what the networks received, ask for faults, make accounts, act as a person, set webhooks,
 * start over. It is for tests and for the page; no adapter knows of it.
 */
import { BadInput } from './bad-input.ts';
import { fields, type Given, json, oneOf, platform, text, whole } from './control-input.ts';
import {
  act,
  people,
  PEOPLE_FIELDS,
  PEOPLE_QUERY,
  removal,
  REMOVAL_FIELDS,
  setWebhooks,
  WEBHOOK_FIELDS,
  webhooks,
} from './control-people.ts';
import type { Sandbox } from './sandbox.ts';
import type { Fault, SimulatedAccount } from './simulator.ts';

/**
 * Answers a request below `/control/`; null where it is for something else.
 * @param about what else `/control/health` reports: facts of the process that serves it
 */
export async function control(
  sandbox: Sandbox,
  request: Request,
  about: { [name: string]: string | number | null } = {},
): Promise<Response | null> {
  const url = new URL(request.url);
  if (!url.pathname.startsWith('/control/')) return null;
  const site = request.headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') {
    return problem(403, 'the control API answers no requests from other websites');
  }
  if (request.method === 'GET' && url.pathname === '/control/health') {
    return Response.json({ status: 'ok', ...counts(sandbox), ...about });
  }
  try {
    const response = await answer(sandbox, request, url);
    await sandbox.saved();
    return response ?? problem(404, `there is no ${request.method} ${url.pathname}`);
  } catch (cause) {
    if (cause instanceof BadInput) return problem(400, cause.message);
    throw cause;
  }
}

async function answer(sandbox: Sandbox, request: Request, url: URL): Promise<Response | null> {
  const query = (...names: string[]) => fields(Object.fromEntries(url.searchParams), names);
  const body = async (...names: string[]) => fields(await json(request), names);
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /control/ledger': {
      const { network, account } = query('network', 'account');
      return Response.json({
        entries: sandbox.ledger.entries({
          ...(network === undefined ? {} : { network: platform(sandbox, network) }),
          ...(account === undefined ? {} : { account: text('account', account) }),
        }),
      });
    }
    case 'GET /control/calls': {
      const { network } = query('network');
      const filter = network === undefined ? {} : { network: platform(sandbox, network) };
      return Response.json({ calls: sandbox.calls.entries(filter) });
    }
    case 'GET /control/networks':
      query();
      return Response.json({ networks: sandbox.networks() });
    case 'GET /control/faults':
      query();
      return Response.json({ faults: sandbox.faults.list() });
    case 'POST /control/faults':
      sandbox.faults.add(faultOf(sandbox, await body(...FAULT_FIELDS)));
      return Response.json({ faults: sandbox.faults.list() });
    case 'DELETE /control/faults': {
      const { network } = query('network');
      sandbox.faults.clear(network === undefined ? undefined : platform(sandbox, network));
      return Response.json({ faults: sandbox.faults.list() });
    }
    case 'POST /control/accounts': {
      const { network, name, login, historyDays } = await body('network', 'name', 'login', 'historyDays');
      const found = platform(sandbox, network);
      const days = historyDays === undefined ? null : whole('historyDays', historyDays, 1, 365);
      const account = makeAccount(sandbox, found, { name, login });
      if (days !== null) sandbox.numbers.makeHistory(found, account.remoteId, { days });
      return Response.json(account);
    }
    case 'POST /control/metrics': {
      const { network, drop } = await body('network', 'drop');
      const found = platform(sandbox, network);
      if (!sandbox.numbers.has(found)) throw new BadInput(`${found} has no numbers here`);
      sandbox.numbers.dropMetric(found, text('drop', drop));
      return Response.json({ status: 'ok' });
    }
    case 'GET /control/people':
      return people(sandbox, query(...PEOPLE_QUERY));
    case 'POST /control/people':
      return act(sandbox, await body(...PEOPLE_FIELDS));
    case 'POST /control/removals':
      return removal(sandbox, await body(...REMOVAL_FIELDS));
    case 'GET /control/webhooks':
      return webhooks(sandbox, query('network'));
    case 'POST /control/webhooks':
      return setWebhooks(sandbox, await body(...WEBHOOK_FIELDS));
    case 'POST /control/reset':
      sandbox.reset();
      return Response.json({ status: 'ok', ...counts(sandbox) });
    default:
      return null;
  }
}

function counts({ platforms, ledger, calls, faults }: Sandbox) {
  return {
    networks: platforms,
    posts: ledger.entries().length,
    calls: calls.entries().length,
    faults: faults.list().length,
  };
}

const KINDS = [
  'status',
  'error_after_accept',
  'lost_answer',
  'cut',
  'no_id',
  'slow',
  'held',
  'expired_token',
] as const;
const FAULT_FIELDS = [
  'kind',
  'network',
  'account',
  'call',
  'status',
  'code',
  'subcode',
  'retryAfterSeconds',
  'delayMs',
  'skip',
  'times',
];

function faultOf(sandbox: Sandbox, given: Given): Fault {
  const { account, call, status, code, subcode, retryAfterSeconds, delayMs, skip, times } = given;
  if (subcode !== undefined && code === undefined) throw new BadInput('code must come with subcode');
  const kind = KINDS.find((kind) => kind === given['kind']);
  if (kind === undefined) throw new BadInput(`kind must be one of ${KINDS.join(', ')}`);
  return {
    kind,
    network: platform(sandbox, given['network']),
    ...(account === undefined ? {} : { account: text('account', account) }),
    ...(call === undefined ? {} : { call: text('call', call) }),
    ...(status === undefined ? {} : { status: whole('status', status, 400, 599) }),
    ...(code === undefined ? {} : { code: whole('code', code, -2, 100_000_000) }),
    ...(subcode === undefined ? {} : { subcode: whole('subcode', subcode, 0, 100_000_000) }),
    ...(retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: whole('retryAfterSeconds', retryAfterSeconds, 0, 86_400) }),
    ...(delayMs === undefined ? {} : { delayMs: whole('delayMs', delayMs, 0, 600_000) }),
    ...(skip === undefined ? {} : { skip: whole('skip', skip, 1, 1_000_000) }),
    ...(times === undefined ? {} : { times: whole('times', times, 1, 1_000_000) }),
  };
}

/** Only Instagram has two ways to sign in. */
function makeAccount(sandbox: Sandbox, network: string, { name, login }: Given): SimulatedAccount {
  if (login === undefined) return sandbox.connect(network, accountName(name));
  if (network !== 'instagram') throw new BadInput(`login is not known on ${network}: leave it out`);
  return sandbox.connect(network, accountName(name), oneOf('login', login, ['instagram', 'facebook']));
}

function accountName(value: unknown): string {
  if (typeof value !== 'string' || !/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u.test(value)) {
    throw new BadInput(
      'name must be 1 to 60 letters, digits, blanks, dots, hyphens or underscores, beginning with a letter or digit',
    );
  }
  return value;
}

function problem(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
