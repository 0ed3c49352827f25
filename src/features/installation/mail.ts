/** The mail server of the installation, over the dashboard (docs/operating.md, Mail). */
import { type Static, Type } from 'typebox';
import type { Db } from '../../../store/connect.ts';
import { findPerson } from '../../../store/sessions.ts';
import { idempotentAfter } from '../../api/idempotent.ts';
import type { Call } from '../../api/operation.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { recordedIn } from '../../api/recorded.ts';
import { closed, nullable, text } from '../../api/schemas.ts';
import { type MailServer, type MailSetting, readMailServer } from '../../base/mail-server.ts';
import { findMailSetting, handOver, saveMailSetting, testMail } from '../mail/index.ts';
import { type InstallationContext, ofInstallation, operation } from './context.ts';
import { lockOperatorsFor } from './operators.ts';

const PATH = '/app/api/installation/mail';
/** How long a mail server may take to respond to a test, ms: a person waits. */
const TEST_RESPONSE_MS = 20_000;

const SECURITY = ['tls', 'starttls'] as const;
const security = Type.Enum([...SECURITY], {
  type: 'string',
  description: '`tls`: from the first byte; `starttls`: the connection starts it, and a password needs it.',
});

const MailServerView = Type.Object({
  setBy: Type.Enum(['nobody', 'variable', 'operator'], {
    type: 'string',
    description:
      '`variable`: TROUPE_SMTP_URL and TROUPE_MAIL_FROM, which beat what is stored; `operator`: here, or with troupe mail set.',
  }),
  server: nullable(
    Type.Object({
      host: Type.String(),
      port: Type.Integer(),
      security,
      user: nullable(text('null if the server takes mails without a login.')),
      from: text('The sender of mails.'),
    }),
  ),
});

const example = {
  setBy: 'operator' as const,
  server: {
    host: 'mail.example.org',
    port: 587,
    security: 'starttls' as const,
    user: 'troupe',
    from: 'Troupe <troupe@example.org>',
  },
};

/** The password is in nothing that leaves the service. */
const viewOf = (setBy: 'variable' | 'operator', server: MailServer): Static<typeof MailServerView> => ({
  setBy,
  server: {
    host: server.host,
    port: server.port,
    security: server.isSecure ? 'tls' : 'starttls',
    user: server.login?.user ?? null,
    from: server.from,
  },
});

type Context = Pick<InstallationContext, 'directory' | 'sealer' | 'mailServerOfEnvironment'>;

async function storedServer({
  directory,
  sealer,
}: {
  directory: Db;
  sealer: Context['sealer'];
}): Promise<MailServer | null> {
  const setting = await findMailSetting(directory, sealer);
  const server = setting && readMailServer(setting);
  return typeof server === 'string' ? null : server;
}

async function readView(context: Context): Promise<Static<typeof MailServerView>> {
  if (context.mailServerOfEnvironment) return viewOf('variable', context.mailServerOfEnvironment);
  const stored = await storedServer(context);
  return stored ? viewOf('operator', stored) : { setBy: 'nobody', server: null };
}

export const readMailServerOperation = operation({
  ...ofInstallation,
  id: 'readMailServer',
  dashboard: { method: 'get', path: PATH },
  summary: 'Read the mail server',
  description: 'Where mails of the installation are handed over. The password is never shown.',
  result: Type.Object({ mail: MailServerView }),
  example: { result: { mail: example } },
  handle: async ({ context }) => ({ body: { mail: await readView(context) } }),
});

const body = Type.Object(
  {
    host: Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9.:_-]+$' }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    security,
    user: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 254 }))),
    password: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: 'If absent, the stored one stays, if host, port, security and user stay too.',
      }),
    ),
    from: Type.String({ minLength: 3, maxLength: 320 }),
  },
  closed,
);

export const setMailServer = operation({
  ...ofInstallation,
  id: 'setMailServer',
  audit: { kind: 'mail_server', in: 'installation' },
  dashboard: { method: 'put', path: PATH },
  summary: 'Set the mail server',
  description:
    'Stored encrypted. Every node uses it within 10 seconds. A server set here has to be at a public address: one in the own network is set at the host.',
  body,
  result: Type.Object({ mail: MailServerView }),
  errors: { 409: 'Variables of the environment set the mail server' },
  example: {
    body: { ...example.server, password: 'correct horse battery staple' },
    result: { mail: example },
  },
  handle: async (call) => {
    insistOnNoVariable(call.context);
    const { directory, sealer, log } = call.context;
    const before = await storedServer(call.context);
    if (settingOf(call.body, before).isGuarded) await insistOnReachable(call);
    const server = await recordedIn(directory, call, async (tx) => {
      await lockOperatorsFor(tx, call.principal.userId);
      const stored = await storedServer({ ...call.context, directory: tx });
      const setting = settingOf(call.body, stored);
      const read = readMailServer(setting);
      if (typeof read === 'string') throw invalid(read.startsWith('the sender') ? '/from' : '/host', read);
      await saveMailSetting(tx, sealer, setting);
      return read;
    });
    log.info({ by: call.principal.userId, host: server.host }, 'the mail server was set');
    return { body: { mail: viewOf('operator', server) } };
  },
});

export const removeMailServer = operation({
  ...ofInstallation,
  id: 'removeMailServer',
  audit: { kind: 'mail_server', in: 'installation' },
  dashboard: { method: 'delete', path: PATH },
  summary: 'Remove the mail server',
  description: 'Mails that wait are given up after a day. Links for people are then there to copy.',
  result: Type.Object({ removed: Type.Literal(true) }),
  errors: { 409: 'Variables of the environment set the mail server' },
  example: { result: { removed: true } },
  handle: async (call) => {
    insistOnNoVariable(call.context);
    const { directory, sealer, log } = call.context;
    await recordedIn(directory, call, async (tx) => {
      await lockOperatorsFor(tx, call.principal.userId);
      await saveMailSetting(tx, sealer, null);
    });
    log.info({ by: call.principal.userId }, 'the mail server was removed');
    return { body: { removed: true as const } };
  },
});

export const sendTestMail = operation({
  ...ofInstallation,
  id: 'sendTestMail',
  // nothing is changed
  audit: 'nothing',
  dashboard: { method: 'post', path: `${PATH}/test` },
  summary: 'Send a test mail',
  description:
    'Hands a mail for the caller’s own address over to the mail server now. If the server refuses it, the error has the words of the server.',
  body: Type.Object({}, closed),
  result: Type.Object({ sentTo: text('The address.') }),
  errors: {
    409: 'No mail server is set; or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
    502: 'The mail server did not take it',
  },
  example: { body: {}, result: { sentTo: 'rosa@example.org' } },
  handle: async (call) => {
    const { context, principal } = call;
    const server = context.mailServerOfEnvironment ?? (await storedServer(context));
    if (server === null)
      throw new Problem('no_mail_server', 'no mail server is set: save one first', {
        values: { reason: 'not_set' },
      });
    const person = await findPerson(context.directory, principal.userId);
    if (!person?.email)
      throw new Problem('not_found', 'you have no address to which a mail could be sent', {
        values: { reason: 'own_address' },
      });
    const { email: to } = person;
    return idempotentAfter(
      call,
      () => sendTo(context, server, to),
      async () => ({ result: { sentTo: to } }),
    );
  },
});

/** @throws Problem 502 with the words of the mail server */
async function sendTo({ guard }: InstallationContext, server: MailServer, to: string): Promise<void> {
  const mail = testMail(to, 'It was asked for under Settings, Installation.');
  const addressOf = (where: { host: string; port: number }) => guard.mailAddressOf(where);
  const sent = await handOver(server, mail, { addressOf, responseMs: TEST_RESPONSE_MS });
  if (sent.outcome !== 'sent')
    throw new Problem('mail_refused', `${server.host} did not take the mail: ${sent.reason}`, {
      values: { host: server.host, reason: sent.reason },
    });
}

function insistOnNoVariable({ mailServerOfEnvironment }: Context): void {
  if (mailServerOfEnvironment)
    throw new Problem(
      'set_by_variable',
      'TROUPE_SMTP_URL and TROUPE_MAIL_FROM set the mail server: change them, or remove them first',
      { values: { variables: 'TROUPE_SMTP_URL TROUPE_MAIL_FROM' } },
    );
}

const AT_HOST = 'A server in your own network is set at the host: TROUPE_SMTP_URL, or troupe mail set.';

/** @throws Problem 400 for a server that callers may not name */
async function insistOnReachable({
  context,
  body: { host, port },
}: Call<InstallationContext, unknown, unknown, Static<typeof body>>): Promise<void> {
  try {
    await context.guard.mailAddressOf({ host, port });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // a name that is not found now may be found when a mail is sent: the test says it
    if (code !== 'URL_REFUSED') return;
    throw invalid(message.startsWith('The port') ? '/port' : '/host', `${message} ${AT_HOST}`, {
      code: 'url_refused',
      values: { reason: 'mail_server', server: host, port },
    });
  }
}

/**
 * As it is stored. Without a new password the stored one goes to no other server than before.
 * @throws Problem 400 where the password is missing
 */
function settingOf(
  { host, port, security: chosen, user = null, password, from }: Static<typeof body>,
  stored: MailServer | null,
): MailSetting {
  const isSame =
    stored?.host === host &&
    stored.port === port &&
    stored.isSecure === (chosen === 'tls') &&
    stored.login?.user === user;
  const secret = password ?? (isSame ? stored.login?.password : undefined);
  if (user !== null && secret === undefined)
    throw invalid('/password', 'password is missing: a stored one is not sent to another server or user', {
      values: { reason: 'password_missing' },
    });
  const login = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(secret!)}@`;
  const named = host.includes(':') ? `[${host}]` : host;
  const url = `${chosen === 'tls' ? 'smtps' : 'smtp'}://${login}${named}:${port}`;
  // one that the host set stays as trusted as it is
  const isTrusted = isSame && stored.isGuarded !== true;
  return { url, from, ...(!isTrusted && { isGuarded: true as const }) };
}
