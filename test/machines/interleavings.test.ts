/**
 * Commands, results, timers and messages in any order, on a simulated network whose ledger is the truth: what must hold
 * after every step, and that everything ends.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import { impliedTimers } from '../../machines/durable.ts';
import { kinds, type KindName } from '../support/own-charts.ts';
import { dlv, type Answer, type Asked, targetOf, World } from '../support/machine-world.ts';
import { property } from '../support/property.ts';
import { replay } from '../support/replay.ts';

const HOUR = 3_600_000;
/** Longer than a delivery waits for its account. */
const REST_MS = 8 * 24 * HOUR;
const accounts = ['acc_a', 'acc_b', 'acc_c'];

/** What a network does with one call. The ledger has the truth, not the response. */
const conducts: { [conduct: string]: { goesLive?: true; answer: Answer } } = {
  accepts: { goesLive: true, answer: { type: 'outcome.published', networkPostId: '7', url: null } },
  acceptsInSilence: { goesLive: true, answer: { type: 'outcome.unknown', reason: 'no answer' } },
  isSilent: { answer: { type: 'outcome.unknown', reason: 'no answer' } },
  acceptsWhileWeStop: { goesLive: true, answer: { type: 'outcome.interrupted', reason: 'we stopped' } },
  seesNothingSinceWeStop: { answer: { type: 'outcome.interrupted', reason: 'we stopped' } },
  takesAStep: { answer: { type: 'outcome.progress', checkpoint: { container: '9' }, afterMs: 0 } },
  takesItsTime: { answer: { type: 'outcome.progress', checkpoint: { container: '9' }, afterMs: 5_000 } },
  isBusy: { answer: { type: 'outcome.retry', reason: '503' } },
  asksForAMoment: { answer: { type: 'outcome.retry', reason: '429', afterMs: 6_000 } },
  namesAnother: { answer: { type: 'outcome.taken', reason: 'another post of ours' } },
  rejects: { answer: { type: 'outcome.rejected', reason: 'too long' } },
  wantsANewToken: { answer: { type: 'outcome.expired', reason: 'over', credentialsVersion: 1 } },
  wantsAPerson: { answer: { type: 'outcome.reauthorize', reason: 'signed out', credentialsVersion: 1 } },
  wantsUsToWait: { answer: { type: 'outcome.limited', reason: 'slow down', afterMs: 1_000, ticket: 'app' } },
};
/** The result of a lookup; `truth` is read from the ledger. */
const looks: { [look: string]: Answer } = {
  truth: { type: 'truth' },
  truthWithCheckpoint: { type: 'truth', checkpoint: { container: '8' } },
  isBusy: { type: 'finding.retry', reason: '503' },
  namesAnother: { type: 'finding.taken', reason: 'another post of ours' },
  wantsANewToken: { type: 'finding.expired', reason: 'over', credentialsVersion: 1 },
  wantsAPerson: { type: 'finding.reauthorize', reason: 'signed out', credentialsVersion: 1 },
  wantsUsToWait: { type: 'finding.limited', reason: 'slow down', afterMs: 1_000 },
};
const refreshes: { [refresh: string]: Answer } = {
  refreshed: { type: 'refresh.refreshed', credentialsVersion: 2, obtainedAt: 0, expiresAt: null },
  isBusy: { type: 'refresh.retry', reason: '503' },
  wantsAPerson: { type: 'refresh.reauthorize', reason: 'signed out', credentialsVersion: 1 },
};

interface Manner {
  conduct: string;
  look: string;
  refresh: string;
}
/** `held`: other turns hold the receivers, so a message waits in their mailboxes and may be overtaken. */
type Move =
  /** A caller's command. */
  | { do: 'command'; type: string; inMs: number; accounts: string[]; held: boolean }
  /** The network answers one of the calls under way. */
  | { do: 'answer'; which: number; manner: Manner; held: boolean }
  /** A person connects an account again. */
  | { do: 'reconnect'; account: string }
  /** A person checked the account, and reports the finding; or gives up. */
  | { do: 'resolve'; account: string; givesUp: boolean }
  /** The clock advances to the next due message, or an actor processes its mail. */
  | { do: 'timer' }
  | { do: 'mail'; which: number };

const someAccounts = fc.subarray(accounts, { minLength: 1 });
const manner: fc.Arbitrary<Manner> = fc.record({
  conduct: fc.constantFrom(...Object.keys(conducts)),
  look: fc.constantFrom(...Object.keys(looks)),
  refresh: fc.constantFrom(...Object.keys(refreshes)),
});
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('command' as const),
      type: fc.constantFrom('publish', 'publish', 'shelve', 'shelve', 'schedule', 'edit', 'retry'),
      inMs: fc.constantFrom(-1, HOUR),
      accounts: someAccounts,
      held: fc.boolean(),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      which: fc.nat(5),
      manner,
      held: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('reconnect' as const), account: fc.constantFrom(...accounts) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      account: fc.constantFrom(...accounts),
      givesUp: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('timer' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mail' as const), which: fc.nat(5) }) },
);
const run = fc.record({
  accounts: someAccounts,
  timing: fc.constantFrom('now', 'later', 'draft'),
  onUnknown: fc.constantFrom<'retry' | 'hold'>('retry', 'hold'),
  moves: fc.array(move, { minLength: 5, maxLength: 60 }),
  removed: fc.boolean(),
});
type Run = typeof run extends fc.Arbitrary<infer R> ? R : never;

/** One post in a world with a network whose ledger knows what is live. */
class Theatre {
  readonly world: World;
  readonly post: string;
  readonly #evidence: boolean;
  readonly #onUnknown: 'retry' | 'hold';
  /** Copies that are live, by delivery. */
  readonly #copies = new Map<string, number>();
  /** Deliveries that ended published. */
  readonly #ended = new Set<string>();
  /** Versions of the accounts' credentials. */
  readonly #versions = new Map(accounts.map((account) => [account, 1]));
  #held = false;
  /** The failed post was edited since: its accounts are others than those that failed. */
  #edited = false;

  constructor({ accounts: chosen, timing, onUnknown }: Run, evidence: boolean) {
    this.#evidence = evidence;
    this.#onUnknown = onUnknown;
    this.world = new World({ reaches: () => !this.#held });
    for (const accountId of accounts) {
      const access = { credentialsVersion: 1, obtainedAt: this.world.now, expiresAt: null };
      this.world.start('account', accountId, { accountId, renewable: false, jitter: 0, ...access });
    }
    this.post = this.world.post({
      accounts: chosen.map((account) => targetOf('post_1', account, onUnknown)),
      draft: timing === 'draft',
      dueAt: timing === 'later' ? this.world.now + HOUR : this.world.now,
    });
  }

  move(move: Move): void {
    const { world } = this;
    this.#held = 'held' in move && move.held;
    switch (move.do) {
      case 'command':
        if (move.type === 'edit' && world.postOf(this.post).status === 'failed') this.#edited = true;
        world.tell(this.post, {
          type: move.type,
          ...(move.type === 'retry'
            ? { accountIds: move.accounts }
            : { targets: move.accounts.map((account) => targetOf(this.post, account, this.#onUnknown)) }),
          ...(move.type === 'schedule' && { at: world.now + move.inMs }),
        });
        return;
      case 'answer': {
        const asked = world.asked[move.which % Math.max(1, world.asked.length)];
        if (asked) world.answer(asked, this.#answer(asked, move.manner));
        return;
      }
      case 'reconnect': {
        const credentialsVersion = this.#newVersion(move.account);
        const access = { credentialsVersion, obtainedAt: world.now, expiresAt: null };
        world.tell(move.account, { type: 'connected', renewable: false, ...access });
        return;
      }
      case 'resolve': {
        const id = dlv(this.post, move.account);
        if (!world.rows.has(id)) return;
        const isLive = this.#copies.get(id) !== undefined;
        const found = isLive
          ? { type: 'resolve.live', networkPostId: '7', url: null }
          : { type: 'resolve.absent' };
        const before = world.rows.get(id)!.seq;
        const asked = world.askedBy(id);
        world.tell(id, move.givesUp ? { type: 'resolve.give_up' } : found);
        // a lookup under way is given up, as the operation does
        const isTaken = world.rows.get(id)!.seq > before;
        if (isTaken) for (const one of asked) world.asked.splice(world.asked.indexOf(one), 1);
        return;
      }
      case 'timer':
        world.now = Math.max(world.now, world.nextDueAt() ?? 0);
        this.move({ do: 'mail', which: 0 });
        return;
      case 'mail': {
        const due = world.dueNow();
        if (due.length > 0) world.takeMailOf(due[move.which % due.length]!.actorId);
        return;
      }
      default:
        move satisfies never;
    }
  }

  #newVersion(account: string): number {
    const version = this.#versions.get(account)! + 1;
    this.#versions.set(account, version);
    return version;
  }

  #answer(asked: Asked, manner: Manner): Answer {
    const { type, params } = asked;
    const account = params['accountId'] as string;
    if (type === 'findWaiting') {
      const waits = (id: string) => /waiting_account/.test(JSON.stringify(this.world.value(id)));
      const ids = [dlv(this.post, account)].filter((id) => this.world.rows.has(id) && waits(id));
      return { type: 'waiting.found', deliveryIds: ids, more: false };
    }
    const answer = this.#networkAnswer(asked, manner);
    if (!('credentialsVersion' in answer)) return answer;
    const credentialsVersion =
      answer.type === 'refresh.refreshed' ? this.#newVersion(account) : this.#versions.get(account)!;
    return { ...answer, credentialsVersion };
  }

  #networkAnswer({ actorId, type }: Asked, manner: Manner): Answer {
    if (type === 'refresh') return refreshes[manner.refresh]!;
    if (type === 'publish') {
      const { goesLive, answer } = conducts[manner.conduct]!;
      ok(!this.#ended.has(actorId), `${actorId} ended published and was sent again`);
      if (goesLive) this.#copies.set(actorId, (this.#copies.get(actorId) ?? 0) + 1);
      return answer;
    }
    const { type: said, ...rest } = looks[manner.look]!;
    if (said !== 'truth') return { type: said, ...rest };
    if (!this.#evidence) return { type: 'finding.cannot_tell', reason: 'no evidence' };
    if (this.#copies.get(actorId)) return { type: 'finding.live', networkPostId: '7', url: null };
    return { type: 'finding.absent', ...rest };
  }

  /** What must hold after every step. */
  check(): void {
    const { world } = this;
    for (const id of this.#deliveries()) {
      const { status, context } = world.deliveryOf(id);
      if (status === 'published') {
        this.#ended.add(id);
        ok((this.#copies.get(id) ?? 0) > 0, `${id} says it is published, and nothing is live`);
      }
      // with evidence once; on hold once each time a person asked; else as often as a round has attempts
      const { round } = context;
      const most = this.#evidence ? 1 : this.#onUnknown === 'hold' ? round : 4 * round;
      ok((this.#copies.get(id) ?? 0) <= most, `${id} is live ${this.#copies.get(id)} times`);
      this.#checkWaits(id);
    }
    this.#checkWaits(this.post);
    this.#checkVerdict();
  }

  #deliveries(): string[] {
    return accounts.map((account) => dlv(this.post, account)).filter((id) => this.world.rows.has(id));
  }

  /** An actor waits for what its state says: its timers are those the state implies, and each is there once. */
  #checkWaits(id: string): void {
    const { world } = this;
    const row = world.rows.get(id)!;
    const armed = world.timersOf(id).map(({ timer }) => timer);
    const snapshot = world.snapshot(id);
    const implied =
      row.status === 'done' ? [] : impliedTimers(kinds[row.kind as KindName].machine, snapshot, world.now);
    deepStrictEqual(
      armed,
      implied.map((timer) => timer.id),
      `timers of ${id} in ${JSON.stringify(snapshot.value)}`,
    );
    if (row.kind !== 'delivery') return;
    const top = typeof snapshot.value === 'string' ? snapshot.value : Object.values(snapshot.value)[0];
    const wants = { sending: 'publish', refreshing: 'refresh', looking: 'verify' }[top as string];
    deepStrictEqual(
      world.askedBy(id).map(({ type }) => type),
      wants ? [wants] : [],
      `what ${id} asks for in ${JSON.stringify(snapshot.value)}`,
    );
  }

  /** The post's status and the deliveries it has heard of agree. */
  #checkVerdict(): void {
    const { status, context } = this.world.postOf(this.post);
    const heard = context.targets.map(({ accountId }) => context.results[accountId]?.status ?? 'pending');
    const pending = heard.some((one) => one === 'pending' || one === 'sending');
    if (status === 'publishing') ok(pending, 'a publishing post waits for an account');
    // a person may find a copy of a failed post that got another account since: that account waits for a retry
    if (status === 'published')
      ok((!pending || this.#edited) && heard.includes('published'), `published with ${heard.join()}`);
    if (status !== 'failed' && status !== 'published') this.#edited = false;
    else if (status === 'failed' && !this.#edited)
      ok(!pending && !heard.includes('published'), `failed with ${heard.join()}`);
    for (const { accountId } of context.targets) {
      if (context.results[accountId]?.status !== 'published') continue;
      deepStrictEqual(this.world.deliveryOf(dlv(this.post, accountId)).status, 'published');
    }
    if (this.world.mail.some((mail) => mail.timer === null)) return;
    // every message was processed: the delivery that is waited for works for this round, and no other continues
    for (const id of this.#deliveries()) {
      const { status: its, context: delivery } = this.world.deliveryOf(id);
      const waitedFor =
        status === 'publishing' &&
        context.targets.some(({ accountId }) => accountId === delivery.accountId) &&
        context.results[delivery.accountId]?.status === 'sending';
      const ended = ['published', 'failed', 'cancelled'].includes(its);
      deepStrictEqual(!ended && !delivery.cancelRequested, waitedFor, `${id} is ${its} while ${status}`);
      if (waitedFor) deepStrictEqual(delivery.round, context.round);
    }
  }

  /** No more commands, and a network that is always the same: the post must end. */
  comeToRest(manner: Manner = { conduct: 'accepts', look: 'truth', refresh: 'refreshed' }): void {
    this.#held = false;
    this.world.script = (asked) => this.#answer(asked, manner);
    this.world.elapse(REST_MS);
    this.check();
    const { status } = this.world.postOf(this.post);
    ok(['draft', 'published', 'failed', 'removed'].includes(status), `the post stays ${status}`);
    deepStrictEqual([this.world.mail, this.world.asked], [[], []], 'nothing is left to do');
  }
}

for (const evidence of [true, false]) {
  const network = evidence ? 'a network with evidence' : 'a network without evidence';
  void t.test(`on ${network} every interleaving keeps the promises, and ends`, async (t) => {
    property(t, { arbitrary: run, runs: evidence ? 1_000 : 500 }, (run) => {
      const theatre = new Theatre(run, evidence);
      theatre.check();
      for (const move of run.moves) {
        theatre.move(move);
        theatre.check();
      }
      replay(theatre.world);
      if (run.removed) theatre.world.tell(theatre.post, { type: 'remove' });
      theatre.comeToRest();
      replay(theatre.world);
    });
  });
}

void t.test(
  'a post ends even if a network repeats the same response for ever, though it may wait a week for a person',
  async (t) => {
    // an adapter ends the first two, because it knows how long is too long; a budget has a place for everybody
    const atWork = new Set(['takesAStep', 'takesItsTime', 'wantsUsToWait']);
    let manners = 0;
    for (const conduct of Object.keys(conducts).filter((name) => !atWork.has(name))) {
      for (const look of Object.keys(looks).filter((name) => !atWork.has(name))) {
        for (const refresh of Object.keys(refreshes)) {
          for (const evidence of [true, false]) {
            const run: Run = { accounts, timing: 'now', onUnknown: 'retry', moves: [], removed: false };
            new Theatre(run, evidence).comeToRest({ conduct, look, refresh });
            manners += 1;
          }
        }
      }
    }
    t.equal(manners, 11 * 6 * 3 * 2);
  },
);
