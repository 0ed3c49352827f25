/** Notifications reach those whom they concern, once, and say what is still so. */
import { changesIn, type Mutant } from '../mutant.ts';

const flows = ['test/notifications/notifications.test.ts'];
const handedOver = ['test/notifications/handed-over.test.ts'];
const digests = ['test/notifications/digest.test.ts'];
const pushes = ['test/notifications/push.test.ts'];
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
  ...changesIn('src/features/notifications/push.ts', pushes, [
    ['what is clear again is pushed', ' || notification === null || ', ' || false || '],
    ['who wants no pushes since gets one', '!wishes?.pushes || ', ''],
    [
      'the text of a post is pushed to who has not chosen it',
      'wishes.texts ? await readNotifiedText(',
      'wishes.pushes ? await readNotifiedText(',
    ],
    [
      'a try during which the service stopped is repeated',
      '!(await startPushTry(deps.sql, { id: pushId, attempt }))',
      'false',
    ],
    ['a browser that is gone stays', "sent.type === 'push.gone'", 'false'],
    [
      'each run queues another push',
      'if (!(await insertPush(tx, push, turn.now))) return;',
      'await insertPush(tx, push, turn.now);',
    ],
  ]),
  ...changesIn('src/features/notifications/handlers.ts', pushes, [
    [
      'pushes go to people whom it does not concern',
      'browsers.has(userId) && concerns(notice, { role, heldTo: accountIds })',
      'browsers.has(userId)',
    ],
  ]),
  ...changesIn('src/features/notifications/push-operations.ts', pushes, [
    ['a push may go to an address that is not public', 'if (refused) throw', 'if (false) throw'],
    ['a push may go without https', "!body.endpoint.startsWith('https:') && ", 'false && '],
  ]),
  ...changesIn('store/push-subscriptions.ts', pushes, [
    ['members who want no pushes get them', 'and m.notification_pushes', ''],
    [
      'somebody else removes a browser',
      'where id = ${of.id} and user_id = ${of.userId} ${same}',
      'where id = ${of.id} ${same}',
    ],
  ]),
  ...changesIn(
    'machines/push.ts',
    ['test/machines/push.test.ts'],
    [
      ['a push is repeated again and again', '!context.isRepeated && ', ''],
      ['a push does not wait as long as it is asked to', 'Math.max(own, afterMs ?? 0)', 'own'],
    ],
  ),
  ...changesIn(
    'src/base/web-push.ts',
    ['test/notifications/web-push.test.ts'],
    [['the record is not marked as the last one', 'Buffer.of(2)', 'Buffer.of(1)']],
  ),
  ...changesIn('machines/notification.ts', machine, [
    ['what happened after the look is forgotten', 'context.count === count', 'true'],
    ['people are reminded again and again', '!context.isReminded && ', ''],
  ]),
];
