/** Notifications reach those whom they concern, once, and say what is still so. */
import { changesIn, type Mutant } from '../mutant.ts';

const flows = ['test/notifications/notifications.test.ts'];
const handedOver = ['test/notifications/handed-over.test.ts'];
const digests = ['test/notifications/digest.test.ts'];
const machine = ['test/machines/notification.test.ts'];

export const notificationMutants: Mutant[] = [
  ...changesIn('store/notifications.ts', flows, [
    [
      'the bell shows notifications of other workspaces',
      "x.workspace_id = ${workspaceId} and x.kind = 'notification'",
      "x.kind = 'notification'",
    ],
    [
      'the bell shows notifications of accounts that the person does not reach',
      'heldTo === null ? db`` : db`and x.snapshot',
      'true ? db`` : db`and x.snapshot',
    ],
  ]),
  ...changesIn('store/notifications.ts', handedOver, [
    ['messages of automations count as an answer', " and m.by in ('team', 'other_tool')", ''],
    ['an assigned conversation keeps it open', 'c.assignee_id is null and not exists', 'not exists'],
    [
      'an expired call keeps it open',
      "state = 'waiting'\n        and expires_at > to_timestamp(${now}::float8 / 1000)",
      "state = 'waiting'",
    ],
  ]),
  ...changesIn('src/features/notifications/causes.ts', handedOver, [
    ['who may not answer is notified of conversations', "roleAllows(role, 'answer')", 'true'],
    [
      'who may not decide is notified of calls',
      "call_awaits_confirmation: (role) => roleAllows(role, 'manage')",
      'call_awaits_confirmation: () => true',
    ],
  ]),
  ...changesIn('src/features/notifications/causes.ts', flows, [
    ['mails go to people who do not reach the account', 'reaches(heldTo, accountId)', 'true'],
    ['mails go to people who may not act', 'MAY_ACT[cause](role) && (', '('],
  ]),
  ...changesIn('src/features/notifications/handlers.ts', flows, [
    ['mails go to people who switched them off', "timings.get(userId) !== 'off' && ", ''],
    ['people who want one mail a day get all', "timings.get(userId) === 'daily'", 'false'],
  ]),
  ...changesIn('src/features/notifications/digest.ts', digests, [
    ['the daily mail has what is clear again', "status === 'open'", 'true'],
    ['the daily mail has accounts that its reader does not reach', 'heldTo: accountIds', 'heldTo: null'],
    ['who switched mails off since gets the daily one', " || mails === 'off'", ''],
    ['who left the workspace gets the daily mail', '!member || ', 'false || '],
    ['each run queues another daily mail', '`${digestId} ${round}`', '`${digestId} ${clock()}`'],
  ]),
  ...changesIn(
    'machines/notification-digest.ts',
    ['test/machines/notification-digest.test.ts'],
    [['what opens while the mail is written is forgotten', 'context.dueAt !== null', 'false']],
  ),
  ...changesIn('machines/notification.ts', machine, [
    ['what happened after the look is forgotten', 'context.count === count', 'true'],
    ['people are reminded again and again', '!context.isReminded && ', ''],
  ]),
];
