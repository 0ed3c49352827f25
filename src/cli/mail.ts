/** `troupe mail`: the mail server of the installation. */
import type { Sql } from '../../store/connect.ts';
import { type MailServer, type MailSetting, readMailServer } from '../base/mail-server.ts';
import { readMailSettings } from '../base/settings.ts';
import { storeInstallationEntry } from '../features/audit/index.ts';
import { findMailSetting, handOver, saveMailSetting, testMail } from '../features/mail/index.ts';
import { CommandError, type Command, type CommandDatabase, print, takesNo, UsageError } from './command.ts';
import { openSealer } from './secrets.ts';

export const mailCommands: { [name: string]: Command } = {
  'mail set': {
    options: ['from'],
    help: `troupe mail set ADDRESS --from SENDER [--json]

Stores the mail server of the installation, encrypted, for every node; they use it within 10 seconds. TROUPE_SMTP_URL and
TROUPE_MAIL_FROM take precedence over the stored server. Without a mail server invitations and new passwords are links to copy.

  ADDRESS         smtp://user:password@mail.example.com:587, or smtps:// for TLS from the first byte. A password is only
                  sent with TLS, unless the server is on this machine. Special characters in a password are percent-encoded: @ is %40
  --from SENDER   such as troupe@example.com, or "Troupe <troupe@example.com>"
  --json          {"host", "port", "from"}
`,
    prepare({ values, rest }) {
      const [url, ...more] = rest;
      if (url === undefined || values.from === undefined)
        throw new UsageError('say which server and which sender: troupe mail set ADDRESS --from SENDER');
      takesNo(more);
      const setting = { url, from: values.from };
      const server = readMailServer(setting);
      if (typeof server === 'string') throw new UsageError(server);
      return async ({ sql }) => {
        await save(sql, setting);
        show(server, values.json);
      };
    },
  },

  'mail show': {
    options: [],
    help: `troupe mail show [--json]

Shows the mail server of the installation, without its password.

  --json   {"host", "port", "from"}, each null without a mail server
`,
    prepare({ values, rest }) {
      takesNo(rest);
      return async (database) => {
        const server = await mailServerNow(database);
        if (server) return show(server, values.json);
        if (values.json) return print({ host: null, port: null, from: null });
        process.stderr.write('No mail server is set: troupe mail set ADDRESS --from SENDER\n');
      };
    },
  },

  'mail remove': {
    options: [],
    help: `troupe mail remove [--json]

Removes the mail server that was stored. Mails that wait are given up after a day.

  --json   {"removed": true}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      return async ({ sql }) => {
        await save(sql, null);
        if (values.json) print({ removed: true });
        else process.stderr.write('The stored mail server is removed.\n');
      };
    },
  },

  'mail test': {
    options: [],
    help: `troupe mail test ADDRESS [--json]

Sends a mail to the address now, and shows what the mail server said.

  --json   {"sent": true}
`,
    prepare({ values, rest }) {
      const [to, ...more] = rest;
      if (to === undefined || !/^[^\s<>@]+@[^\s<>@]+$/.test(to))
        throw new UsageError('say to which address: troupe mail test ann@example.com');
      takesNo(more);
      return async (database) => {
        const server = await mailServerNow(database);
        if (!server) throw new CommandError('no mail server is set: troupe mail set ADDRESS --from SENDER');
        const sent = await handOver(server, testMail(to, 'It was asked for with troupe mail test.'));
        if (sent.outcome !== 'sent')
          throw new CommandError(`${server.host} did not accept the mail: ${sent.reason}`);
        if (values.json) print({ sent: true });
        else process.stderr.write(`${server.host} accepted the mail to ${to}.\n`);
      };
    },
  },
};

/** From the environment, or as it is stored. */
async function mailServerNow({ sql }: CommandDatabase): Promise<MailServer | null> {
  const named = readMailSettings();
  if (named) return named;
  const setting = await findMailSetting(sql, await openSealer());
  const stored = setting && readMailServer(setting);
  return typeof stored === 'string' ? null : stored;
}

function show({ host, port, from }: MailServer, asJson: boolean): void {
  if (asJson) print({ host, port, from });
  else process.stdout.write(`${host}:${port}, from ${from}\n`);
}

/** Stores the mail server, with an entry of what was done. @param setting null removes it */
async function save(sql: Sql, setting: MailSetting | null): Promise<void> {
  const sealer = await openSealer();
  await sql.begin(async (tx) => {
    await saveMailSetting(tx, sealer, setting);
    await storeInstallationEntry(tx, {
      operation: setting === null ? 'removeMailServer' : 'setMailServer',
      objectKind: 'mail_server',
      objectId: null,
      fields: setting === null ? [] : ['address', 'from'],
      at: Date.now(),
    });
  });
}
