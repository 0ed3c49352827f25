/**
 * Kills under one seed: the service and Postgres are killed (kill -9) at random moments, one after the other, while people comment
 * and write, the team publishes, and the network answers with faults. All are processes of their own.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/install/embedded/postgres.ts';
import { processBirth } from '../../src/install/embedded/process-identity.ts';
import { connect } from '../../store/connect.ts';
import { rowNamed } from '../prove/rows.ts';
import { openStage, type Stage, type Tenant, until } from '../prove/stage.ts';
import { Random } from '../support/random.ts';
import { AUTOMATION_KEYWORD, CHOICES, RULE_KEYWORD } from './scenario.ts';

const NETWORK = 'instagram';
/** Where the team publishes: the lookups of both find what was published. */
const POST_NETWORKS = ['bluesky', 'mastodon'];
const FAULTS = ['status', 'error_after_accept', 'lost_answer', 'cut', 'no_id'] as const;
const CALLS = ['messages', 'replies/post', 'node'];
/** What happens between two kills. */
const MOVES = 12;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Longest pause before a kill, ms of real time. */
const MAX_PAUSE_MS = 600;
/** Meta's pauses between two tries, made so short that no webhook is dropped for good. */
const SPEED = 4;
/** Long enough for polls, sweeps and lookups, by the stage's clock. */
const REST_STEP_MS = MINUTE;

export interface Killed {
  stage: Stage;
  people: Tenant;
  posters: Tenant[];
  ruleId: string;
  automationId: string;
  mark: string;
  commented: { id: string; person: string; text: string }[];
  /** Who wrote the word of the automation. */
  wrote: Set<string>;
  posts: { tenant: Tenant; text: string; id: string }[];
  kills: { service: number; postgres: number };
  trace: string[];
}

/** @param folder for the data of Postgres and the clock */
export async function openKills(folder: string): Promise<{ stage: Stage; postgres: PostgresUnderFire }> {
  const postgres = await startPostgres(folder);
  const admin = connect(postgres.url(), { applicationName: 'kills', maxConnections: 1 });
  await admin`create database kills`;
  await admin.end();
  const url = new URL(postgres.url());
  url.pathname = '/kills';
  return { stage: await openStage(url.href, folder), postgres };
}

export interface PostgresUnderFire {
  url(): string;
  /** kill -9 of the server, and its start on what it left. */
  killAndStart(): Promise<void>;
  stop(): Promise<void>;
}

async function startPostgres(dataDir: string): Promise<PostgresUnderFire> {
  const options = { dataDir, log: () => undefined, settings: { max_connections: '120' } };
  let server: EmbeddedPostgres = await startEmbeddedPostgres(options);
  return {
    url: () => server.url,
    killAndStart: async () => {
      process.kill(server.pid, 'SIGKILL');
      await until('the end of Postgres', async () => processBirth(server.pid) === null);
      server = await startEmbeddedPostgres(options); // on the same port
    },
    stop: () => server.stop(),
  };
}

/** Plays a seed until everything has come to rest. */
export async function playKills(
  { stage, postgres }: { stage: Stage; postgres: PostgresUnderFire },
  { seed, kills }: { seed: number; kills: number },
): Promise<Killed> {
  const random = new Random(seed);
  const run = await prepare(stage, seed);
  const under = new Set<Promise<unknown>>();
  for (let kill = 0; kill < kills; kill += 1) {
    for (let move = 0; move < MOVES; move += 1) await makeMove(run, random, under);
    await pause(random.below(MAX_PAUSE_MS));
    const isService = random.happens(0.6);
    run.trace.push(isService ? 'the service is killed' : 'Postgres is killed');
    run.kills[isService ? 'service' : 'postgres'] += 1;
    if (isService) stage.kill();
    else await postgres.killAndStart();
    stage.advance(random.below(30) * SECOND);
    await stage.revive();
  }
  await stage.control('DELETE', 'faults');
  await comeToRest(run, under);
  return run;
}

async function prepare(stage: Stage, seed: number): Promise<Killed> {
  const people = await stage.tenant(rowNamed(NETWORK));
  await stage.control('POST', 'webhooks', { network: NETWORK, speed: SPEED });
  await stage.sql`update accounts set receiving = null where id = ${people.account.id}`;
  await stage.receive(people, 'check');
  await until('the subscription', async () => {
    const [row] =
      await stage.sql`select from accounts where id = ${people.account.id} and receiving is not null`;
    return row !== undefined;
  });
  await stage.receive(people, 'read'); // from here on it reads at its own pace
  const mark = `[${seed}]`;
  const make = async <const Path extends string>(path: Path, body: object) => {
    const answer = await stage.call(people, 'POST', path, { accountId: people.account.id, ...body });
    if (answer?.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const { rule } = await make('/v1/comment-dm-rules', {
    keywords: [RULE_KEYWORD],
    dmText: `${mark} the link for {username}`,
  });
  const choices = CHOICES.map((label) => ({
    label,
    steps: [{ type: 'message', text: `${mark} So: ${label}` }],
  }));
  const { automation } = await make('/v1/dm-automations', {
    trigger: { type: 'keyword', keywords: [AUTOMATION_KEYWORD] },
    steps: [{ type: 'message', text: `${mark} Shall we ship it?`, choices }],
    reentry: 'once',
  });
  stage.advance(10 * SECOND); // clocks of networks may differ by some seconds
  const posters: Tenant[] = [];
  for (const network of POST_NETWORKS) posters.push(await stage.tenant(rowNamed(network)));
  return {
    stage,
    people,
    posters,
    ruleId: rule.id,
    automationId: automation.id,
    mark,
    commented: [],
    wrote: new Set(),
    posts: [],
    kills: { service: 0, postgres: 0 },
    trace: [],
  };
}

async function makeMove(run: Killed, random: Random, under: Set<Promise<unknown>>): Promise<void> {
  const { stage, people } = run;
  const place = { network: NETWORK, account: people.account.remoteId };
  const person = `person${run.commented.length + run.wrote.size}-${run.mark.slice(1, -1)}`;
  const act = (what: object) =>
    stage.control('POST', 'people', { ...place, person: { username: person }, act: what });
  switch (random.pick(['comment', 'comment', 'say', 'say', 'post', 'fault'])) {
    case 'comment': {
      const text = random.pick([RULE_KEYWORD, `The ${RULE_KEYWORD} please`, 'Nice!']);
      const { posts } = (await stage.control('GET', `people?${new URLSearchParams(place).toString()}`)) as {
        posts: { id: string; origin: string }[];
      };
      const mediaId = posts.find(({ origin }) => origin !== 'ad')!.id;
      const { commentId } = (await act({ comment: { text, mediaId } })) as { commentId: string };
      run.trace.push(`${person} comments ${text} (${commentId})`);
      run.commented.push({ id: commentId, person, text });
      return;
    }
    case 'say':
      run.trace.push(`${person} writes`);
      run.wrote.add(person);
      await act({ say: AUTOMATION_KEYWORD });
      return;
    case 'post': {
      const tenant = random.pick(run.posters);
      const text = `Post ${run.posts.length + under.size} of ${run.mark}`;
      run.trace.push(`the team publishes ${text}`);
      const asked = publish(run, tenant, text).finally(() => under.delete(asked));
      under.add(asked);
      return;
    }
    default: {
      const fault = { kind: random.pick(FAULTS), call: random.pick(CALLS), status: 503 };
      run.trace.push(`fault ${fault.kind} at ${fault.call}`);
      await stage.fault({ ...fault, network: NETWORK, times: 1 });
    }
  }
}

/** Like a careful client: repeats the Idempotency-Key until the post is accepted. */
async function publish({ stage, posts }: Killed, tenant: Tenant, text: string): Promise<void> {
  const body = { content: text, accountIds: [tenant.account.id], publishNow: true };
  const id = await until(`a response for ${text}`, async () => {
    if (stage.killed()) return null;
    const answer = await stage.call(tenant, 'POST', '/v1/posts', body, text);
    if (answer === null || [409, 503].includes(answer.status)) return null;
    if (answer.status !== 200) throw new Error(`${text}: ${JSON.stringify(answer)}`);
    return answer.body.post.id;
  });
  posts.push({ tenant, text, id });
}

/** Everything is read, and all that follows has ended. */
async function comeToRest({ stage, people }: Killed, under: ReadonlySet<Promise<unknown>>): Promise<void> {
  await Promise.all(under);
  const since = stage.now();
  const isDone = async () => {
    const [row] = await stage.sql<{ isDone: boolean }[]>`
      select (receiving ->> 'polledAt')::float8 > ${since}
        and not exists (select from inbound where done_at is null)
        and not exists (select from effects)
        and not exists (select from swept_posts where account_id = a.id and coalesce(whole_at, 'epoch') <= to_timestamp(${since}::float8 / 1000))
        and not exists (select from mailbox m join actors x on x.id = m.actor_id
          where x.kind in ('private_reply', 'reply_queue', 'comment_act', 'message_send', 'delivery')) as "isDone"
      from accounts a where id = ${people.account.id}`;
    return row!.isDone;
  };
  let calm = 0;
  await until('the end of everything', async () => {
    calm = (await isDone()) ? calm + 1 : 0;
    if (calm === 0) stage.advance(REST_STEP_MS);
    await pause(calm === 0 ? 100 : 20);
    return calm > 3;
  });
}
