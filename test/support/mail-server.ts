/** A real mail server for tests (github.com/nodemailer/smtp-server), on a port of this machine. It keeps what it takes. */
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the server does with the next mail. */
export type MailFault =
  /** Refuses the recipient for good, or for now. */
  | { kind: 'refuses' | 'is_busy' }
  /** Takes the mail and breaks the connection instead of responding. */
  | { kind: 'loses_response' };

export interface TestMailServer {
  /** For TROUPE_SMTP_URL. */
  url: string;
  /** The mails that it took, oldest first. */
  taken: { recipients: string[]; mail: Email }[];
  /** What it does with the next mails, in this order; then it takes them. */
  faults: MailFault[];
  /** The user names and passwords that were sent. */
  logins: { user: string; password: string }[];
}

/** Starts a server that is closed with the test. */
export async function startMailServer(t: { teardown(end: () => unknown): void }): Promise<TestMailServer> {
  const state: TestMailServer = { url: '', taken: [], faults: [], logins: [] };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _, done) {
      state.logins.push({ user: username ?? '', password: password ?? '' });
      if (password === 'wrong') return done(new Error('Invalid username or password'));
      done(null, { user: username ?? '' });
    },
    onRcptTo(_, __, done) {
      const fault = state.faults[0]?.kind;
      if (fault !== 'refuses' && fault !== 'is_busy') return done();
      state.faults.shift();
      const error = Object.assign(new Error(fault === 'refuses' ? 'no such mailbox' : 'try again later'), {
        responseCode: fault === 'refuses' ? 550 : 451,
      });
      done(error);
    },
    onData(stream, { envelope }, done) {
      const take = async () => {
        const mail = await PostalMime.parse(await buffer(stream));
        state.taken.push({ recipients: envelope.rcptTo.map(({ address }) => address), mail });
        if (state.faults[0]?.kind !== 'loses_response') return done();
        state.faults.shift();
        for (const connection of server.connections) connection.close();
      };
      void take();
    },
  });
  server.on('error', () => undefined); // a connection that breaks is what some tests want
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  t.teardown(() => new Promise<void>((resolve) => server.close(resolve)));
  return state;
}
