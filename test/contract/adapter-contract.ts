/**
 * What every adapter must do: one suite, run on the network's simulator with the real delivery machine in between. A
 * network provides only data: its adapter, its simulator, posts it accepts, and its limits.
 * Every call of a publication is disturbed once in every way, and the service is stopped before it, after it and after
 * its step. The expected result follows from the network's evidence: exactly one post, or, without evidence, never two
 * posts and a person who is asked to check.
 */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import t, { type Test } from 'tap';
import type { Credentials, AppCredentials } from '../../adapters/port/account.ts';
import type { RefreshAnswer, RevokeAnswer } from '../../adapters/port/app.ts';
import type { MediaItem, Plan, PostContent } from '../../adapters/port/publish.ts';
import type { Outcome } from '../../machines/outcome.ts';
import type { Fault, LedgerEntry, SimulatedAccount } from '../../simulators/simulator.ts';
import { drive, live, look, setScene, type Driven, type Scene, type SceneFacts } from './drive.ts';
import { PLACE, realMedia } from './media.ts';
import { firstCommentContract } from './first-comment-contract.ts';
import { threadContract } from './thread-contract.ts';

/** One limit of a plan, with a post just at it and one just over it. */
export interface Limit {
  /** Completes "the limit of …": `4096 characters`. */
  name: string;
  at: PostContent | ((account: SimulatedAccount['limits']) => PostContent);
  over: PostContent | ((account: SimulatedAccount['limits']) => PostContent);
  /**
   * What the plan does with a post above the limit: refuses it, cuts it and warns, or warns that the network will
   * refuse it.
   */
  outcome: 'refused' | 'cut' | 'warned';
  /** The field a refusal must name, as a JSON pointer: `/content`, `/media`. */
  param?: string;
  /** The network itself refuses a post above the limit, so the outcome must be `rejected`. */
  networkRefuses?: boolean;
}

/** Everything the suite needs to know of a network. */
export interface Contract extends SceneFacts {
  /** Posts this network takes, by a name that completes "publishes …"; the first is the plain one. */
  posts: { [name: string]: PostContent };
  limits: Limit[];
  /**
   * Credentials of an account that lost its access permanently: its token is revoked, and its refresh token if it has
   * one.
   */
  revoke: (credentials: Credentials) => Credentials;
  /** The text of a post as the network stores it. Default: the ledger's text. */
  words?: (entry: LedgerEntry) => string;
  /** Names of credentials that belong to the person and stay valid after the access: an app password. */
  ownCredentials?: string[];
  /** The network refuses a second post with the same text. */
  refusesDuplicates?: boolean;
  /** How long a new post may take to be listed, where that is longer than the wait for the next attempt, ms. */
  listedWithinMs?: number;
}

/** Emoji with skin tone and ZWJ, a flag, a combining mark, right-to-left, an astral letter, an ampersand and quotes. */
const ALL_SORTS = 'Zoë 👩🏽‍🚀👨‍👩‍👧‍👦 🇧🇷 e\u0301 שלום עולם مرحبا 𝒜 & <b>"so"</b> 日本語';

/** Runs the suite. `make` returns fresh data and is called once for each test. */
export function adapterContract(platform: string, make: () => Contract): void {
  void t.test(`the ${platform} adapter meets the contract`, async (t) => {
    await planning(t, make);
    for (const name of Object.keys(make().posts)) await publishing(t, make, name);
    await accounts(t, make);
    await words(t, make);
    await places(t, make);
    await descriptions(t, make);
    await threadContract(t, make);
    await firstCommentContract(t, make);
  });
}

async function planning(t: Test, make: () => Contract) {
  await t.test('a plan is pure: the same input gives the same result, and nothing changes', async () => {
    const { posts, adapter, ...facts } = make();
    const { account } = setScene({ adapter, ...facts });
    const { id, platform, limits } = account;
    for (const post of Object.values(posts)) {
      const frozen = deepFrozen(structuredClone(post));
      const first = adapter.publish.plan(frozen, deepFrozen({ id, platform, limits }));
      deepEqual(adapter.publish.plan(frozen, { id, platform, limits }), first);
      deepEqual(JSON.parse(JSON.stringify(first)), first);
      deepEqual(first.refusals, []);
    }
  });

  for (const { name, outcome } of make().limits) {
    const limitOf = (contract: Contract) => {
      const scene = setScene(contract);
      const limit = contract.limits.find((limit) => limit.name === name);
      ok(limit);
      const { at, over } = limit;
      const filled = (post: Limit['at']) => (typeof post === 'function' ? post(scene.account.limits) : post);
      return { ...limit, scene, at: filled(at), over: filled(over) };
    };

    await t.test(`the limit of ${name}: a post at the limit passes unchanged and arrives`, async () => {
      const { scene, at } = limitOf(make());
      const plan = scene.adapter.publish.plan(at, scene.account);
      deepEqual(plan.refusals, []);
      deepEqual(plan.warnings, []);
      const driven = await drive(scene, { post: at });
      arrivedOnce(scene, driven);
    });

    await t.test(`the limit of ${name}: a post above the limit is ${outcome}`, async () => {
      const { scene, over, param, networkRefuses } = limitOf(make());
      const plan = scene.adapter.publish.plan(over, scene.account);
      if (outcome === 'cut') {
        deepEqual(plan.refusals, []);
        isSentences(plan.warnings);
        notEqual(plan.text.length + (plan.title?.length ?? 0), over.text.length);
        arrivedOnce(scene, await drive(scene, { post: over }));
        return;
      }
      if (outcome === 'warned') {
        deepEqual(plan.refusals, []);
        isSentences(plan.warnings);
        equal(plan.text, over.text, 'the text is sent as it was written');
        const driven = await drive(scene, { post: over });
        equal(driven.steps.at(-1)?.outcome?.kind, 'rejected');
        equal(live(scene), 0);
        return;
      }
      isSentences(plan.refusals.map(({ message }) => message));
      for (const refusal of plan.refusals) {
        match(refusal.code, /^[a-z][a-z0-9_]*$/);
        match(refusal.param, /^\/[a-zA-Z]/);
      }
      if (param !== undefined)
        ok(
          plan.refusals.some((refusal) => refusal.param === param),
          `names ${param}`,
        );
      if (networkRefuses) {
        const unplanned: Plan = { ...plan, text: plan.text || over.text, refusals: [] };
        const driven = await drive(scene, { post: over, plan: unplanned });
        equal(driven.steps.at(-1)?.outcome?.kind, 'rejected');
        equal(live(scene), 0);
      }
    });
  }
}

async function publishing(t: Test, make: () => Contract, name: string) {
  const contract = make();
  const { adapter, network } = contract;
  const post = postNamed(contract, name);
  const proves = adapter.publish.evidence !== 'none';
  const once = proves ? 'publishes exactly once' : 'never publishes twice';
  // One run without faults finds all calls, and the call that makes the post live.
  const clean = await drive(setScene(contract), { post });
  const liveFrom = clean.calls.findIndex(({ live }) => live > 0) + 1;
  const calls = clean.calls.map(({ call }, index) => ({
    call,
    number: index + 1,
    part: index + 1 < liveFrom ? 'before' : index + 1 === liveFrom ? 'publishing' : 'after',
  })) as { call: string; number: number; part: Part }[];
  const names = calls.filter(({ call }, index) => calls.findIndex((other) => other.call === call) === index);
  const scene = () => setScene(make());

  await t.test(`publishes ${name}: exactly one arrives, with its id and address`, async () => {
    const at = scene();
    const driven = await drive(at, { post });
    arrivedOnce(at, driven);
    deepEqual(driven.findings, []);
    ok(driven.url === null || URL.canParse(driven.url), 'the address is a URL or null');
    ok(liveFrom > 0, 'the post becomes live while publishing');
  });

  await t.test(`${name}: the simulated network keeps its state when it restarts`, async (t) => {
    const scene = setScene(make(), { folder: t.testdir() });
    arrivedOnce(scene, await drive(scene, { post, restartNetwork: true }));
  });

  await t.test(
    `${name}: a lookup before anything is sent finds nothing, and a lookup afterwards finds this post`,
    async () => {
      const at = scene();
      const before = await look(at, post, null);
      equal(before.kind, proves ? 'absent' : 'cannot_tell');
      const driven = await drive(at, { post });
      const after = await look(at, post, driven.checkpoint);
      equal(after.kind, proves ? 'live' : 'cannot_tell');
      if (after.kind === 'live')
        ok(after.networkPostId === null || after.networkPostId === driven.networkPostId);
    },
  );

  await t.test(`${name}: too many requests wait as long as the network says`, async () => {
    for (const { call, part } of names) {
      for (const retryAfterSeconds of [77, undefined]) {
        const { at, driven, hit } = await meet(make, post, {
          kind: 'status',
          status: 429,
          call,
          retryAfterSeconds,
        });
        if (part === 'after') isOneOf(hit, ['published', 'progress', 'unknown'], call);
        else isOneOf(hit, ['retry'], call);
        if (hit.kind === 'retry' && retryAfterSeconds !== undefined) equal(hit.afterMs, 77_000, call);
        arrivedOnce(at, driven);
      }
    }
  });

  if (proves) {
    await t.test(
      `${name}: after an outage the next attempt is five minutes later, lookups included`,
      async () => {
        const call = clean.calls[liveFrom - 1]?.call;
        const { driven } = await meet(make, post, { kind: 'status', status: 500, call });
        const hit = driven.steps.findIndex(({ metFault }) => metFault);
        const [failed, next] = driven.steps.slice(hit);
        ok(failed && next, 'there is a next attempt');
        const waitedMs = next.at - failed.at;
        const maxMs = Math.max(5 * MINUTE, 2 * (contract.listedWithinMs ?? 0));
        ok(waitedMs <= maxMs + SECOND, `${waitedMs / 1000} s later`);
      },
    );
  }

  const weather: [string, Omit<Fault, 'network'>[]][] = [
    ['a server error', [500, 502, 503].map((status) => ({ kind: 'status', status }))],
    [
      'a server error after the work was done',
      [500, 503].map((status) => ({ kind: 'error_after_accept', status })),
    ],
    ['a connection cut before the work', [{ kind: 'cut' }]],
    ['a lost answer', [{ kind: 'lost_answer' }]],
    ['an answer of 200 without an id', [{ kind: 'no_id' }]],
  ];
  for (const [what, faults] of weather) {
    await t.test(`${name}: ${what} proves nothing, so it never counts as success or failure`, async () => {
      for (const fault of faults) {
        for (const { call, part } of names) {
          const met = await meet(make, post, { ...fault, call });
          provesNothing(met, part, proves, call);
        }
      }
    });
  }

  await t.test(`${name}: a response that does not arrive in time proves nothing`, async () => {
    for (const { number, part, call } of calls) {
      const at = scene();
      const driven = await drive(at, { post, disturb: { call: number, how: 'timed out' } });
      provesNothing({ at, driven, hit: disturbed(driven, calls, number) }, part, proves, call);
    }
  });

  await t.test(`${name}: a refused connection is tried again, because nothing was sent`, async () => {
    for (const { number, part, call } of calls) {
      const at = scene();
      const driven = await drive(at, { post, disturb: { call: number, how: 'refused' } });
      const hit = disturbed(driven, calls, number);
      if (part !== 'after') isOneOf(hit, ['retry'], call);
      arrivedOnce(at, driven);
    }
  });

  await t.test(
    `${name}: a network that stays down ends in a failure with a reason, never in a second post`,
    async () => {
      for (const kind of ['status', 'error_after_accept', 'cut', 'lost_answer'] as const) {
        const at = scene();
        at.sandbox.faults.add({ kind, status: 503, network: network.platform });
        const driven = await drive(at, { post });
        equal(driven.status, 'failed', kind);
        ok(driven.error, kind);
        ok(live(at) <= 1, kind);
        ok(
          live(at) === 0 || driven.unresolved,
          `${kind}: what may be live is never called failed for certain`,
        );
      }
    },
  );

  const stops = [
    ['just before a call leaves', 'stopped before'],
    ['just after a call was answered', 'stopped after'],
  ] as const;
  for (const [when, how] of stops) {
    await t.test(`${name}: after a stop of the service ${when} the post exists ${once}`, async () => {
      for (const { number, call } of calls) {
        const at = scene();
        const driven = await drive(at, { post, disturb: { call: number, how } });
        survived(at, driven, proves, `${call} (call ${number})`);
      }
    });
  }

  await t.test(
    `${name}: after a stop between a step and storing its outcome the post exists ${once}`,
    async () => {
      for (const [index] of clean.steps.entries()) {
        const at = scene();
        const driven = await drive(at, { post, loseStep: index + 1 });
        survived(at, driven, proves, `step ${index + 1}`);
      }
    },
  );

  if (proves) {
    await t.test(
      `${name}: a lookup that fails temporarily is repeated before anything is sent again`,
      async () => {
        for (const kind of ['lost_answer', 'cut'] as const) {
          for (const lookFails of ['refused', 'unavailable'] as const) {
            const at = scene();
            const call = clean.calls[liveFrom - 1]?.call;
            at.sandbox.faults.add({ kind, network: network.platform, call, times: 1 });
            const driven = await drive(at, { post, lookFails });
            arrivedOnce(at, driven, `${kind}, ${lookFails}`);
            const first = driven.findings[0]?.kind;
            ok(first === 'retry' || first === 'live', `${kind}, ${lookFails}: retry, not ${first}`);
          }
        }
      },
    );
  }

  await t.test(`${name}: the same post of another delivery, seconds later, is no evidence`, async () => {
    const call = clean.calls[liveFrom - 1]?.call;
    for (const kind of ['status', 'cut', 'lost_answer'] as const) {
      const at = scene();
      const twin = await drive(at, { post, deliveryId: 'delivery-0' });
      ok(twin.networkPostId !== null);
      at.held = new Set([twin.networkPostId]);
      at.clock.now += 5_000;
      at.sandbox.faults.add({ kind, status: 503, network: network.platform, call, times: 1 });
      const driven = await drive(at, { post });
      notEqual(driven.networkPostId, twin.networkPostId, kind);
      ok(live(at) <= 2, kind);
      equal(driven.status === 'published', proves && live(at) === 2, `${kind}: ${driven.error}`);
      // a network that refuses the text may accept it with another file
      if (proves && contract.refusesDuplicates !== true) equal(live(at), 2, kind);
    }
  });

  if (proves && contract.refusesDuplicates !== true) {
    await t.test(`${name}: an earlier post with the same text is not taken for this one`, async () => {
      for (const kind of ['cut', 'lost_answer'] as const) {
        const at = scene();
        arrivedOnce(at, await drive(at, { post, deliveryId: 'delivery-0' }));
        const [earlier] = at.sandbox.ledger.entries();
        at.clock.now += 3_600_000;
        for (const { call } of names) {
          at.sandbox.faults.add({ kind, network: network.platform, call, times: 1 });
        }
        const driven = await drive(at, { post });
        equal(driven.status, 'published', kind);
        equal(live(at), 2, kind);
        notEqual(driven.networkPostId, earlier?.id, kind);
      }
    });
  }
}

async function accounts(t: Test, make: () => Contract) {
  const contract = make();
  const { adapter, network } = contract;
  const post = firstPost(contract);
  const { calls } = await drive(setScene(contract), { post });
  const publishingCall = calls.find(({ live }) => live > 0)?.call;

  await t.test(
    'an expired access token is refreshed and the post goes through, or a person must connect again',
    async () => {
      const refreshes = adapter.app?.refresh !== undefined && network.expiredToken() !== null;
      for (const { call } of calls) {
        const { at, driven, hit } = await meet(make, post, { kind: 'expired_token', call });
        if (call === publishingCall) equal(hit.kind, refreshes ? 'expired' : 'reauthorize');
        if (refreshes) {
          arrivedOnce(at, driven);
        } else if (hit.kind === 'reauthorize') {
          equal(driven.status, 'failed');
          equal(live(at), 0);
        }
      }
    },
  );

  await t.test('an account that lost its access for good must be connected again by a person', async () => {
    const at = setScene(make());
    at.account = { ...at.account, credentials: contract.revoke(at.account.credentials) };
    const driven = await drive(at, { post });
    equal(driven.status, 'failed');
    const said = [...driven.steps.map(({ outcome }) => outcome), ...driven.refreshes];
    ok(
      said.some((answer) => answer?.kind === 'reauthorize'),
      'the adapter says reauthorize',
    );
    ok(driven.error);
    equal(live(at), 0);
  });

  if (adapter.app?.asApp?.includes('refresh')) await ownApp(t, make);
  if (adapter.app?.revoke) await disconnecting(t, make);

  const refuses = make().refusesDuplicates === true;
  const twice = refuses
    ? 'the second of two deliveries with the same words is refused'
    : 'two deliveries of the same words are two posts';
  await t.test(twice, async () => {
    const at = setScene(make());
    const first = await drive(at, { post, deliveryId: 'delivery-1' });
    at.clock.now += 60_000;
    const second = await drive(at, { post, deliveryId: 'delivery-2' });
    equal(live(at), refuses ? 1 : 2);
    equal(first.status, 'published');
    equal(second.status, refuses ? 'failed' : 'published', second.error ?? '');
    if (refuses) match(second.error ?? '', /\S+ \S+/);
    else notEqual(first.networkPostId, second.networkPostId);
  });
}

/** Refreshes the account of a scene with its app. */
function refreshAs(at: Scene, app: AppCredentials | null): Promise<RefreshAnswer> {
  const { account, adapter, clock, sandbox } = at;
  const { signal } = new AbortController();
  return adapter.app!.refresh!({ account, app, fetch: sandbox.fetch, signal, now: clock.now });
}

/** The app comes from the settings with each call; an account stores only the app's id. */
async function ownApp(t: Test, make: () => Contract) {
  await t.test(
    'a refused app does not break the account, and the right app refreshes its access',
    async () => {
      const at = setScene(make());
      const app = at.app!;
      for (const wrong of [
        { ...app, clientSecret: 'wrong-secret-of-ours' },
        { clientId: 'another-app', clientSecret: 'its-secret' },
      ]) {
        const refused = await refreshAs(at, wrong);
        ok(refused.kind === 'unconfigured', JSON.stringify(refused));
        ok(!refused.reason.includes(wrong.clientSecret), 'the secret is not told');
      }
      const renewed = await refreshAs(at, app);
      ok(renewed.kind === 'refreshed', JSON.stringify(renewed));
    },
  );

  await t.test('an account stores its app’s id but never the secret, nor old credentials', async () => {
    const at = setScene(make());
    const app = at.app!;
    equal(at.account.credentials['clientId'], app.clientId);
    const copy = { ...at.account.credentials, clientSecret: 'an-old-secret' };
    at.account = { ...at.account, credentials: copy };
    const renewed = await refreshAs(at, app);
    ok(renewed.kind === 'refreshed', JSON.stringify(renewed));
    const kept = JSON.stringify(renewed.credentials);
    equal(renewed.credentials['clientId'], app.clientId);
    for (const secret of ['an-old-secret', app.clientSecret]) ok(!kept.includes(secret));
  });
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Ends a scene's access, as disconnecting does. */
function revoke({ account, adapter, app, clock, sandbox }: Scene): Promise<RevokeAnswer> {
  const taken = adapter.app?.asApp?.includes('revoke') ? app : null;
  const { signal } = new AbortController();
  return adapter.app!.revoke!({ account, app: taken, fetch: sandbox.fetch, signal, now: clock.now });
}

async function disconnecting(t: Test, make: () => Contract) {
  const post = firstPost(make());
  // parts of a session that expire within two hours do not matter
  const later = async (before: (at: Scene) => Promise<unknown>) => {
    const contract = make();
    const at = setScene(contract);
    const own = contract.ownCredentials ?? [];
    const left = Object.entries(at.account.credentials).filter(([name]) => !own.includes(name));
    at.account = { ...at.account, credentials: Object.fromEntries(left) };
    await before(at);
    at.clock.now += 3 * HOUR;
    return { at, driven: await drive(at, { post }) };
  };

  await t.test('disconnecting ends the access at the network, and repeating it does no harm', async () => {
    const kept = await later(async () => undefined);
    equal(kept.driven.status, 'published', 'else the next would prove nothing');
    const { at, driven } = await later(async (at) => {
      deepEqual(await revoke(at), { kind: 'revoked' });
      const again = await revoke(at);
      ok(again.kind !== 'retry', JSON.stringify(again));
    });
    equal(driven.status, 'failed');
    equal(live(at), 0);
  });

  await t.test('a temporary failure to end the access differs from a permanent one', async () => {
    for (const kind of ['status', 'cut', 'lost_answer'] as const) {
      const at = setScene(make());
      at.sandbox.faults.add({ kind, status: 503, network: at.account.platform, times: 1 });
      const answer = await revoke(at);
      ok(answer.kind === 'retry', `${kind}: ${JSON.stringify(answer)}`);
      deepEqual(await revoke(at).then(({ kind }) => kind === 'retry'), false);
      const text = JSON.stringify(answer);
      for (const secret of at.secrets()) ok(!text.includes(secret));
    }
    if (!make().adapter.app?.asApp?.includes('revoke')) return;
    const at = setScene(make());
    at.app = { ...at.app!, clientSecret: 'wrong-secret-of-ours' };
    const answer = await revoke(at);
    ok(answer.kind === 'refused', JSON.stringify(answer));
    ok(!answer.reason.includes('wrong-secret-of-ours'));
  });
}

async function words(t: Test, make: () => Contract) {
  await t.test(
    'emoji, joined emoji, combining marks, right-to-left text and markup arrive as they were written',
    async () => {
      const { words = (entry: LedgerEntry) => entry.text, ...contract } = make();
      const at = setScene(contract);
      const post = { ...firstPost(contract), text: ALL_SORTS };
      arrivedOnce(at, await drive(at, { post }));
      const [entry] = at.sandbox.ledger.entries();
      ok(entry);
      equal(words(entry), ALL_SORTS);
    },
  );
}

/** Reads all bytes that are sent to the network, and all that the network downloads. */
/** Descriptions of media reach the network, each with its own file, in a call that the network knows. */
async function descriptions(t: Test, make: () => Contract) {
  const { posts, adapter } = make();
  const { altText } = adapter.publish;
  if (!altText) return;
  const takes = ({ kind }: MediaItem) => altText.kinds.includes(kind);
  const post = Object.values(posts).find(
    ({ media, options }) => media.some(takes) && !options['instagramStory'],
  );
  ok(post, 'a post of the contract has a file that takes a description');
  await t.test('descriptions of media are sent', async () => {
    const scene = setScene(make());
    const { sandbox } = scene;
    const bodies: string[] = [];
    scene.sandbox = {
      ...sandbox,
      async fetch(input, init) {
        const request = new Request(input, init);
        bodies.push(await request.clone().text());
        return sandbox.fetch(request);
      },
    };
    const words = (index: number) => `description-${index}-of-a-boat`;
    const media = post.media.map((item, index) => (takes(item) ? { ...item, alt: words(index) } : item));
    const driven = await drive(scene, { post: { ...post, media } });
    arrivedOnce(scene, driven);
    const sent = media.flatMap(({ alt }) => alt ?? []);
    for (const alt of sent)
      ok(
        bodies.some((body) => body.includes(alt)),
        `${alt} was not sent`,
      );
    const [entry] = scene.sandbox.ledger.entries();
    deepEqual(
      entry?.media.flatMap(({ alt }) => alt ?? []),
      sent,
      'the post on the network has them',
    );
  });
}

async function places(t: Test, make: () => Contract) {
  const contract = make();
  const post = Object.values(contract.posts).find(({ media }) => media.some(({ kind }) => kind === 'image'));
  if (!post) return; // it accepts no photos
  await t.test('a photo is sent without the place where it was taken', async (t) => {
    const media = await realMedia(t.testdir());
    const arrived: { from: string; text: string }[] = [];
    const keep = async (from: string, body: Request | Response) => {
      const text = Buffer.from(await body.clone().arrayBuffer()).toString('latin1');
      // addresses in forms are encoded
      arrived.push({ from, text: text.replaceAll('%3A', ':').replaceAll('%2F', '/') });
    };
    const at = setScene(contract, {
      fetch: async (input, init) => {
        const response = await media.fetch(input, init);
        await keep('fetched by address', response);
        return response;
      },
    });
    const { sandbox } = at;
    at.sandbox = {
      ...sandbox,
      async fetch(input, init) {
        const request = new Request(input, init);
        await keep(new URL(request.url).pathname, request);
        return sandbox.fetch(request);
      },
    };
    arrivedOnce(at, await drive(at, { post, media }));
    const withPlace = arrived.filter(({ text }) => text.includes(PLACE) || /xmpmeta|GPS/.test(text));
    deepEqual(
      withPlace.map(({ from }) => from),
      [],
    );
    const links = post.media.filter(
      ({ url }) => media.isOriginal(url) && arrived.some(({ text }) => text.includes(url)),
    );
    deepEqual(links, [], 'nobody is led to the photo as it was');
    const isSeen = arrived.some(({ text }) => /JFIF|\xff\xd8\xff|https:\/\/troupe\.test/.test(text));
    ok(isSeen, 'the photo left in one of these');
  });
}

/** The position of a call: before the one that makes the post live, that one, or after it. */
type Part = 'before' | 'publishing' | 'after';

interface Met {
  at: Scene;
  driven: Driven;
  /** The outcome of the step that met the fault. */
  hit: Outcome;
}

/** Drives a post through one fault. */
async function meet(make: () => Contract, post: PostContent, fault: Omit<Fault, 'network'>): Promise<Met> {
  const at = setScene(make());
  at.sandbox.faults.add({ ...fault, network: at.account.platform, times: 1 });
  const driven = await drive(at, { post });
  const hit = driven.steps.find(({ metFault }) => metFault)?.outcome;
  ok(hit, `${fault.call}: the fault was met`);
  return { at, driven, hit };
}

/** The outcome of the step in which a call was disturbed. */
function disturbed(driven: Driven, calls: { number: number }[], number: number): Outcome {
  ok(calls.length >= number);
  const step = driven.steps.find(({ calls }) => calls.includes(number));
  ok(step?.outcome, `call ${number} was made`);
  return step.outcome;
}

/** After a lost or meaningless response: the outcomes that the adapter may return, and what must be true in the end. */
function provesNothing({ at, driven, hit }: Met, part: Part, proves: boolean, call: string): void {
  if (part === 'publishing') isOneOf(hit, proves ? ['unknown', 'progress'] : ['unknown'], call);
  else if (part === 'after') isOneOf(hit, ['published', 'progress', 'unknown'], call);
  else isOneOf(hit, ['retry', 'unknown', 'progress', 'published'], call);
  survived(at, driven, proves, call);
}

/**
 * Exactly one post if the network offers evidence; without evidence never two posts, and never "failed" for certain.
 */
function survived(at: Scene, driven: Driven, proves: boolean, what: string): void {
  if (proves || driven.status === 'published') {
    arrivedOnce(at, driven, what);
    return;
  }
  ok(driven.unresolved, `${what}: a person is asked to look`);
  ok(live(at) <= 1, `${what}: never two`);
}

function arrivedOnce(at: Scene, driven: Driven, what = ''): void {
  equal(driven.status, 'published', `${what} ${driven.error ?? ''}`);
  const entries = at.sandbox.ledger.entries();
  equal(entries.length, 1, `${what}: exactly one in the ledger`);
  const [entry] = entries;
  equal(entry?.account, at.account.remoteId, `${what}: on this account`);
  if (driven.findings.length === 0 || driven.networkPostId !== null)
    equal(driven.networkPostId, entry?.id, what);
}

function isOneOf(outcome: Outcome, kinds: Outcome['kind'][], call: string): void {
  const reason = 'reason' in outcome ? ` (${outcome.reason})` : '';
  ok(kinds.includes(outcome.kind), `${call}: ${kinds.join(' or ')}, not ${outcome.kind}${reason}`);
  if ('reason' in outcome) isSentences([outcome.reason]);
}

/** A text that a person can read: not empty, and not a dump. */
function isSentences(texts: string[]): void {
  ok(texts.length > 0, 'says why');
  for (const text of texts) match(text, /\S{2,}\s+\S{2,}/);
}

function firstPost({ posts }: Contract): PostContent {
  const [post] = Object.values(posts);
  ok(post, 'a contract has at least one post');
  return post;
}

function postNamed({ posts }: Contract, name: string): PostContent {
  const post = posts[name];
  ok(post);
  return post;
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFrozen(part);
    Object.freeze(value);
  }
  return value;
}
