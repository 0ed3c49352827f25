/**
 * Series and imports under one seed, over the real service and the sandbox: people make series, change, pause, resume and delete them, change
 * and delete posts of them, import files and take them back; calls to the network fail; the service is cut off in the middle of requests and
 * started again; days pass. When all has come to rest, the promises are checked (docs/contract.md, Series; docs/imports.md).
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { Fault } from '../../simulators/simulator.ts';
import { Random } from '../support/random.ts';
import type { Answer, RunningService } from '../support/service.ts';

const MOVES = 30;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far ahead a series has its posts (docs/contract.md, Series). */
const AHEAD_MS = 30 * DAY_MS;
const FAULTS: Fault['kind'][] = ['status', 'error_after_accept', 'lost_answer', 'cut'];
/** How often each is drawn. */
const WEIGHTS = {
  series: 2,
  change: 3,
  pause: 2,
  resume: 3,
  delete: 1,
  'change a post': 2,
  'delete a post': 2,
  import: 3,
  'take back': 1,
  fault: 2,
  time: 4,
  restart: 3,
};
type Move = keyof typeof WEIGHTS;
const MOVE_NAMES = (Object.keys(WEIGHTS) as Move[]).flatMap((move) => Array<Move>(WEIGHTS[move]).fill(move));

/** A service that can be restarted, with an account of mastodon. */
export interface AheadWorld {
  running: RunningService;
  accountId: string;
}

export interface AheadReport {
  series: number;
  imports: number;
  posts: number;
  published: number;
  faults: number;
  restarts: number;
}

interface MadeSeries {
  id: string;
  startsAt: number;
  everyMs: number;
  /** What its posts say; each change adds a number. */
  text: string;
  state: 'active' | 'paused' | 'deleted';
  /** It was paused at some time: its posts of that time are not made later. */
  wasPaused: boolean;
}

interface MadeImport {
  id: string;
  rows: string[];
  isTakenBack: boolean;
}

interface PostRow {
  id: string;
  seriesId: string | null;
  at: number | null;
  content: string;
  shown: string;
}

/** @throws Error (of assert) with the moves, when a promise is broken */
export async function simulateAhead(world: AheadWorld, seed: number): Promise<AheadReport> {
  const run = new AheadSimulation(world, seed);
  try {
    return await run.toTheEnd();
  } catch (cause) {
    throw new Error(`seed ${seed}: ${String(cause)}\n  ${run.trace.join('\n  ')}`, { cause });
  }
}

class AheadSimulation {
  readonly trace: string[] = [];
  readonly #world: AheadWorld;
  readonly #random: Random;
  readonly #tag: string;
  readonly #series: MadeSeries[] = [];
  readonly #imports: MadeImport[] = [];
  /** Posts that a person changed. */
  readonly #changed = new Set<string>();
  /** Posts that a person deleted, or tried to, as `seriesId at`: the series leaves their times free. */
  readonly #deleted = new Set<string>();
  #requests = 0;
  #faults = 0;
  #restarts = 0;

  constructor(world: AheadWorld, seed: number) {
    this.#world = world;
    this.#random = new Random(seed);
    this.#tag = `(${seed})`;
  }

  async toTheEnd(): Promise<AheadReport> {
    await this.#makeSeries();
    for (let move = 0; move < MOVES; move += 1) await this.#move(this.#random.pick(MOVE_NAMES));
    await this.#comeToRest();
    const report = await this.#check();
    await this.#clear();
    return report;
  }

  get #running() {
    return this.#world.running;
  }

  get #now(): number {
    return this.#running.service.context.clock();
  }

  async #move(move: Move): Promise<void> {
    const series = this.#series.filter(({ state }) => state !== 'deleted');
    const some = series.length === 0 ? null : this.#random.pick(series);
    switch (move) {
      case 'series':
        return series.length < 3 ? this.#makeSeries() : undefined;
      case 'change':
        return some ? this.#change(some) : undefined;
      case 'pause':
      case 'resume':
        return some ? this.#switch(some, move) : undefined;
      case 'delete':
        return some && series.length > 1 ? this.#delete(some) : undefined;
      case 'change a post':
      case 'delete a post':
        return some ? this.#changePost(some, move) : undefined;
      case 'import':
        return this.#import();
      case 'take back':
        return this.#takeBack();
      case 'fault':
        return this.#fail();
      case 'time': {
        const hours = this.#random.pick([1, 7, 30]);
        this.trace.push(`${hours} hours pass`);
        // a post that is made more than an hour late is left out, as after an outage
        if (hours > 1) await this.#running.idle();
        return this.#running.advance(hours * HOUR_MS);
      }
      case 'restart':
        return this.#restart();
      default:
        move satisfies never;
    }
  }

  async #restart(): Promise<void> {
    this.trace.push('restart');
    this.#restarts += 1;
    await this.#running.restart();
  }

  #fail(): void {
    const kind = this.#random.pick(FAULTS);
    this.trace.push(`fault ${kind}`);
    this.#faults += 1;
    const fault = { kind, network: 'mastodon', call: 'POST /api/v1/statuses', status: 503, times: 1 };
    this.#running.sandbox.sandbox.faults.add(fault);
  }

  /** A request of a careful client: it is sent again, under the same key, until there is a response. Some are cut off by a restart. */
  async #request(work: (key: { 'idempotency-key': string }) => Promise<Answer>): Promise<Answer> {
    this.#requests += 1;
    const key = { 'idempotency-key': `${this.#tag}, ${this.#requests}` };
    const isCutOff = this.#random.happens(0.2);
    let [answer] = await Promise.all([
      work(key).catch(() => null),
      isCutOff ? this.#restart() : Promise.resolve(),
    ]);
    while (answer === null || answer.status === 503 || answer.body?.code === 'idempotency_in_progress')
      answer = await work(key).catch(() => null);
    return answer;
  }

  async #makeSeries(): Promise<void> {
    const everyMs = this.#random.pick([6, 24, 72]) * HOUR_MS;
    const startsAt = Math.ceil(this.#now / HOUR_MS) * HOUR_MS + this.#random.pick([1, 30]) * HOUR_MS;
    const text = `series ${this.#series.length + 1} ${this.#tag}`;
    const { status, body } = await this.#request((key) =>
      this.#running.call(
        'POST',
        '/v1/series',
        {
          post: { content: text, accountIds: [this.#world.accountId] },
          startsAt: new Date(startsAt).toISOString(),
          rule: `FREQ=HOURLY;INTERVAL=${everyMs / HOUR_MS}`,
          timezone: 'UTC',
        },
        key,
      ),
    );
    strictEqual(status, 200, JSON.stringify(body));
    const { id } = body.series as { id: string };
    this.trace.push(`${id}: "${text}" every ${everyMs / HOUR_MS} hours`);
    this.#series.push({ id, startsAt, everyMs, text, state: 'active', wasPaused: false });
  }

  async #change(series: MadeSeries): Promise<void> {
    const text = `${series.text}!`;
    this.trace.push(`${series.id} says "${text}"`);
    const { status, body } = await this.#request(() =>
      this.#running.call('PATCH', `/v1/series/${series.id}`, { post: { content: text } }),
    );
    strictEqual(status, 200, JSON.stringify(body));
    series.text = text;
  }

  async #switch(series: MadeSeries, how: 'pause' | 'resume'): Promise<void> {
    this.trace.push(`${series.id} ${how}`);
    const { status, body } = await this.#request((key) =>
      this.#running.call('POST', `/v1/series/${series.id}/${how}`, {}, key),
    );
    strictEqual(status, 200, JSON.stringify(body));
    series.state = how === 'pause' ? 'paused' : 'active';
    series.wasPaused ||= how === 'pause';
  }

  async #delete(series: MadeSeries): Promise<void> {
    this.trace.push(`${series.id} is deleted with its posts`);
    const path = `/v1/series/${series.id}?posts=delete` as '/v1/series/:id';
    const { status } = await this.#request(() => this.#running.call('DELETE', path));
    ok(status === 200 || status === 404, `deleting is ${status}`); // 404: the first request did it
    series.state = 'deleted';
  }

  async #changePost({ id }: MadeSeries, how: 'change a post' | 'delete a post'): Promise<void> {
    const later = this.#now + DAY_MS;
    const planned = (await this.#posts()).filter(
      ({ seriesId, shown, at }) => seriesId === id && shown === 'scheduled' && at! > later,
    );
    if (planned.length === 0) return;
    const post = this.#random.pick(planned);
    this.trace.push(`${how}: ${post.id} of ${id}`);
    const path = `/v1/posts/${post.id}` as const;
    const content = `by hand ${this.#changed.size} ${this.#tag}`;
    const { status } = await this.#request(() =>
      how === 'change a post'
        ? this.#running.call('PATCH', path, { content })
        : this.#running.call('DELETE', path),
    );
    // 404, 409: the series removed it meanwhile, or the first request did
    ok([200, 404, 409].includes(status), `${how} is ${status}`);
    if (how === 'delete a post') this.#deleted.add(`${id} ${post.at}`);
    else if (status === 200) this.#changed.add(post.id);
  }

  async #import(): Promise<void> {
    const number = this.#imports.length + 1;
    const count = this.#random.pick([3, 60, 110]);
    const rows = Array.from({ length: count }, (_, row) => `row ${row} of import ${number} ${this.#tag}`);
    const at = new Date(this.#now + 2 * DAY_MS).toISOString();
    const file = [
      'content,accounts,scheduledAt',
      ...rows.map((row) => `${row},${this.#world.accountId},${at}`),
    ];
    const headers = { 'content-type': 'text/csv' };
    const { status, body } = await this.#request((key) =>
      this.#running.raw('POST', '/v1/imports', file.join('\n'), { ...headers, ...key }),
    );
    strictEqual(status, 200, JSON.stringify(body));
    const { id } = body.import as { id: string };
    this.trace.push(`${id}: ${count} rows`);
    this.#imports.push({ id, rows, isTakenBack: false });
  }

  async #takeBack(): Promise<void> {
    const open = this.#imports.filter(({ isTakenBack }) => !isTakenBack);
    if (open.length === 0) return;
    const taken = this.#random.pick(open);
    this.trace.push(`${taken.id} is taken back`);
    const { status, body } = await this.#request(() =>
      this.#running.call('DELETE', `/v1/imports/${taken.id}`),
    );
    strictEqual(status, 200, JSON.stringify(body));
    taken.isTakenBack = true;
  }

  async #comeToRest(): Promise<void> {
    this.#running.sandbox.sandbox.faults.clear();
    // the longest wait of a delivery after failures
    for (const ms of [HOUR_MS, HOUR_MS, HOUR_MS]) {
      this.#running.advance(ms);
      await this.#running.idle();
    }
  }

  async #posts(): Promise<PostRow[]> {
    return this.#running.service.sql<PostRow[]>`
      select p.id, p.series_id as "seriesId", (extract(epoch from p.series_at) * 1000)::float8 as at, p.content, a.shown
      from posts p join actors a on a.id = p.id
      where a.shown <> 'removed' and p.content like ${`%${this.#tag}%`}`;
  }

  async #check(): Promise<AheadReport> {
    const posts = await this.#posts();
    this.#checkCopies(posts);
    for (const series of this.#series) this.#checkSeries(series, posts);
    for (const made of this.#imports) this.#checkImport(made, posts);
    return {
      series: this.#series.length,
      imports: this.#imports.length,
      posts: posts.length,
      published: posts.filter(({ shown }) => shown === 'published').length,
      faults: this.#faults,
      restarts: this.#restarts,
    };
  }

  /** The network has each published post once, and nothing else. */
  #checkCopies(posts: readonly PostRow[]): void {
    const texts = this.#running.sandbox.sandbox.ledger
      .entries({ network: 'mastodon' })
      .map(({ text }) => text)
      .filter((text) => text.includes(this.#tag));
    const published = posts.filter(({ shown }) => shown === 'published').map(({ content }) => content);
    deepStrictEqual(texts.toSorted(), published.toSorted(), 'what the network has is what is published');
    deepStrictEqual(
      posts.filter(({ shown }) => !['published', 'scheduled'].includes(shown)),
      [],
      'all are published or planned',
    );
  }

  #checkSeries(series: MadeSeries, all: readonly PostRow[]): void {
    const { id, startsAt, everyMs, text, state, wasPaused } = series;
    const posts = all.filter(({ seriesId }) => seriesId === id);
    const instants = posts.map(({ at }) => at!);
    strictEqual(new Set(instants).size, instants.length, `${id} has two posts for one time`);
    for (const at of instants) strictEqual((at - startsAt) % everyMs, 0, `${id} has a post at a wrong time`);
    const planned = posts.filter(({ id: post, shown }) => shown === 'scheduled' && !this.#changed.has(post));
    if (state !== 'active') return deepStrictEqual(planned, [], `${id} is ${state}, and has posts`);
    for (const { content } of planned) strictEqual(content, text, `${id} has a post with an earlier text`);
    if (wasPaused) return;
    const expected: number[] = [];
    for (let at = startsAt; at <= this.#now + AHEAD_MS - HOUR_MS; at += everyMs) expected.push(at);
    const missing = expected.filter((at) => !instants.includes(at) && !this.#deleted.has(`${id} ${at}`));
    deepStrictEqual(
      missing.map((at) => new Date(at).toISOString()),
      [],
      `${id} lacks posts`,
    );
  }

  #checkImport({ id, rows, isTakenBack }: MadeImport, all: readonly PostRow[]): void {
    const posts = all.filter(({ content }) => rows.includes(content));
    strictEqual(new Set(posts.map(({ content }) => content)).size, posts.length, `${id} made a row twice`);
    if (!isTakenBack)
      strictEqual(posts.length, rows.length, `${id} made ${posts.length} of ${rows.length} rows`);
    else
      deepStrictEqual(
        posts.filter(({ shown }) => shown === 'scheduled'),
        [],
        `${id} is taken back`,
      );
  }

  /** What is left would be work for each later seed. */
  async #clear(): Promise<void> {
    for (const series of this.#series) if (series.state !== 'deleted') await this.#delete(series);
    for (const made of this.#imports)
      if (!made.isTakenBack) await this.#running.call('DELETE', `/v1/imports/${made.id}`);
    await this.#running.idle();
    const left = (await this.#posts()).filter(
      ({ id, shown }) => shown === 'scheduled' && !this.#changed.has(id),
    );
    deepStrictEqual(left, [], 'all that is deleted is gone');
  }
}
