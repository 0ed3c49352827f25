/**
 * Guards that a fixed seed chose from all that compare an id, a workspace, a time or a status (`npm run mutate -- --guards`),
 * each broken in one way. Left out: comparisons that another one of the same statement decides anyway.
 */
import { changesIn, type Mutant } from '../mutant.ts';

export const guardMutants: Mutant[] = [
  ...changesIn(
    'src/features/receiving/routes.ts',
    ['test/receiving/signers.test.ts'],
    [
      [
        'an event counts for the accounts of every app that may sign at its address',
        'rowsOf(events, signer,',
        'rowsOf(events, { ...signer, platforms: apps.flatMap(({ platforms }) => platforms) },',
      ],
    ],
  ),
  ...changesIn(
    'src/features/flows/play.ts',
    ['test/automations/play.test.ts'],
    [
      [
        'a wait of a played conversation does not end at its time',
        'next[1].atMs <= atMs',
        'next[1].atMs < atMs',
      ],
    ],
  ),
  ...changesIn(
    'src/features/flows/play.ts',
    ['test/automations/play.test.ts'],
    [
      [
        'a refused message is tried again before its time in a played conversation',
        'again.atMs <= atMs',
        'again.atMs > atMs',
      ],
    ],
  ),
  ...changesIn(
    'src/features/numbers/fresh.ts',
    ['test/numbers/fresh.test.ts'],
    [
      [
        'numbers that a network refuses are asked for again at once',
        "numbers.state !== 'ok'",
        "numbers.state === 'ok'",
      ],
      ['a request for one account is about all others', 'one.id === accountId', 'one.id !== accountId'],
    ],
  ),
  ...changesIn(
    'src/features/numbers/period.ts',
    ['test/numbers/days.test.ts'],
    [['a period that has ended is taken for the current one', 'now < cached.to', 'now >= cached.to']],
  ),
  ...changesIn(
    'src/features/numbers/read.ts',
    ['test/flows/numbers-refresh.test.ts', 'test/flows/numbers.test.ts'],
    [['posts are read beyond what was asked for', 'oldest < begunAt - reach', 'oldest >= begunAt - reach']],
  ),
  ...changesIn(
    'src/features/rules/answer-comments.ts',
    ['test/rules/edges.test.ts'],
    [
      [
        'a comment written as the broadcast ended gets a message',
        '(comment.createdAt ?? 0) <= overAt',
        '(comment.createdAt ?? 0) < overAt',
      ],
    ],
  ),
  ...changesIn(
    'src/features/rules/explain.ts',
    [
      'test/flows/rule-sweeps.test.ts',
      'test/flows/rule-catches.test.ts',
      'test/flows/comment-rules.test.ts',
      'test/flows/near-misses.test.ts',
    ],
    [
      [
        'a comment from before the account was connected is explained by its words',
        'createdAt < since',
        'createdAt >= since',
      ],
    ],
  ),
  ...changesIn(
    'src/features/rules/public-turn.ts',
    ['test/rules/answering.test.ts', 'test/flows/rule-catches.test.ts', 'test/flows/comment-rules.test.ts'],
    [['a public reply that has to keep its distance is posted at once', 'againMs > 0', 'againMs <= 0']],
  ),
  ...changesIn(
    'src/features/rules/public-turn.ts',
    ['test/rules/edges.test.ts'],
    [
      [
        'a public reply does not wait for a turn at its latest time',
        'now + afterMs > latestAt',
        'now + afterMs >= latestAt',
      ],
      ['a public reply is posted only after its latest time', 'now > latestAt', 'now <= latestAt'],
    ],
  ),
  ...changesIn(
    'src/features/rules/verdicts.ts',
    ['test/flows/simulate-rules.test.ts'],
    [
      [
        'a trial of rules compares the comments of every other post',
        'networkPostId === mediaId',
        'networkPostId !== mediaId',
      ],
    ],
  ),
  ...changesIn(
    'store/account-numbers.ts',
    ['test/store/accounts-apart.test.ts'],
    [['a series begins with the first day that is known', 'day >= ${find.from}::date', 'true']],
  ),
  ...changesIn(
    'store/accounts.ts',
    ['test/store/joined-apart.test.ts'],
    [['a delivery to another account waits for this one', 'x.id = m.actor_id', 'true']],
  ),
  ...changesIn(
    'store/accounts.ts',
    ['test/store/people-apart.test.ts'],
    [
      [
        'connecting an account finds that of another workspace',
        'e workspace_id = ${find.workspaceId} a',
        'e true a',
      ],
      [
        'the last account that needs its app is listed twice',
        ' id > ${list.after}\n',
        ' id >= ${list.after}\n',
      ],
      ['the last account without an actor is listed twice', 'a.id > ${list.after}', 'a.id >= ${list.after}'],
    ],
  ),
  ...changesIn(
    'store/message-copies.ts',
    ['test/inbox/copies.test.ts'],
    [
      [
        'a copy is deleted while its actor may still store it',
        'a.id is not null as "isBeingCopied"',
        'false as "isBeingCopied"',
      ],
      [
        'an actor that is copying goes with its message',
        "and kind = 'media_copy' and coalesce(shown, '') <> 'copying'",
        "and kind = 'media_copy'",
      ],
      [
        'the copies of other messages are deleted',
        'c.message_id = any(${(list.messageIds ?? []) as string[]}::text[])',
        'true',
      ],
      [
        'a copy that is to be deleted becomes an actor',
        'c.next_at is not null and not c.gone',
        'c.next_at is not null',
      ],
    ],
  ),
  ...changesIn(
    'src/features/inbox/copies.ts',
    ['test/inbox/copies.test.ts'],
    [
      ['a node copies any number of files at once', 'if (running >= MAX_AT_ONCE)', 'if (false)'],
      [
        'a name is forgotten before its file is deleted',
        'if (file.isBeingCopied || reason !== null) {',
        'if (file.isBeingCopied) {',
      ],
    ],
  ),
  ...changesIn(
    'machines/media-copy.ts',
    ['test/machines/media-copy.test.ts'],
    [
      [
        'a file is tried four times',
        'context.tries < COPY_AGAIN_MS.length',
        'context.tries <= COPY_AGAIN_MS.length',
      ],
    ],
  ),
  ...changesIn(
    'store/broadcasts.ts',
    ['test/store/accounts-apart.test.ts'],
    [['a broadcast is forgotten as soon as it has ended', 'reached_at < ${at(db, before)}', 'true']],
  ),
  ...changesIn(
    'store/broadcasts.ts',
    ['test/store/people-apart.test.ts'],
    [['the end of a broadcast reaches answers that ended', 's.id = p.id', 'true']],
  ),
  ...changesIn(
    'store/comment-rules.ts',
    ['test/store/accounts-apart.test.ts'],
    [['a disconnected account locks all others', ' id = ${accountId} ', ' true ']],
  ),
  ...changesIn(
    'store/comment-rules.ts',
    ['test/store/people-apart.test.ts'],
    [['rules of another workspace start the automation', ' workspace_id = ${find.workspaceId} ', ' true ']],
  ),
  ...changesIn(
    'store/comment-sweeps.ts',
    ['test/store/joined-apart.test.ts'],
    [['comments of one rule are counted for another', 'r.id = b.rule_id', 'true']],
  ),
  ...changesIn(
    'store/comment-sweeps.ts',
    ['test/store/people-apart.test.ts'],
    [
      ['a rule watches the ads of another account', 'k.account_id = n.account_id', 'true'],
      ['a sweep moves the places of all posts', ' network_post_id = ${post.networkPostId}\n', ' true\n'],
    ],
  ),
  ...changesIn(
    'store/comments.ts',
    ['test/flows/comment-acts.test.ts'],
    [['any reply of the account counts as the one that was seen', 'seen.id = given.id', 'true']],
  ),
  ...changesIn(
    'store/comments.ts',
    ['test/store/accounts-apart.test.ts'],
    [
      ['a reply of another account counts as seen', 'seen.account_id = ${find.accountId}', 'true'],
      ['a reply of another account counts as the answer', 'r.account_id = ${find.accountId}', 'true'],
    ],
  ),
  ...changesIn(
    'store/comments.ts',
    ['test/store/people-apart.test.ts'],
    [
      ['comments of an account include those of the others', 'account_id = ${accountId}', 'true'],
      ["a comment shows another workspace's post", 'v.workspace_id = c.workspace_id', 'true'],
    ],
  ),
  ...changesIn(
    'store/conversations.ts',
    ['test/store/people-apart.test.ts'],
    [
      [
        'a page of conversations begins with the last one of the page before',
        'c.id < ${after.id}',
        'c.id <= ${after.id}',
      ],
      [
        "what the network says of a person is stored with everybody's conversation",
        'id = ${person.conversationId}',
        'true',
      ],
    ],
  ),
  ...changesIn(
    'store/direct-messages.ts',
    ['test/store/people-apart.test.ts'],
    [
      [
        "an edit changes another account's message with the same id",
        'account_id = ${edit.accountId}',
        'true',
      ],
      ['older messages begin anywhere in the conversation', 'id = ${before}', 'true'],
    ],
  ),
  ...changesIn(
    'store/dm-automations.ts',
    ['test/store/joined-apart.test.ts', 'test/flows/automation-drafts.test.ts'],
    [
      ['an automation is listed once for each version of any', 'v.automation_id = d.id', 'true'],
      ['an automation is listed once for each definition', 'f.id = v.definition_id', 'true'],
    ],
  ),
  ...changesIn(
    'store/dm-automations.ts',
    ['test/store/accounts-apart.test.ts'],
    [
      [
        'the code of a ref link is taken where another account has it',
        ' account_id = ${accountId} ',
        ' true ',
      ],
    ],
  ),
  ...changesIn(
    'store/dm-runs.ts',
    ['test/store/joined-apart.test.ts'],
    [['an event about a message names another workspace', 'w.id = m.workspace_id', 'true']],
  ),
  ...changesIn(
    'store/dm-runs.ts',
    ['test/flows/dm-automations.test.ts'],
    [
      [
        'a run shows the person of another conversation',
        ' on c.id = r.conversation_id\n  j',
        ' on true\n  j',
      ],
    ],
  ),
  ...changesIn(
    'store/dm-runs.ts',
    ['test/flows/explain-message.test.ts'],
    [['a run is found by any id', 'r.id = ${find.id}', 'true']],
  ),
  ...changesIn(
    'store/dm-runs.ts',
    ['test/rules/seen.test.ts', 'test/flows/automation-starts.test.ts', 'test/flows/dm-automations.test.ts'],
    [['a message counts as seen for another run', 'd r.id = m.details #', 'd true #']],
  ),
  ...changesIn(
    'store/dm-runs.ts',
    ['test/store/accounts-apart.test.ts'],
    [
      [
        "old runs of a deleted automation take everybody's counters with them",
        'c.owner_id = old.automation_id',
        'true',
      ],
    ],
  ),
  ...changesIn(
    'store/dm-runs.ts',
    ['test/store/people-apart.test.ts'],
    [['a page of runs begins with the last one of the page before', 'r.id > ${after}', 'r.id >= ${after}']],
  ),
  ...changesIn(
    'store/dm-versions.ts',
    ['test/store/joined-apart.test.ts'],
    [
      [
        'a version of an automation is read from another one',
        'v.automation_id = ${find.automationId}',
        'true',
      ],
    ],
  ),
  ...changesIn(
    'store/inbound.ts',
    ['test/store/people-apart.test.ts'],
    [['an event is stored for accounts with another id', 'a.remote_id = s.remote_id', 'true']],
  ),
  ...changesIn(
    'store/keys.ts',
    ['test/auth/keys.test.ts', 'test/auth/cli.test.ts'],
    [
      ["a user's key is changed by somebody else", 'user_id = ${set.userId}', 'true'],
      ["a user's keys include those of others", 'k.user_id = ${list.userId}', 'true'],
    ],
  ),
  ...changesIn(
    'store/keys.ts',
    ['test/auth/keys.test.ts'],
    [['a deleted key is reported for every other', 'k.id = d.id', 'true']],
  ),
  ...changesIn(
    'store/opt-outs.ts',
    ['test/store/people-apart.test.ts'],
    [
      [
        'an opt-out that was kept is of everybody',
        "c.person_hash = ${personHash(db, 'c.account_id', 'p.id')}",
        'true',
      ],
    ],
  ),
  ...changesIn(
    'store/paid-reads.ts',
    ['test/accounts/budgets/paid-reads.test.ts'],
    [
      [
        'the budget of a day is whole again with every read',
        'paid_reads.day < excluded.day',
        'paid_reads.day <= excluded.day',
      ],
    ],
  ),
  ...changesIn(
    'store/paid-reads.ts',
    ['test/store/people-apart.test.ts'],
    [['reading for one account uses the budget of another', 'p.remote_id = o.remote_id', 'true']],
  ),
  ...changesIn(
    'store/posts.ts',
    ['test/store/accounts-apart.test.ts'],
    [['a post has another version whenever any delivery moves', 'd.parent_id = s.id', 'true']],
  ),
  ...changesIn(
    'store/private-replies.ts',
    ['test/store/accounts-apart.test.ts'],
    [
      [
        "old activity of a deleted rule takes everybody's counters with it",
        'c.owner_id = old.rule_id',
        'true',
      ],
    ],
  ),
  ...changesIn(
    'store/reply-queue.ts',
    ['test/store/people-apart.test.ts'],
    [
      [
        'a place is told to another workspace',
        'and workspace_id = ${workspaceId}\n    ) queue',
        '\n    ) queue',
      ],
    ],
  ),
  ...changesIn(
    'store/private-replies.ts',
    ['test/store/people-apart.test.ts'],
    [
      [
        'a message of a rule counts as written to a person of another account',
        'ts c\n    join private_replies p on p.account_id = c.account_id and p.comment_id = c.id\n    join a',
        'ts c\n    join private_replies p on true and p.comment_id = c.id\n    join a',
      ],
      ['what rules did with one comment is shown for another', 'p.comment_id = ${commentId}', 'true'],
    ],
  ),
  ...changesIn(
    'store/received-comments.ts',
    ['test/store/people-apart.test.ts'],
    [['comments are announced where another account has a rule', 'r.account_id = c.account_id', 'true']],
  ),
  ...changesIn(
    'store/removals.ts',
    ['test/flows/removals.test.ts'],
    [["the removal of an app deletes another account's data", ' account_id = ${accountId} ', ' true ']],
  ),
  ...changesIn(
    'store/tracked-posts.ts',
    ['test/store/accounts-apart.test.ts'],
    [['an average counts the posts of other accounts', ' account_id = ${accountId} ', ' true ']],
  ),
  // found by hand: each of them no test noticed
  ...changesIn(
    'store/inbound.ts',
    ['test/store/people-apart.test.ts'],
    [
      [
        'the first account that is served marks the events of another one as processed',
        'where account_id = ${done.accountId} and key = any',
        'where key = any',
      ],
      [
        'events are processed in any order',
        '${isDue} order by arrived_at limit',
        '${isDue} order by key limit',
      ],
    ],
  ),
  ...changesIn(
    'src/features/flows/start-runs.ts',
    ['test/automations/loops.test.ts'],
    [
      ['runs of the hour before last stop a person', 'if (at <= now - HOUR_MS)', 'if (at < now - HOUR_MS)'],
      [
        'one run too many starts within an hour',
        'if (starts[last - MAX_RUNS_AN_HOUR]! >= at - HOUR_MS)',
        'if (starts[last - MAX_RUNS_AN_HOUR]! > at - HOUR_MS)',
      ],
    ],
  ),
  ...changesIn(
    'src/features/flows/start-runs.ts',
    ['test/store/people-apart.test.ts'],
    [
      [
        'a person is left alone for a moment too long',
        'at - wroteAt >= ignores(one)',
        'at - wroteAt > ignores(one)',
      ],
    ],
  ),
  ...changesIn(
    'src/features/flows/start-runs.ts',
    ['test/automations/start-edges.test.ts'],
    [
      [
        'what is as old as the reply window starts a run',
        'now - act.at >= WINDOW_MS',
        'now - act.at > WINDOW_MS',
      ],
      [
        'a person waits for a moment longer than the cooldown',
        'startedAt <= now - chosen.cooldownHours * HOUR_MS',
        'startedAt < now - chosen.cooldownHours * HOUR_MS',
      ],
      [
        'two triggers in one turn start an automation twice that takes everybody once',
        '    lastStarts.set(entryKey(entry), now);\n',
        '',
      ],
      [
        'the limit of starts within an hour forgets those of the turn',
        '    started.set(conversation.id, [...(started.get(conversation.id) ?? []), now]);\n',
        '',
      ],
    ],
  ),
  ...changesIn(
    'src/faces/mcp/call.ts',
    ['test/mcp/tools.test.ts'],
    [
      [
        'a key that reaches one workspace gets the result of a call in another',
        '`${reachOf(principal)}tool ${name}',
        '`tool ${name}',
      ],
    ],
  ),
  ...changesIn(
    'src/features/rules/sweep-posts.ts',
    ['test/flows/subscription-triggers.test.ts'],
    [
      [
        'a sweep that finds what nothing reported asks nobody',
        'if (page.items.some(isUnreported))',
        'if (page.items.length > 999)',
      ],
    ],
  ),
  ...changesIn(
    'src/features/rules/sweep-account.ts',
    ['test/rules/sweep-account.test.ts'],
    [
      [
        'a sweep whose turn waits for events is asked for all the time',
        'next === null || worked ? next',
        'true ? next',
      ],
      ['the posts of an account are listed before their time', 'account.dueAt <= now', 'true'],
    ],
  ),
  ...changesIn(
    'src/features/rules/sweep-posts.ts',
    ['test/rules/sweep-account.test.ts'],
    [
      [
        'a page of a sweep that was cut off postpones it',
        '  signal.throwIfAborted();\n  if (page.kind',
        '  if (page.kind',
      ],
    ],
  ),
  ...changesIn(
    'store/comment-sweeps.ts',
    ['test/rules/sweep-account.test.ts'],
    [
      [
        'a rule of another account has posts swept',
        'where r.account_id = ${add.accountId} and s.shown',
        'where s.shown',
      ],
      [
        'the posts of another account are swept',
        'from swept_posts p where account_id = ${accountId} and',
        'from swept_posts p where',
      ],
      [
        'an account without rules is swept on',
        'and not ${hasActiveRule(',
        'and false and not ${hasActiveRule(',
      ],
    ],
  ),
  ...changesIn(
    'machines/receiver.ts',
    ['test/machines/receiver.test.ts'],
    [
      [
        'a rule that was made during a sweep waits for the next one',
        'context.sweepAt === null ? nextAt : Math',
        'true ? nextAt : Math',
      ],
      ['an account may be silent for a day', 'quietAt > checkedAt ? Math.min(planned, quietAt)', 'false ? 0'],
      [
        'a check that was asked for does not wait for the one before',
        'checkedAt < now() - CHECKS_APART_MS',
        'true',
      ],
      [
        'a check that finds a problem keeps its daily pace',
        'problem === null ? CHECK_EVERY_MS',
        'true ? CHECK_EVERY_MS',
      ],
      ['failures do not lengthen the wait', '2 ** (progressed ? 0 : failures)', '1'],
      ['a subscription that had ended has nothing read', '(context.isAsked || ended)', 'context.isAsked'],
      ['what is asked for during a read is forgotten', 'context.readsAgain ? now() : nextRead(', 'nextRead('],
      [
        'an access that came during a check is not checked',
        'const isAskedAgain = context.nextCheckAt !== null',
        'const isAskedAgain = false',
      ],
    ],
  ),
  ...changesIn(
    'src/features/receiving/start.ts',
    ['test/receiving/start.test.ts'],
    [
      [
        'each start of a node starts actors again',
        'if (!(await lockReceivers(tx))) return',
        'if (false) return',
      ],
      [
        'what an older program was to check at once waits a day',
        'isDue ? checkedAt :',
        'false ? checkedAt :',
      ],
      ['an outage goes unnoticed', 'if (!(await isUnreadSince(', 'if ((await isUnreadSince('],
    ],
  ),
  ...changesIn(
    'machines/comment-act.ts',
    ['test/flows/comment-acts.test.ts'],
    [
      [
        'a reply is looked for again before a minute has passed',
        'SECOND_LOOK_AFTER_MS = 60_000',
        'SECOND_LOOK_AFTER_MS = 40_000',
      ],
    ],
  ),
  ...changesIn(
    'src/engine/node.ts',
    ['test/engine/open-ended.test.ts'],
    [
      ['two nodes hold the same connection', 'await this.#runner.releaseLost();', ''],
      [
        'a node that does not reach the database keeps its connections',
        'if (Date.now() - this.#lastBeatAt >= this.#options.aliveMs)',
        'if (false)',
      ],
    ],
  ),
  ...changesIn(
    'machines/stream.ts',
    ['test/machines/stream.test.ts'],
    [
      [
        'an account that comes while a stream is found to be unneeded is forgotten',
        "{ guard: 'isAsked', target: 'connected', reenter: true },",
        '',
      ],
    ],
  ),
  ...changesIn(
    'src/features/receiving/stream.ts',
    ['test/receiving/stream.test.ts'],
    [
      [
        'a stream stays open when no account is left',
        'if (!(await isReceiving(sql, platform))) return UNNEEDED;',
        '',
      ],
      ['a longer gap is not read', 'if (missedMs > port.backfillMs)', 'if (false)'],
    ],
  ),
  ...changesIn(
    'store/working-copies.ts',
    ['test/flows/working-copies.test.ts'],
    [
      [
        'a save replaces a working copy that somebody else has changed',
        'and about = ${about} and revision = ${replaces}',
        'and about = ${about} and ${replaces} = ${replaces}',
      ],
      [
        'a working copy of another revision is discarded',
        'or revision = ${revision})`',
        'or ${revision} = ${revision})`',
      ],
      [
        'a copy of a post that was removed stays',
        "a.kind = 'post' and a.status = 'done'",
        "a.kind = 'post' and a.status = 'gone'",
      ],
    ],
  ),
  ...changesIn(
    'src/features/posts/working-copies.ts',
    ['test/flows/working-copies.test.ts'],
    [
      [
        'two people write one new post',
        'return { workspaceId, about: userId }',
        "return { workspaceId, about: 'new' }",
      ],
      ['a working copy may have any size', 'bytes > MAX_BYTES', 'bytes > 2 * MAX_BYTES'],
    ],
  ),
  ...changesIn(
    'web/src/features/posts/composer/chart.ts',
    ['test/web/composer-chart.test.ts'],
    [
      [
        'a text that was not chosen is dropped',
        'aside: different([draft, ...aside], [textOf(chosen), textOf(start)])',
        'aside',
      ],
      ['what was written during a discard is discarded', 'if (!wasWrittenOn(now))', 'if (now !== null)'],
      [
        'a text that is being sent elsewhere is sent under another key',
        'at - copy.savedAt >= KEY_LIVES_MS',
        'at - copy.savedAt >= 0',
      ],
    ],
  ),
  ...changesIn(
    'web/src/features/posts/composer/keeping.ts',
    ['test/web/composer-chart.test.ts'],
    [
      [
        'a save whose response was lost is a conflict',
        'unanswered.includes(text) ||',
        "unanswered.includes('') ||",
      ],
      [
        'the text of another tab replaces one that was not saved',
        "isUnsaved(here) || here.sending.state === 'saving'",
        "here.sending.state === 'saving'",
      ],
    ],
  ),
  ...changesIn(
    'web/src/features/posts/composer/sending.ts',
    ['test/web/composer-chart.test.ts'],
    [['what was written while a text was sent is lost', 'now.text !== sending.text', "now.text === ''"]],
  ),
];
