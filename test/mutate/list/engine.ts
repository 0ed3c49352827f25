/** The promises of the engine, its tables and its limits: once, in order, and for no longer than promised. */
import { changesIn, type Mutant } from '../mutant.ts';

export const engineMutants: Mutant[] = [
  ...changesIn(
    'store/migrations/0053_hot_steps.sql',
    ['test/engine/turn.test.ts'],
    [
      [
        'a step overwrites a row that somebody wrote since it was read',
        'where a.id = d.id and a.rev = d.rev;',
        'where a.id = d.id;',
      ],
      [
        'the mail of a parked actor stays due',
        "update messages set due_at = 'infinity' where",
        'update messages set due_at = due_at where',
      ],
    ],
  ),
  ...changesIn(
    'store/migrations/0053_hot_steps.sql',
    ['test/live/hub.test.ts'],
    [
      [
        'commits count as one event each in the numbers of the feed',
        'set seq = h.seq + batch.count where',
        'set seq = h.seq + 1 where',
      ],
    ],
  ),
  ...changesIn(
    'src/engine/routine.ts',
    ['test/engine/routine.test.ts'],
    [
      [
        'the journal leaves out what was found',
        'fields.includes(field) || sameJson(context[field], value)',
        'true',
      ],
      ['the journal leaves out a step that sends a message', 'FOR_OTHERS.includes(type)', 'false'],
      [
        'a replay finds differences in what was left out',
        'if (!rule || isLast) return snapshot;',
        'return snapshot;',
      ],
    ],
  ),
  ...changesIn(
    'src/engine/turn.ts',
    ['test/engine/routine.test.ts'],
    [
      ['the journal leaves out manual actions', 'before && !hand && isRoutine', 'before && isRoutine'],
      [
        'a replay stops behind what was left out',
        'if (before && this.#kindOf(actor)?.routine)',
        'if (false)',
      ],
    ],
  ),
  ...changesIn(
    'src/engine/settle.ts',
    ['test/engine/routine.test.ts'],
    [
      [
        'the calls of a step that the journal leaves out are stored',
        'if (actor.seq > before && turn.journal.length === journaled) continue;',
        '',
      ],
    ],
  ),
  ...changesIn(
    'src/engine/settle.ts',
    ['test/engine/turn.test.ts'],
    [
      [
        'the result of an effect that another node took over counts',
        '({ id, node }) => id === effectId && node === taker.nodeId),\n  );\n  if (mayBeStale',
        '({ id }) => id === effectId),\n  );\n  if (mayBeStale',
      ],
      [
        'a result counts although its effect was answered or given up',
        'if (!turn.answer(actor, effectId, event) || !attempt) continue;',
        'turn.deliver(actor, event);\n    if (!attempt) continue;',
      ],
    ],
  ),
  ...changesIn(
    'store/effects.ts',
    ['test/engine/node.test.ts'],
    [
      [
        'a claim of a node that is alive is taken over',
        'and (n.id is null or n.alive_until < to_timestamp(${adopt.now}::float8 / 1000))',
        'and true',
      ],
    ],
  ),
  ...changesIn(
    'src/engine/turn.ts',
    ['test/engine/turn.test.ts'],
    [
      [
        'a parked actor takes messages',
        "if (actor.status === 'needs_attention' || !kind || actor.version > kind.version) return false;",
        'if (!kind || actor.version > kind.version) return false;',
      ],
      [
        'a timer that was set again is heard at its old time',
        'this.#disarm(actor, timer.id); // a timer that is set again only has its new time',
        '',
      ],
      [
        'the message that parked an actor is lost',
        'if (!this.#take(receiver, next.event)) this.#keep(receiver, next.event);',
        'this.#take(receiver, next.event);',
      ],
    ],
  ),
  ...changesIn(
    'store/posts.ts',
    ['test/posts/post-cache.test.ts'],
    [
      [
        'a post is shown as it was before its delivery went on',
        'select count(*) + sum(d.rev) from',
        'select count(*) from',
      ],
      ['a post is shown with the text it had before', 's.rev, p.rev, (select', '(select'],
    ],
  ),
  ...changesIn(
    'src/features/posts/create.ts',
    ['test/flows/idempotency.test.ts'],
    [
      [
        'the response to a create is not kept under its key',
        '...repliesInsert(db, made, turn.now)]',
        '...repliesInsert(db, [], made.length)]',
      ],
    ],
  ),
  ...changesIn(
    'src/api/idempotent.ts',
    ['test/flows/idempotency.test.ts'],
    [
      [
        'two creates under one key are made at the same time',
        'const isFirst = !running.has(name);',
        'const isFirst = name !== undefined;',
      ],
    ],
  ),
  ...changesIn(
    'store/definitions.ts',
    ['test/engine/definitions.test.ts'],
    [
      [
        'two workspaces share a definition',
        'JSON.stringify([workspaceId, kind, version, json])',
        'JSON.stringify([kind, version, json])',
      ],
    ],
  ),
  ...changesIn(
    'src/engine/definitions.ts',
    ['test/engine/definitions.test.ts'],
    [
      [
        'a definition is compiled for another kind than its own',
        'if (definition.kind !== kind.name)',
        "if (definition.kind === '')",
      ],
    ],
  ),
  ...changesIn(
    'src/api/idempotent.ts',
    ['test/flows/idempotency.test.ts', 'test/audit/audit.test.ts'],
    [
      [
        'a key that came with another request replays its response',
        'if (idempotency!.requestHash.equals(stored.requestHash))',
        'if (stored.requestHash.length > 0)',
      ],
      [
        'two requests under one key are worked on at the same time',
        'const isFirst = held[index] === true && !running.has(name);',
        'const isFirst = held[index] !== null;',
      ],
      [
        'a response is not kept under its key',
        ', alongside: keepReplies(tx, [{ call, result }], turn.now)',
        '',
      ],
    ],
  ),
  ...changesIn(
    'src/api/idempotent.ts',
    ['test/media/download.test.ts'],
    [['a long request under a key is begun twice', 'if (preparing.has(running)) throw inProgress();', '']],
  ),
  ...changesIn(
    'store/feed.ts',
    ['test/live/hub.test.ts'],
    [
      [
        'a page of the feed is in no order',
        'order by last_seq limit ${read.limit}`;',
        'order by last_seq desc limit ${read.limit}`;',
      ],
    ],
  ),
  ...changesIn(
    'src/faces/live/room.ts',
    ['test/live/resume.test.ts'],
    [
      [
        'who resumes after a gap is not told of it',
        'if (after > newest || after + 1 < range.oldest) {',
        'if (after > newest) {',
      ],
    ],
  ),
  ...changesIn(
    'src/faces/http/uws-late-upgrades.ts',
    ['test/http/late-upgrades.test.ts'],
    [
      [
        'the response that becomes a WebSocket is corked itself',
        '(this.#pending ?? res).cork(upgrade);',
        'res.cork(upgrade);',
      ],
      ['a response that was closed is corked', 'this.#pending = null;\n    });', '});'],
    ],
  ),
  ...changesIn(
    'src/faces/live/channel.ts',
    ['test/live/hub.test.ts'],
    [
      [
        'events that were read after they were told are told again',
        'if (batch.last <= this.#position) return;\n    if (batch.first',
        'if (batch.first',
      ],
    ],
  ),
  ...changesIn(
    'store/retention.ts',
    ['test/store/retention.test.ts'],
    [
      [
        'the journal of an actor that still waits is deleted',
        "endless as string[]}::text[]) or (\n          (a.status = 'done' or",
        'endless as string[]}::text[]) or (\n          (true or',
      ],
      ['two nodes prune at once', 'return row?.locked ?? false;', 'return row !== undefined;'],
    ],
  ),
  ...changesIn(
    'src/service/retention.ts',
    ['test/store/retention.test.ts'],
    [
      ['idempotency keys are forgotten too soon', 'idempotencyKeys: DAY_MS,', 'idempotencyKeys: DAY_MS / 2,'],
      [
        'credentials of a disconnected account are deleted while its access is still being ended',
        'revocations: 8 * DAY_MS,',
        'revocations: 6 * DAY_MS,',
      ],
    ],
  ),
  ...changesIn(
    'src/features/accounts/budgets/budgets.ts',
    ['test/accounts/budgets/budgets.test.ts'],
    [
      ["one account takes all of an app's budget", 'const FAIR_SHARE = 0.5;', 'const FAIR_SHARE = 1;'],
      [
        'an account in two workspaces has its budget twice',
        '`${platform}:account:${remoteId}`',
        '`${platform}:account:${id}`',
      ],
      [
        'a network that asks to wait for a year is obeyed',
        'now + Math.min(afterMs, LONGEST_BLOCK_MS), now);',
        'now + afterMs, now);',
      ],
      [
        'who has waited for its turn queues again',
        "const skipped = ticket === null ? 0 : ticket === 'account' ? 1 : 2;",
        'const skipped = 0;',
      ],
      [
        'a Retry-After about the app holds only the account',
        "limits[account.platform]?.retryAfter === 'app' ? ofApp : ofAccount;",
        'ofAccount;',
      ],
    ],
  ),
  ...changesIn(
    'src/features/accounts/budgets/meter.ts',
    ['test/accounts/budgets/budgets.test.ts'],
    [
      ['a budget gives one place too many', '?.instants[most - 1];', '?.instants[most];'],
      [
        'an earlier end shortens a block',
        'this.#blocks.set(key, Math.max(until, this.#blocks.get(key) ?? 0));',
        'this.#blocks.set(key, until);',
      ],
    ],
  ),
  ...changesIn(
    'src/features/media/open.ts',
    ['test/media/open.test.ts'],
    [
      [
        'a file that lies about its size is read whole',
        'if (size > most) throw tooBig;',
        'if (size < 0) throw tooBig;',
      ],
      ['a file that is said to be too large is read', 'if (length > most) {', 'if (length < 0) {'],
      [
        'a video under the name of a photo is opened',
        'if (kindOf(type) !== item.kind) {',
        'if (type === null) {',
      ],
    ],
  ),
];
