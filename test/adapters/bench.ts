/**
 * What the tests of every adapter share: steps of a delivery against a simulated network, and networks that give
 * responses of the test's own.
 */
import { ok } from 'node:assert/strict';
import type { AccountAccess } from '../../adapters/port/account.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { PostContent, PublishStep } from '../../adapters/port/publish.ts';
import type { Checkpoint, Finding, Outcome } from '../../machines/outcome.ts';
import type { SimulatedNetwork } from '../../simulators/simulator.ts';
import type { Scene, SceneFacts } from '../contract/drive.ts';
import { host, open, noneHeld } from '../contract/media.ts';

type Fetch = typeof globalThis.fetch;

/**
 * Runs the steps of one delivery with the adapter and the simulator of its network.
 * @param notSecret names of credentials that the adapter's results may contain
 */
export function adapterBench<Work extends Checkpoint = Checkpoint>(
  adapter: Manifest,
  network: SimulatedNetwork<unknown>,
  notSecret: string[] = [],
) {
  const facts: SceneFacts = { adapter, network, notSecret };

  function stepOf(
    scene: Scene,
    content: PostContent,
    checkpoint: Checkpoint | null,
    changes: Partial<PublishStep> = {},
  ): PublishStep {
    return {
      account: scene.account,
      plan: adapter.publish.plan(content, scene.account),
      options: content.options,
      deliveryId: 'delivery-1',
      checkpoint,
      now: scene.clock.now,
      fetch: scene.sandbox.fetch,
      signal: new AbortController().signal,
      heldIds: noneHeld,
      open,
      host,
      ...changes,
    };
  }

  const publish = (...step: Parameters<typeof stepOf>): Promise<Outcome> =>
    adapter.publish.publish(stepOf(...step));
  const verify = (...step: Parameters<typeof stepOf>): Promise<Finding> =>
    adapter.publish.verify(stepOf(...step));

  /** Runs steps, with the waits they ask for, until the checkpoint is as wanted. */
  async function until(scene: Scene, content: PostContent, is: (work: Work) => boolean): Promise<Work> {
    let work: Work | null = null;
    while (work === null || !is(work)) {
      const outcome: Outcome = await publish(scene, content, work);
      ok(outcome.kind === 'progress', JSON.stringify(outcome));
      scene.clock.now += outcome.afterMs;
      work = outcome.checkpoint as Work;
    }
    return work;
  }

  /** Runs steps until the next one would send the post. */
  const ready = (scene: Scene, content: PostContent): Promise<Work> =>
    until(scene, content, (work) => work['triedAt'] !== null);

  return { facts, stepOf, publish, verify, until, ready };
}

/** A network that gives the same response to every call. */
export function always(
  status: number,
  body: object | string | null,
  headers: { [name: string]: string } = {},
): Fetch {
  return () =>
    Promise.resolve(
      typeof body === 'string' || body === null
        ? new Response(body, { status, headers })
        : Response.json(body, { status, headers }),
    );
}

/**
 * A network that gives these responses, one for each call, and records the requests. An error breaks the connection.
 */
export function inTurn(responses: (Response | Error)[]): { fetch: Fetch; requests: Request[] } {
  const requests: Request[] = [];
  const fetch: Fetch = async (input, init) => {
    requests.push(new Request(input, init));
    const response = responses[requests.length - 1];
    if (response instanceof Error) throw response;
    ok(response, `a response for call ${requests.length}`);
    return response.clone();
  };
  return { fetch, requests };
}

/**
 * A step of a delivery at a network that gives these responses, and the requests that it received.
 * @param responses one for each call
 * @param facts the account, the plan, the time (epoch ms), and what differs from a first step without files
 */
export function scriptedStep(
  responses: (Response | Error)[],
  facts: Pick<PublishStep, 'account' | 'plan' | 'now'> & Partial<PublishStep>,
): { step: PublishStep; requests: Request[] } {
  const { fetch, requests } = inTurn(responses);
  const step: PublishStep = {
    options: {},
    deliveryId: 'delivery-1',
    checkpoint: null,
    fetch,
    signal: new AbortController().signal,
    heldIds: noneHeld,
    open,
    host,
    ...facts,
  };
  return { step, requests };
}

/**
 * A call of an account (a read, an answer) at a network that gives these responses, and the requests that it received.
 * @param now epoch ms
 */
export function scriptedCall(
  responses: (Response | Error)[],
  account: Omit<AccountAccess, 'id' | 'limits'>,
  now: number,
) {
  const { fetch, requests } = inTurn(responses);
  const step = {
    account: { id: 'acc_1', limits: {}, ...account },
    now,
    fetch,
    signal: new AbortController().signal,
  };
  return { step, requests };
}

/** The calls that the simulated network received, with the status of each: `POST /2/tweets 201`. */
export function callsOf({ sandbox }: Scene): string[] {
  return sandbox.calls.entries().map(({ call, status }) => `${call} ${status}`);
}
