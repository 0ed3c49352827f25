/** The mail server of the installation, as the environment or the operator names it (docs/operating.md, Mail). */
import type { EnvReader } from './env.ts';

export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte. Otherwise TLS begins by STARTTLS. */
  isSecure: boolean;
  /** The mail server must offer STARTTLS: a password never leaves this machine without encryption. */
  requiresTls: boolean;
  /** null if it takes mails without a login. */
  login: { user: string; password: string } | null;
  /** The sender: `address`, or `Name <address>`. */
  from: string;
  /** It was set over the dashboard: it is reached at public addresses only (src/base/outbound). Default: no. */
  isGuarded?: boolean;
}

/** As it is stored, and as the environment names it. */
export interface MailSetting {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  url: string;
  from: string;
  /** It was set over the dashboard, not at the host. */
  isGuarded?: true;
}

const DEFAULT_PORT: { [protocol: string]: number } = { 'smtp:': 587, 'smtps:': 465 };
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @returns a sentence that says what is wrong with the setting */
export function readMailServer({ url, from, isGuarded }: MailSetting): MailServer | string {
  const parsed = URL.parse(url);
  const protocol = parsed?.protocol ?? '';
  if (parsed === null || !(protocol in DEFAULT_PORT) || parsed.hostname === '')
    return 'the mail server must be an address like smtp://user:password@mail.example.com:587, or smtps://';
  if (!/^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(from))
    return 'the sender must be an address like troupe@example.com, or Troupe <troupe@example.com>';
  const user = decodeURIComponent(parsed.username);
  const isSecure = protocol === 'smtps:';
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? DEFAULT_PORT[protocol]! : Number(parsed.port),
    isSecure,
    requiresTls: !isSecure && user !== '' && !LOCAL_HOSTS.has(parsed.hostname),
    login: user === '' ? null : { user, password: decodeURIComponent(parsed.password) },
    from,
    ...(isGuarded && { isGuarded }),
  };
}

/** TROUPE_SMTP_URL and TROUPE_MAIL_FROM. @returns null if they are not set; faults are left in `from` */
export function mailServerOf(from: EnvReader): MailServer | null {
  const url = from.text('TROUPE_SMTP_URL');
  const sender = from.text('TROUPE_MAIL_FROM');
  if (url === null && sender === null) return null;
  if (url === null || sender === null) {
    const missing = url === null ? 'TROUPE_SMTP_URL' : 'TROUPE_MAIL_FROM';
    from.faults.push(
      `${missing} is needed to send mail: set TROUPE_SMTP_URL and TROUPE_MAIL_FROM, or neither`,
    );
    return null;
  }
  const server = readMailServer({ url, from: sender });
  if (typeof server !== 'string') return server;
  from.faults.push(`TROUPE_SMTP_URL and TROUPE_MAIL_FROM: ${server}`);
  return null;
}
