/** What opens a run, and what a rule's message keeps from starting one, with people of the sandbox. */
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { InboundEvent } from '../../adapters/port/inbound.ts';
import { readAutomations } from '../../src/features/flows/index.ts';
import { takeMessages } from '../../src/features/inbox/index.ts';
import { message, withPeople } from '../automations/with-people.ts';
import { people } from '../comments/people.ts';
import { withRule } from '../comments/with-rule.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';

void t.test(
  'thanks for the message of a rule starts nothing for some minutes, and a run begins with the disclosure',
  async (t) => {
    const world = await withRule(t);
    const { call, accounts, service } = world.running;
    const { keepMessagesDays, copyFiles } = (await call('GET', '/v1/inbox-settings')).body;
    const disclosure = 'You are writing with a bot.';
    t.equal(
      (await call('PUT', '/v1/inbox-settings', { keepMessagesDays, copyFiles, disclosure })).status,
      200,
    );
    const terms = {
      accountId: accounts['instagram'],
      steps: [
        { type: 'message', text: 'Hello' },
        { type: 'message', text: 'Bye' },
      ],
    };
    const any = {
      ...terms,
      trigger: { type: 'any_message', ignoreRuleAnswersMinutes: 10 },
      reentry: 'always',
    };
    const { automation } = (await call('POST', '/v1/dm-automations', { ...any, cooldownHours: 0 })).body;
    const say = (words: string) =>
      controlOf(world.running.sandbox)('people', {
        network: 'instagram',
        person: { username: 'ann' },
        act: { say: words },
      });
    const conversation = async () => (await call('GET', '/v1/inbox')).body.conversations[0];
    const runs = async () => (await call('GET', `/v1/dm-automations/${automation.id}/runs`)).body.runs;
    const heard = (words: string) =>
      eventually(async () => {
        const one = await conversation();
        if (!one) return false;
        const { messages } = (await call('GET', `/v1/inbox/${one.id}/messages`)).body;
        return messages.some(({ text }) => text === words);
      });

    const commentId = await world.comment('ann', 'link');
    await world.entry(commentId, (one) => one.status === 'sent');
    await say('thank you');
    await heard('thank you');
    t.strictSame(await runs(), []);
    const { id: conversationId, pausedUntil } = await conversation();
    t.equal(pausedUntil, null, 'the message of the rule is no answer by hand');
    t.match((await call('GET', `/v1/dm-automations/explain?conversationId=${conversationId}`)).body, {
      status: 'nothing',
      reason: 'rule_answer',
      explanation: /soon after the message of a comment-to-DM rule/,
    });
    // the network's clock goes on by itself: the message of the rule is made older instead
    await service.sql`
      update actors set snapshot = jsonb_set(snapshot::jsonb, '{context,messagedAt}', to_jsonb(${Date.now() - 11 * 60_000}::float8))
      where kind = 'private_reply'`;
    await say('one question');
    await eventually(async () => (await runs())[0]?.reason === 'completed');
    const { id } = await conversation();
    const { messages } = (await call('GET', `/v1/inbox/${id}/messages`)).body;
    t.strictSame(
      messages
        .flatMap(({ by, text }) => (by === 'automation' && text !== 'Hi ann, here it is' ? [text] : []))
        .toReversed(),
      [`${disclosure}\n\nHello`, 'Bye'],
    );
    t.match(
      await call('PATCH', `/v1/dm-automations/${automation.id}`, {
        trigger: { type: 'keyword', keywords: ['a'], ignoreRuleAnswersMinutes: 5 },
      }),
      {
        status: 400,
        body: { param: '/trigger/ignoreRuleAnswersMinutes' },
      },
    );
  },
);

void t.test('after more than ten runs within an hour, a person starts nothing for an hour', async (t) => {
  const world = await people(t, { subscribes: true });
  const { call, accounts, service, sandbox } = world.running;
  const made = await call('POST', '/v1/dm-automations', {
    accountId: accounts['instagram'],
    trigger: { type: 'any_message' },
    steps: [{ type: 'message', text: 'Hello' }],
    reentry: 'always',
    cooldownHours: 0,
  });
  t.equal(made.status, 200);
  const path = `/v1/dm-automations/${made.body.automation.id}/runs` as const;
  const ended = async (): Promise<number> =>
    (await call('GET', path)).body.runs.filter(({ status }) => status === 'ended').length;
  const say = (username: string, words: string) =>
    controlOf(sandbox)('people', { network: 'instagram', person: { username }, act: { say: words } });
  const isHeard = (words: string) =>
    eventually(
      async () =>
        (await service.sql`select from direct_messages where text = ${words} and direction = 'in'`)[0],
    );
  for (let run = 1; run <= 11; run += 1) {
    await say('ann', `question ${run}`);
    await eventually(async () => (await ended()) === run);
  }
  await say('ann', 'one too many');
  await isHeard('one too many');
  t.equal(await ended(), 11);
  await say('bob', 'hello');
  await eventually(async () => (await ended()) === 12); // another person starts one

  const age = (minutes: number) =>
    service.sql`update dm_runs set started_at = started_at - make_interval(mins => ${minutes})`;
  await age(58);
  await say('ann', 'within the hour');
  await isHeard('within the hour');
  t.equal(await ended(), 12);
  await age(4);
  await say('ann', 'an hour later');
  await eventually(async () => (await ended()) === 13);
});

void t.test('people who write at the same moment are answered together, in few commits', async (t) => {
  const PEOPLE = 20;
  const { act, make, call, service, accountId, baseUrl } = await withPeople(t, {
    linksUrl: 'https://go.example',
  });
  const { context, sql } = service;
  for (let person = 1; person <= PEOPLE; person += 1) await act(`person${person}`, { say: 'hello' });
  const people = await eventually(async () => {
    const known = await sql<{ id: string; workspaceId: string }[]>`
      select person_id as id, workspace_id as "workspaceId" from conversations where username is not null`;
    return known.length === PEOPLE && known;
  });
  const made = await make({
    trigger: { type: 'any_message' },
    steps: [message('Here it is', { button: { title: 'Open', url: 'https://example.org' } }), message('Bye')],
  });
  const at = context.clock();
  const events = people.map(({ id }, index): InboundEvent => ({
    kind: 'message',
    remoteId: 'remote',
    dedupeKey: `burst ${index}`,
    at,
    standby: false,
    raw: null,
    message: {
      id: `burst ${index}`,
      personId: id,
      echo: null,
      text: 'the guide please',
      attachments: [],
      tap: null,
      storyReply: null,
      storyMention: null,
      replyTo: null,
      ref: null,
      isUnsupported: false,
    },
  }));
  const { window } = networks.instagram.messages!;
  const account = { id: accountId, workspaceId: people[0]!.workspaceId, window: window!, receivingSince: 0 };
  await context.node.command(async (tx, turn) => ({
    result: null,
    feed: (await takeMessages(tx, turn, account, events, readAutomations)).feed,
  }));
  const { automation } = await eventually(async () => {
    const { body } = await call('GET', `/v1/dm-automations/${made.id}`);
    return body.automation.stats.completed === PEOPLE && body;
  });
  t.equal(automation.stats.started, PEOPLE);
  // each link is written with its message, once
  const [links] = await sql<{ count: number; commits: number }[]>`
    select count(*)::int as count, count(distinct xmin::text)::int as commits from links`;
  t.equal(links!.count, PEOPLE, 'each person has a link of their own');
  t.ok(links!.commits <= PEOPLE / 4, `${links!.commits} commits placed ${PEOPLE} messages`);

  // links have the host name of the setting, and a click on one is of its person and step
  const [sent] = await sql<{ url: string; runId: string; stepId: string }[]>`
    select details #>> '{button,url}' as url, details #>> '{step,runId}' as "runId", details #>> '{step,stepId}' as "stepId"
    from direct_messages where details -> 'button' is not null limit 1`;
  const [, code] = /^https:\/\/go\.example\/l\/(\w+)$/.exec(sent!.url) ?? [];
  t.ok(code, sent!.url);
  const opened = await fetch(`${baseUrl}/l/${code}`, {
    redirect: 'manual',
    headers: { 'user-agent': 'Mozilla/5.0 (iPhone) AppleWebKit Instagram 300.0' },
  });
  t.equal(opened.headers.get('location'), 'https://example.org/');
});
