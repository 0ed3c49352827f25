/** Hands one mail over to a mail server (RFC 5321), and returns the outcome. */
import { Readable } from 'node:stream';
import type { MailServer } from '../../base/mail-server.ts';

interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** `<id@host>`; the same whenever the mail is repeated. */
  messageId: string;
}

type HandOver =
  | { outcome: 'sent' }
  /** The server refused the mail, the sender or the recipient for good. */
  | { outcome: 'refused'; reason: string }
  /** The server has nothing of it. */
  | { outcome: 'later'; reason: string }
  /** The server may have it. */
  | { outcome: 'unknown'; reason: string };

const CONNECT_TIMEOUT_MS = 10_000;
/** Servers may take long to check a mail: RFC 5321 (4.5.3.2.6) asks clients to wait ten minutes, few take one. */
const RESPONSE_TIMEOUT_MS = 60_000;
const MAX_REASON_CHARACTERS = 300;

/** Where to connect to, for a server that was set over the dashboard (src/base/outbound). */
export type MailAddressOf = (server: { host: string; port: number }) => Promise<string>;

/** An error of the library. */
interface SmtpError extends Error {
  responseCode?: number;
  response?: string;
}

/**
 * @param options.addressOf looks up where a server that was set over the dashboard is; what it throws is a reason to try later. Default:
 *   the host as it is named
 * @param options.responseMs how long a response may take. Default a minute
 * @param options.beforeData called when the server is connected and logged in, before it gets the mail. If it returns false, the mail is not
 *   handed over
 */
export async function handOver(
  server: MailServer,
  mail: OutgoingMail,
  {
    beforeData = () => Promise.resolve(true),
    addressOf = ({ host }) => Promise.resolve(host),
    responseMs = RESPONSE_TIMEOUT_MS,
  }: { beforeData?: () => Promise<boolean>; addressOf?: MailAddressOf; responseMs?: number } = {},
): Promise<HandOver> {
  const [{ default: MailComposer }, { default: SMTPConnection }] = await Promise.all([
    import('nodemailer/lib/mail-composer'),
    import('nodemailer/lib/smtp-connection'),
  ]);
  const { host, port, login, from } = server;
  let address = host;
  try {
    if (server.isGuarded) address = await addressOf({ host, port });
  } catch (error) {
    return { outcome: 'later', reason: reasonOf(error) };
  }
  const message = new MailComposer({
    ...mail,
    from,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }).compile();
  const bytes = await message.build();
  const connection = new SMTPConnection(connectionOptions(server, { address, responseMs }));
  const step = stepsOf(connection);
  let isHandedOver = false;
  // read by the library once the server has asked for the mail
  const body = Readable.from(
    (function* () {
      isHandedOver = true;
      yield bytes;
    })(),
  );
  try {
    await step((done) => connection.connect(done));
    if (login) await step((done) => connection.login({ user: login.user, pass: login.password }, done));
  } catch (error) {
    connection.close();
    return { outcome: 'later', reason: reasonOf(error, login?.password) };
  }
  try {
    if (!(await beforeData()))
      return { outcome: 'unknown', reason: 'the service stopped while the mail was handed over' };
    await step((done) => connection.send(message.getEnvelope(), body, done));
    return { outcome: 'sent' };
  } catch (error) {
    const { responseCode } = error as SmtpError;
    const reason = reasonOf(error, login?.password);
    if (responseCode === undefined) return { outcome: isHandedOver ? 'unknown' : 'later', reason };
    return { outcome: responseCode >= 500 ? 'refused' : 'later', reason };
  } finally {
    connection.close();
  }
}

const connectionOptions = (
  { host, port, isSecure, requiresTls }: MailServer,
  { address, responseMs }: { address: string; responseMs: number },
) => ({
  host: address,
  port,
  secure: isSecure,
  requireTLS: requiresTls,
  connectionTimeout: CONNECT_TIMEOUT_MS,
  greetingTimeout: CONNECT_TIMEOUT_MS,
  socketTimeout: responseMs,
  // the certificate is of the name, also where the address was looked up before
  ...(address !== host && { servername: host }),
  tls: { minVersion: 'TLSv1.2' as const, ...(address !== host && { servername: host }) },
});

/** Waits for one step of a connection, or for its error or end, whichever comes first. */
function stepsOf(connection: { on(event: 'error' | 'end', listener: (error?: Error) => void): unknown }) {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => undefined); // it may break while nobody waits for a step
  connection.on('error', (error) => reject(error ?? new Error('the connection broke')));
  connection.on('end', () => reject(new Error('the mail server closed the connection')));
  return (begin: (done: (error?: Error | null) => void) => void): Promise<void> => {
    const { promise, resolve, reject: fail } = Promise.withResolvers<void>();
    begin((error) => (error ? fail(error) : resolve()));
    return Promise.race([promise, broken]);
  };
}

function reasonOf(error: unknown, password = ''): string {
  const { message, response } = error as SmtpError;
  const text = response ?? message;
  const safe = password === '' ? text : text.replaceAll(password, '[password]');
  return safe.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON_CHARACTERS);
}
