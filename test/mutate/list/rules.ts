/** Comment-to-DM rules: one message for a person, one private answer for a comment, the hour's limit, who wants none. */
import { changesIn, type Mutant } from '../mutant.ts';

const place = ['test/rules/place.test.ts'];
const claims = ['test/rules/answering.test.ts', ...place];
const chart = ['test/machines/private-reply.test.ts'];
const places = ['test/rules/places.test.ts'];
const queue = ['test/rules/reply-queue.test.ts'];
const shared = ['test/engine/shared-kind.test.ts'];
const live = ['test/flows/rule-live.test.ts'];

export const ruleMutants: Mutant[] = [
  ...changesIn(
    'src/base/matching/rules.ts',
    ['test/matching/rules.test.ts'],
    [
      [
        'a rule for every post comes before one for the post',
        "Number(a.watches === 'every') - Number(b.watches === 'every') ||",
        "Number(b.watches === 'every') - Number(a.watches === 'every') ||",
      ],
      ['the newest rule answers', 'a.createdAt - b.createdAt ||', 'b.createdAt - a.createdAt ||'],
    ],
  ),
  ...changesIn(
    'src/features/rules/answer-comments.ts',
    ['test/rules/answered-before.test.ts'],
    [
      [
        'a rule writes to a comment that a person answered privately',
        "  if (comment.privateReplyAt !== null) return 'answered';\n",
        '',
      ],
      [
        'a comment that a rule matched is compared again',
        '!isOwn && deletedAt === null && !matchedIds.has(id)',
        '!isOwn && deletedAt === null && matchedIds.size >= 0 && id.length > 0',
      ],
    ],
  ),
  ...changesIn(
    'store/private-replies.ts',
    ['test/rules/stats.test.ts'],
    [
      [
        'a person has the message of a rule with every comment',
        "if (result.count > 0) return 'reserved';",
        "if (result.count >= 0) return 'reserved';",
      ],
    ],
  ),
  ...changesIn('store/answered-comments.ts', claims, [
    [
      'a comment that another one answers is answered again',
      '      where answered_comments.holder = excluded.holder\n      returning',
      '      returning',
    ],
    [
      'two claim answers of a network account at the same time',
      "await tx`select pg_advisory_xact_lock(hashtextextended('answers ' || ${platform} || ' ' || ${remoteId}, 0))`;",
      '',
    ],
  ]),
  ...changesIn('src/features/rules/place.ts', place, [
    [
      'a person who said stop before the message asked gets it',
      "if (reply.hasOptedOut) return { type: 'place.refused', reason: 'opted_out' };",
      '',
    ],
    [
      'a message asks although the plan has ended',
      "if (!allows(reply, 'rules', now)) return { type: 'place.refused', reason: 'plan' };",
      '',
    ],
    [
      'a message waits for a place after the 7 days',
      'if (at > commentedAt + PRIVATE_ANSWER_WITHIN_MS)',
      'if (at > commentedAt + Infinity)',
    ],
  ]),
  ...changesIn('src/features/rules/places.ts', places, [
    [
      'one more message leaves than the hour allows',
      'PRIVATE_REPLIES.max - sent.length);',
      'PRIVATE_REPLIES.max + 1 - sent.length);',
    ],
    ['a workspace keeps its turn', 'last = turn.line.seat;', 'last = lastSeat;'],
    [
      'more than one message tries whether a fault is over',
      'if (line.isTrial && live + queued > 0) return false;',
      '',
    ],
    ['a held account sends', 'if (line.heldUntil !== null && line.heldUntil > now) return false;', ''],
  ]),
  ...changesIn('src/features/rules/grant-places.ts', queue, [
    [
      'a message that is not wanted any more is sent when its place comes',
      "if (state.hasOptedOut) return 'opted_out';",
      '',
    ],
    [
      'a node grants places by an effect that is not its own',
      'id === effect.id && tries === effect.tries',
      'id !== "" && tries > 0',
    ],
  ]),
  ...changesIn('src/features/rules/queue-state.ts', queue, [
    [
      'claims of a grant that was not committed take places for an hour',
      'waiting.has(holder) ? [] : at',
      'waiting.size < 0 ? [] : at',
    ],
  ]),
  ...changesIn(
    'machines/reply-queue.ts',
    ['test/machines/reply-queue.test.ts'],
    [
      [
        'who asks while places are granted is not looked for',
        "because === 'more' || context.isChanged",
        "because === 'more' || context.sent < 0",
      ],
      [
        'the others of a held account wait on after one was sent',
        "target: 'granting', actions: by('release') }",
        "actions: by('release') }",
      ],
    ],
  ),
  ...changesIn('src/engine/turn.ts', shared, [
    [
      'an actor of a workspace can belong to the installation',
      'if (!shared && born.workspaceId === INSTALLATION)',
      "if (!shared && born.workspaceId === '')",
    ],
  ]),
  ...changesIn('src/features/introspection/shared-actors.ts', shared, [
    [
      'people of other workspaces read who acted on a shared actor',
      'if (!step.hand || step.hand.userId === userId) return step;',
      "if (userId !== '') return step;",
    ],
  ]),
  ...changesIn('src/features/rules/place.ts', live, [
    [
      'a message that was on its way when the broadcast ended is tried',
      'if (isLive && (await hasBroadcastEnded(sql, replyId)))',
      "if (isLive && replyId === '')",
    ],
  ]),
  ...changesIn(
    'machines/broadcast.ts',
    ['test/machines/broadcast.test.ts'],
    [
      [
        'a broadcast that is missing from two lists of the same second is over',
        'missingSince !== null && now() - missingSince >= MISSING_FOR_MS',
        'missingSince !== null',
      ],
    ],
  ),
  ...changesIn(
    'src/features/rules/broadcasts.ts',
    ['test/rules/broadcasts.test.ts'],
    [
      ['each broadcast of an account reads a list of its own', 'if (watched.indexOf(own) > 0)', 'if (false)'],
      [
        'other broadcasts of the account are not told what the list says',
        'if (others.length > 0)',
        'if (false)',
      ],
      ['a row of an older program starts a second actor', 'if (!found.has(networkPostId))', 'if (true)'],
    ],
  ),
  ...changesIn(
    'store/broadcasts.ts',
    ['test/rules/broadcasts.test.ts'],
    [
      [
        'the list of one account counts for another',
        "starts_with(id, ${broadcastIdOf(accountId, '')})\n      and status",
        'true\n      and status',
      ],
      ['a broadcast that goes on is moved as over', 'over_at >= missing_since) is true', 'true)'],
    ],
  ),
  ...changesIn(
    'src/kinds/broadcast.ts',
    ['test/rules/broadcasts.test.ts'],
    [
      [
        'a list that has the broadcast writes a journal step',
        "events: ['xstate.after.', 'look.']",
        'events: []',
      ],
    ],
  ),
  ...changesIn('src/features/rules/broadcasts.ts', live, [
    ['nobody hears of the end of a broadcast', 'turn.deliver(reply, event);', ';'],
  ]),
  ...changesIn('machines/private-reply.ts', chart, [
    [
      'the end of a broadcast ends every message that waits',
      'isOfBroadcast: ({ context }) => context.isLive,',
      'isOfBroadcast: () => true,',
    ],
    [
      'a fault of the account fails the person',
      "isAccountFault: (_, { failure }: ActEnded) => failure === 'access',",
      'isAccountFault: () => false,',
    ],
    [
      'a public reply that is taken for spam stops nothing',
      "isSpam: (_, { failure }: ActEnded) => failure === 'spam',",
      'isSpam: () => false,',
    ],
  ]),
  ...changesIn(
    'src/features/rules/answer-comments.ts',
    ['test/flows/rule-people.test.ts'],
    [
      [
        'a comment behind one that waits is a duplicate at once',
        "(reservation === 'had' ? 'duplicate' : null)",
        "(reservation !== 'reserved' ? 'duplicate' : null)",
      ],
    ],
  ),
  ...changesIn(
    'store/private-replies.ts',
    ['test/flows/rule-people.test.ts', 'test/rules/place.test.ts'],
    [
      [
        'a person whose message waits counts as one who had it',
        "coalesce(a.shown = 'queued', false) as waits",
        'false as waits',
      ],
      [
        'a reservation that was committed before a crash is not found again',
        'where rule_people.reply_id = excluded.reply_id\n      or exists',
        'where exists',
      ],
    ],
  ),
];
