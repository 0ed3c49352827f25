/** Invitations for an address are mailed, once, where the installation has a mail server (docs/people.md, Invitations). */
import t from 'tap';
import { readMailServer } from '../../src/base/mail-server.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startService } from '../support/service.ts';
import { newMate, newTeam } from '../support/team.ts';

void t.test('an invitation for an address is mailed once, and its link lets the person in', async (t) => {
  const mails = await startMailServer(t);
  const mailServer = readMailServer({ url: mails.url, from: 'troupe@example.org' });
  if (typeof mailServer === 'string') throw new Error(mailServer);
  const running = await startService(t, { platforms: [], mailServer });
  const team = await newTeam(running);
  const { owner } = team.people;
  const maya = await newMate(running, 'maya');
  const invite = async (body: object, key: string) => {
    const path = '/v1/invitations';
    const named = { role: 'editor', workspace: team.slug, ...body };
    const made = await owner.ask('POST', path, named, { 'idempotency-key': key });
    t.equal(made.status, 200, JSON.stringify(made.body));
    return made.body.invitation;
  };
  const open = await invite({}, 'one');
  t.equal(open.mailed, false, 'nobody to mail it to');
  const invitation = await invite({ email: 'maya@example.org' }, 'two');
  t.equal(invitation.mailed, true);
  t.same(await invite({ email: 'maya@example.org' }, 'two'), invitation, 'a repeated request is the same');
  await eventually(() => mails.taken.length > 0);
  const { recipients, mail } = mails.taken[0]!;
  t.same(recipients, ['maya@example.org']);
  t.equal(mail.subject, `${owner.name} invites you to team`);
  t.match(mail.text, invitation.url);
  const [, code] = /#(\S+)/.exec(mail.text!)!;
  t.equal((await maya.ask('POST', '/app/api/invitation/accept', { code })).status, 200);
  await eventually(async () => {
    const rows = await running.service.sql<{ value: string }[]>`
      select snapshot ->> 'value' as value from actors where kind = 'mail'`;
    return rows.length === 1 && rows[0]!.value === 'sent';
  });
  t.equal(mails.taken.length, 1);
});
