/** The mail by which an operator sees whether a mail server takes mails. */
import { randomUUID } from 'node:crypto';
import { composeLetter } from './letter.ts';

/** @param why who sends it, in a sentence */
export const testMail = (to: string, why: string) => ({
  to,
  messageId: `<test-${randomUUID()}@troupe>`,
  ...composeLetter({
    about: 'test',
    subject: 'Troupe can send mail',
    paragraphs: ['This is a test of the mail server of Troupe.', why],
    footer: 'Nothing else is to be done.',
  }),
});
