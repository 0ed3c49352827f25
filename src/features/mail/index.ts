export { handOver } from './hand-over.ts';
export { composeLetter, type Letter } from './letter.ts';
export { createMailer, type Mailer } from './mailer.ts';
export { mailHandlers } from './send.ts';
export { testMail } from './test-mail.ts';
export { type FindMailServer, findMailSetting, mailServerFinder, saveMailSetting } from './server.ts';
