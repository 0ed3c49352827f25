/**
 * The service under one seed: machines, turns, the handlers of effects, the adapters and the networks are the real
 * ones; the clock, the database and chance are the simulation's. People create, edit, shelve, delete and retry posts;
 * networks fail in every way the sandbox knows; the process dies before, between and after its calls. After every move
 * the promises are checked.
 *
 * What is not in here is Postgres: what the process dies in the middle of is the work outside transactions, and a
 * transaction is one move. The crash matrix kills real processes at real commits.
 */
import { ok, strictEqual } from 'node:assert/strict';
import pino from 'pino';
import { type AccountHandlers, projectAccount } from '../../src/kinds/account.ts';
import { prefixed } from '../../src/engine/prefixed.ts';
import { networks as adapters, type Platform } from '../../adapters/networks.ts';
import type { AccountAccess } from '../../adapters/port/account.ts';
import type { Target } from '../../machines/post.ts';
import { jitterOf } from '../../src/features/accounts/attend.ts';
import type { AppFor } from '../../src/features/accounts/apps.ts';
import { createMediaMemory, DEFAULT_MEDIA_MEMORY } from '../../src/features/media/memory.ts';
import { createRefresher, isRenewable, type RefreshStore } from '../../src/features/accounts/refresh.ts';
import { createBudgets } from '../../src/features/accounts/budgets/budgets.ts';
import { deliveryHandlers } from '../../src/features/posts/publishing/deliver.ts';
import type { LoadedAccount, WorkStore } from '../../src/features/posts/publishing/work-store.ts';
import { Recorder } from '../../src/engine/recorder.ts';
import type { Handler } from '../../src/engine/effect-run.ts';
import { networks } from '../../simulators/networks.ts';
import { createSandbox, type Sandbox } from '../../simulators/sandbox.ts';
import type { Fault } from '../../simulators/simulator.ts';
import type { PostWork } from '../../store/posts.ts';
import { host, item, mediaFetch, open } from '../contract/media.ts';
import { type Answer, type Asked, World } from '../support/machine-world.ts';
import { replay } from '../support/replay.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Longer than all retries and lookups of a delivery together. */
const REST_MS = 12 * HOUR;
const BASE_URL = 'http://sandbox.test';
const PLATFORMS: Platform[] = ['bluesky', 'mastodon', 'instagram', 'telegram', 'discord'];
const FAULTS: Fault['kind'][] = [
  'status',
  'error_after_accept',
  'lost_answer',
  'cut',
  'no_id',
  'expired_token',
];
const STATUSES = [429, 500, 502, 503];
const MOVES = 70;

export interface SimulationReport {
  seed: number;
  posts: number;
  /** Posts live on networks when all had ended. */
  copies: number;
  faults: number;
  crashes: number;
}

/** A promise was broken. The message holds the seed, the moves so far and how to repeat it. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/**
 * Runs one seed to its end.
 * @throws BrokenPromise
 */
export async function simulate(seed: number): Promise<SimulationReport> {
  const run = new Simulation(seed);
  try {
    return await run.toTheEnd();
  } catch (cause) {
    const moves = run.trace.map((line) => `  ${line}`).join('\n');
    throw new BrokenPromise(
      `seed ${seed}: ${String(cause)}\n${moves}\nrepeat it: npm run simulate -- --seed ${seed}`,
      { cause },
    );
  }
}

/** What the outbox knows of an effect besides its request. */
interface OutboxRow {
  id: string;
  tries: number;
  started: boolean;
}

/** Where the process dies within a handler: before or after its nth call to the network. */
interface Death {
  call: number;
  when: 'before' | 'after';
}

class Simulation {
  readonly trace: string[] = [];
  readonly #seed: number;
  readonly #world = new World();
  readonly #sandbox: Sandbox;
  readonly #accounts = new Map<string, LoadedAccount & { tries: number }>();
  readonly #posts = new Map<string, PostWork>();
  readonly #outbox = new Map<Asked, OutboxRow>();
  readonly #handlers: { [type: string]: Handler };
  /** Which delivery holds which post of a network account. */
  readonly #holders = new Map<string, string>();
  #death: Death | null = null;
  #calls = 0;
  #died = false;
  #faults = 0;
  #crashes = 0;
  #effects = 0;
  #state: number;

  constructor(seed: number) {
    this.#seed = seed;
    this.#state = seed;
    const clock = () => this.#world.now;
    this.#sandbox = createSandbox({
      baseUrl: BASE_URL,
      networks,
      now: clock,
      fetch: mediaFetch,
      delay: async () => undefined,
    });
    for (const platform of PLATFORMS) {
      const { credentials, endpoints, remoteId, username, limits } = this.#sandbox.connect(platform, 'rosa');
      const access: AccountAccess = {
        id: `acc_${platform}`,
        platform,
        credentials,
        endpoints,
        remoteId,
        username,
        limits,
      };
      const version = { credentialsVersion: 1, obtainedAt: this.#world.now, expiresAt: null };
      this.#accounts.set(access.id, { access, ...version, status: 'healthy', reason: null, tries: 0 });
      const renewable = isRenewable(adapters[platform], credentials);
      const jitter = jitterOf(access.id);
      this.#world.start('account', access.id, { accountId: access.id, renewable, jitter, ...version });
    }
    const log = pino({ level: 'silent' });
    const fetch: typeof globalThis.fetch = (input, init) => this.#call(input, init);
    const refresher = createRefresher({
      store: this.#refreshStore(),
      adapters,
      appFor: this.#appFor(),
      fetch,
      clock,
      log,
    });
    this.#handlers = {
      ...deliveryHandlers({
        store: this.#store(),
        clock,
        adapters,
        fetch,
        open,
        host,
        memory: createMediaMemory(DEFAULT_MEDIA_MEMORY),
        refresher,
        budgets: createBudgets(),
        log,
      }),
      refreshAccount: async (
        { accountId, refusedCredentials }: Parameters<AccountHandlers['refreshAccount']>[0],
        { signal },
      ) => prefixed('refresh', await refresher.refresh(accountId, refusedCredentials, signal)),
      findWaiting: async (search: Parameters<AccountHandlers['findWaiting']>[0]) => this.#waitingFor(search),
    };
  }

  async toTheEnd(): Promise<SimulationReport> {
    for (let move = 0; move < MOVES; move += 1) {
      await this.#move();
      this.#check();
    }
    await this.#comeToRest();
    const copies = this.#sandbox.ledger.entries().length;
    return {
      seed: this.#seed,
      posts: this.#posts.size,
      copies,
      faults: this.#faults,
      crashes: this.#crashes,
    };
  }

  async #move(): Promise<void> {
    const dice = this.#chance(20);
    const broken = this.#broken();
    if (broken.length > 0 && this.#chance(8) === 0) this.#reconnect(this.#pick(broken));
    else if (dice < 2 || this.#posts.size === 0) this.#create();
    else if (dice < 5) this.#command();
    else if (dice < 8) this.#fault();
    else if (dice < 11) this.#passTime();
    else await this.#work(dice < 16);
  }

  #create(): void {
    const id = `post_${this.#posts.size + 1}`;
    const timing = this.#pick(['now', 'now', 'later', 'draft'] as const);
    const targets = this.#targets(id);
    // without a photo there is less evidence of a second copy
    const media = this.#chance(2) === 0 ? [item('photo.jpg').url] : [];
    this.#posts.set(id, {
      content: wordsOf(id),
      media,
      options: {},
      extras: {},
      plan: 'developer',
      trialEndsAt: null,
    });
    const dueAt = timing === 'later' ? this.#world.now + this.#chance(2 * HOUR) : this.#world.now;
    this.#say(`create ${id} ${timing} for ${targets.map((target) => target.platform).join(', ')}`);
    this.#world.start('post', id, { postId: id, targets, dueAt, draft: timing === 'draft' });
  }

  #targets(postId: string): Target[] {
    const platforms = PLATFORMS.filter(() => this.#chance(2) === 0);
    return (platforms.length > 0 ? platforms : [this.#pick(PLATFORMS)]).map((platform) => ({
      accountId: `acc_${platform}`,
      deliveryId: dlv(postId, platform),
      platform,
      onUnknown: this.#pick(['retry', 'hold'] as const),
    }));
  }

  #command(): void {
    const id = this.#pick([...this.#posts.keys()]);
    if (this.#world.rows.get(id)!.status !== 'active') return;
    const type = this.#pick(['edit', 'schedule', 'publish', 'shelve', 'shelve', 'remove']);
    const keeps = this.#chance(3) > 0; // most commands leave the accounts as they are
    const at = this.#world.now + this.#chance(HOUR);
    const post = this.#posts.get(id)!;
    const edits = type === 'edit' && ['draft', 'scheduled'].includes(this.#world.postOf(id).status);
    if (edits)
      this.#posts.set(id, { ...post, content: `${wordsOf(id)} Edited at move ${this.trace.length}.` });
    this.#say(`${type} ${id}`);
    this.#world.tell(id, { type, at, ...(keeps ? {} : { targets: this.#targets(id) }) });
  }

  #fault(): void {
    const kind = this.#pick(FAULTS);
    const fault: Fault = {
      kind,
      network: this.#pick(PLATFORMS),
      // a rate limiter is in front of the work: a 429 is the one response that no network gives after it accepted a
      // post
      status: this.#pick(
        kind === 'error_after_accept' ? STATUSES.filter((status) => status !== 429) : STATUSES,
      ),
      times: 1 + this.#chance(3),
    };
    this.#say(`fault ${kind} ${fault.status} at ${fault.network}, ${fault.times} times`);
    this.#sandbox.faults.add(fault);
    this.#faults += 1;
  }

  /** Advances to the next timer or message, or a little further. */
  #passTime(): void {
    const world = this.#world;
    world.now = Math.max(world.now, world.nextDueAt() ?? world.now + this.#chance(10 * MINUTE));
    const due = world.dueNow();
    if (due.length === 0) return;
    const { actorId } = this.#pick(due);
    this.#say(`at +${world.now - due[0]!.dueAt} ms take the mail of ${actorId}`);
    world.takeMailOf(actorId);
  }

  /** Runs an effect, perhaps with the process dying in it. */
  async #work(mayDie: boolean): Promise<void> {
    if (this.#world.asked.length === 0) return this.#passTime();
    const asked = this.#pick(this.#world.asked);
    const dies = mayDie && this.#chance(2) === 0;
    this.#death = dies
      ? { call: this.#chance(4) === 0 ? 2 : 1, when: this.#pick(['before', 'after'] as const) }
      : null;
    await this.#runEffect(asked);
  }

  async #runEffect(asked: Asked): Promise<void> {
    const row = this.#outbox.get(asked) ?? { id: String((this.#effects += 1)), tries: 1, started: false };
    this.#outbox.set(asked, row);
    this.#calls = 0;
    this.#died = false;
    const effect = {
      ...row,
      workspaceId: 'ws_1',
      actorId: asked.actorId,
      family: asked.actorId,
      claim: 'clm_1',
      type: asked.type,
      params: asked.params,
    };
    const { signal } = new AbortController();
    const event = await this.#handlers[asked.type]!(asked.params as never, {
      effect,
      signal,
      recorder: new Recorder(),
      markStarted: async () => {
        row.started = true;
        return true;
      },
      markAnswered: () => undefined,
    });
    if (this.#died) {
      // the handler's result died with the process; the outbox has what was committed
      this.#crashes += 1;
      row.tries += 1;
      this.#say(`died ${this.#death!.when} call ${this.#death!.call} of ${asked.type} for ${asked.actorId}`);
      return;
    }
    this.#say(`${asked.type} for ${asked.actorId}: ${event.type}`);
    this.#outbox.delete(asked);
    this.#world.answer(asked, this.#unlessHeld(asked, event));
  }

  /** A call to a network. A dead process makes none, and receives no response. */
  async #call(input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]): Promise<Response> {
    this.#calls += 1;
    const here = this.#death?.call === this.#calls;
    if (here && this.#death?.when === 'before') this.#died = true;
    if (this.#died) throw new TypeError('the process is dead');
    const response = await this.#sandbox.fetch(input, init);
    if (here) {
      this.#died = true;
      throw new TypeError('the process is dead');
    }
    return response;
  }

  /** The first delivery that names a post holds it; another that names it learned nothing of its own. */
  #unlessHeld({ actorId, params }: Asked, event: Answer): Answer {
    const { networkPostId } = event;
    if (typeof networkPostId !== 'string') return event;
    const { remoteId } = this.#accounts.get(params['accountId'] as string)!.access;
    const post = `${remoteId} ${networkPostId}`;
    const holder = this.#holders.get(post) ?? actorId;
    this.#holders.set(post, holder);
    if (holder === actorId) return event;
    const type = event.type === 'outcome.published' ? 'outcome.taken' : 'finding.taken';
    return { type, reason: `another post of ours is ${networkPostId}` };
  }

  #store(): WorkStore {
    const accounts = this.#accounts;
    return {
      account: async (id) => {
        const { status, reason } = projectAccount(this.#world.snapshot(id));
        return { ...accounts.get(id)!, status, reason };
      },
      post: async (id) => this.#posts.get(id) ?? null,
      heldIds: async ({ deliveryId, remoteId, networkPostIds }) =>
        new Set(
          networkPostIds.filter((id) => {
            const holder = this.#holders.get(`${remoteId} ${id}`);
            return holder !== undefined && holder !== deliveryId;
          }),
        ),
    };
  }

  /** The sandbox's own apps. */
  #appFor(): AppFor {
    const apps = new Map(networks.map(({ platform, app }) => [platform, app]));
    return async ({ platform }) => {
      const app = apps.get(platform);
      return app ? { kind: 'app', app } : { kind: 'unconfigured', reason: 'the sandbox has no app' };
    };
  }

  #refreshStore(): RefreshStore {
    const accounts = this.#accounts;
    return {
      claim: async (id, refused) => {
        const { access, credentialsVersion, obtainedAt, expiresAt, tries } = accounts.get(id)!;
        if (credentialsVersion > refused) return { kind: 'newer', credentialsVersion, obtainedAt, expiresAt };
        accounts.set(id, { ...accounts.get(id)!, tries: tries + 1 });
        return { kind: 'claimed', access, credentialsVersion, tries: tries + 1 };
      },
      save: async (id, { credentials, expiresAt, obtainedAt }) => {
        const known = accounts.get(id)!;
        if (this.#died) return undefined; // the commit that a dead process does not make
        const credentialsVersion = known.credentialsVersion + 1;
        const access = { ...known.access, credentials };
        accounts.set(id, { ...known, access, credentialsVersion, expiresAt, obtainedAt, tries: 0 });
        return credentialsVersion;
      },
      release: async () => undefined,
    };
  }

  #waitingFor({ accountId, after }: { accountId: string; after: string }) {
    const deliveryIds = [...this.#world.rows]
      .filter(([id, { kind, status }]) => kind === 'delivery' && status === 'active' && id > after)
      .map(([id]) => id)
      .filter((id) => {
        const { value, context } = this.#world.snapshot(id);
        const waits = value === 'waiting_account' || Object.values(value)[0] === 'waiting_account';
        return waits && (context as { accountId: string }).accountId === accountId;
      })
      .toSorted();
    return { type: 'waiting.found', deliveryIds, more: false };
  }

  /** A person connects an account again: the network issues valid credentials. */
  #reconnect(id: string): void {
    const known = this.#accounts.get(id)!;
    const { platform } = known.access;
    const { credentials } = this.#sandbox.connect(platform, 'rosa');
    const version = {
      credentialsVersion: known.credentialsVersion + 1,
      obtainedAt: this.#world.now,
      expiresAt: null,
    };
    this.#accounts.set(id, { ...known, access: { ...known.access, credentials }, ...version, tries: 0 });
    this.#say(`reconnect ${id}`);
    const renewable = isRenewable(adapters[platform as Platform], credentials);
    this.#world.tell(id, { type: 'connected', renewable, ...version });
  }

  /** Accounts that a person has to connect again. */
  #broken(): string[] {
    return [...this.#accounts.keys()].filter(
      (id) => projectAccount(this.#world.snapshot(id)).status === 'needs_reconnect',
    );
  }

  /** What must hold after every move. */
  #check(): void {
    const world = this.#world;
    for (const postId of this.#posts.keys()) {
      for (const platform of PLATFORMS) {
        const copies = this.#copies(postId, platform);
        if (adapters[platform].publish.evidence !== 'none')
          ok(copies <= 1, `${postId} is live ${copies} times on ${platform}`);
        const id = dlv(postId, platform);
        if (!world.rows.has(id))
          strictEqual(copies, 0, `${postId} is live on ${platform}, and nobody sent it`);
        else if (world.deliveryOf(id).status === 'published')
          ok(copies > 0, `${id} says it is published, and nothing is live`);
      }
    }
    for (const [id, row] of world.rows) {
      const steps = world.journal.filter((entry) => entry.actor.id === id).length;
      strictEqual(row.seq, steps, `${id} took a step that is not in the journal`);
      ok(row.status !== 'needs_attention', `${id} is parked: its machine threw`);
    }
    for (const { actorId, timer } of world.mail) {
      if (timer === null) continue;
      strictEqual(world.rows.get(actorId)?.status, 'active', `the timer ${timer} of ${actorId} has no owner`);
    }
  }

  #copies(postId: string, platform: Platform): number {
    return this.#sandbox.ledger
      .entries({ network: platform })
      .filter(({ text }) => text?.startsWith(wordsOf(postId))).length;
  }

  /** No more commands, faults or crashes: everything must end, and report the truth. */
  async #comeToRest(): Promise<void> {
    const world = this.#world;
    this.#say('rest');
    this.#sandbox.faults.clear();
    this.#death = null;
    const until = world.now + REST_MS;
    while (world.now < until) {
      for (const id of this.#broken()) this.#reconnect(id);
      const [asked] = world.asked;
      const [due] = world.dueNow();
      if (due) world.takeMailOf(due.actorId);
      else if (asked) await this.#runEffect(asked);
      else {
        const next = world.nextDueAt();
        if (next === null) break;
        world.now = next;
      }
    }
    this.#check();
    const left = world.mail.filter(({ actorId }) => world.rows.get(actorId)?.kind !== 'account');
    strictEqual(left.length + world.asked.length, 0, 'something is left to do');
    for (const postId of this.#posts.keys()) {
      if (world.rows.get(postId)!.status === 'done') continue; // removed
      const { status, context } = world.postOf(postId);
      ok(['draft', 'published', 'failed'].includes(status), `${postId} stays ${status}`);
      if (status !== 'published') continue;
      const live = context.targets.some(({ platform }) => this.#copies(postId, platform as Platform) > 0);
      ok(live, `${postId} says it is published, and is live nowhere`);
    }
    replay(world);
  }

  #say(line: string): void {
    this.trace.push(line);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#chance(list.length)]!;
  }

  /** A whole number from 0 to below `bound`; mulberry32. */
  #chance(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  }
}

const wordsOf = (postId: string) => `Words of ${postId}.`;
const dlv = (postId: string, platform: string) => `${postId}_${platform}`.replace('post_', 'dlv_');
