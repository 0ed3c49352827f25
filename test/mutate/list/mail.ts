/** Mails reach the person they are for, once, and their links work once. */
import { changesIn, type Mutant } from '../mutant.ts';

const reset = ['test/flows/password-reset.test.ts'];
const machine = ['test/machines/mail.test.ts'];
const handOver = ['test/mail/hand-over.test.ts'];

export const mailMutants: Mutant[] = [
  ...changesIn('src/features/auth/password-resets.ts', reset, [
    ['the link is sent to the address that was typed', 'to: stored ?? null', 'to: stored && email'],
    ['sessions stay after a new password', 'await deleteSessions(tx, userId, null);', 'void deleteSessions;'],
  ]),
  ...changesIn('store/password-resets.ts', reset, [
    [
      'a link is valid for ever',
      'where hash = ${hash} and expires_at > to_timestamp(${now}::float8 / 1000) for update)',
      'where hash = ${hash} and ${now}::float8 > 0 for update)',
    ],
    [
      'other links of the person stay valid',
      'delete from password_resets where user_id = (',
      'delete from password_resets where hash = ${hash} and user_id = (',
    ],
    [
      'a mailbox is filled',
      'expires_at > to_timestamp(${now}::float8 / 1000)) < ${most}`',
      'expires_at > to_timestamp(${now}::float8 / 1000)) < ${most} + 100`',
    ],
  ]),
  ...changesIn('machines/mail.ts', machine, [
    [
      'a mail is repeated after each lost response',
      'mayRepeat: ({ context }) => !context.isRepeated',
      'mayRepeat: () => true',
    ],
    ['a mail is sent after its link has ended', 'now() + waitOf(context) >= context.expiresAt', 'now() < 0'],
    ['a mail is tried for ever', 'attempt <= MAIL_RETRY_AFTER_MS.length', 'attempt > 0'],
    [
      'a mail that may be there is said to have been refused',
      'mayBeThere: ({ context }) => context.isRepeated',
      'mayBeThere: () => false',
    ],
  ]),
  ...changesIn('src/features/mail/hand-over.ts', handOver, [
    ['a lost response counts as a server that was away', "isHandedOver ? 'unknown' : 'later'", "'later'"],
    [
      'a try that was started before is started again',
      'if (!(await beforeData()))',
      'if ((await beforeData(), false))',
    ],
    ['a password is sent without TLS', 'requireTLS: requiresTls,', 'requireTLS: false,'],
    [
      'a refusal is tried again',
      "responseCode >= 500 ? 'refused' : 'later'",
      "responseCode > 999 ? 'refused' : 'later'",
    ],
  ]),
];
