/**
 * Reads an app's messages for codes that people posted, from where the last reader stopped.
 *
 * One reader at a time, over all nodes, holds a lease in the cursor's row. The lease is committed before the network is
 * asked, so no transaction and no row lock is open during the call, which may take 30 s. Codes and cursor are saved in
 * one transaction, and only by the reader that still holds the lease. The network forgets messages only when it is asked
 * with a later cursor, so after a crash in between, the next reader reads the same messages again.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  insertPostedCodes,
  leaseCursor,
  releaseCursor,
  saveCursor,
} from '../../../../../store/connect-apps.ts';
import type { AccountsContext as Context } from '../../context.ts';
import { hashOf } from '../../../../base/secrets.ts';
import { CALL_TIMEOUT_MS, type NetworkCalls } from './network-call.ts';
import type { SharedNetwork } from './shared-network.ts';
import type { Refusal } from './visit.ts';

/** How long a reader holds the lease at most: longer than its call may take. */
const LEASE_MS = CALL_TIMEOUT_MS + 15_000;
/** How often someone who waits for the lease tries again. */
const POLL_MS = 100;
/** After this long they are asked to try again. */
const WAIT_MS = 20_000;

export class PostedCodes {
  readonly #context: Pick<Context, 'directory'>;
  readonly #calls: NetworkCalls;

  constructor(context: Pick<Context, 'directory'>, calls: NetworkCalls) {
    this.#context = context;
    this.#calls = calls;
  }

  /**
   * Reads once, or waits while another reader does.
   * @param options now: epoch ms; until: finds the wanted code, which another reader may bring
   * @returns null when it was read; otherwise why not
   */
  async read(
    target: SharedNetwork,
    { now, until }: { now: number; until: () => Promise<unknown> },
  ): Promise<Refusal | null> {
    const holder = randomUUID();
    for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += POLL_MS) {
      const cursor = await this.#lease(target, holder);
      if (cursor !== undefined) return this.#readFrom(target, { ...cursor, holder, now });
      await pause(POLL_MS);
      if ((await until()) !== null) return null;
    }
    return { kind: 'retry', reason: 'Others are connecting at the same moment: try again in a minute.' };
  }

  async #lease({ network, app }: SharedNetwork, holder: string) {
    const realNow = Date.now();
    const lease = { platform: network.platform, clientId: app.clientId, holder };
    return leaseCursor(this.#context.directory, { ...lease, realNow, until: realNow + LEASE_MS });
  }

  async #readFrom(
    { network, shared, app }: SharedNetwork,
    { position, holder, now }: { position: string | null; holder: string; now: number },
  ): Promise<Refusal | null> {
    const { directory } = this.#context;
    const { platform } = network;
    const lease = { platform, clientId: app.clientId, holder };
    const read = await this.#calls.safely(platform, [app.clientSecret], () =>
      shared.read({ ...this.#calls.step(network, now), app, cursor: position }),
    );
    if (read.kind !== 'codes') {
      await releaseCursor(directory, lease);
      return read;
    }
    const codes = read.codes.map(({ code, place }) => ({ hash: hashOf(code), place }));
    await directory.begin(async (tx) => {
      // a reader that lost its lease saves nothing: the next one reads the same messages
      if (!(await saveCursor(tx, { ...lease, position: read.cursor }))) return;
      if (codes.length > 0) await insertPostedCodes(tx, platform, codes, now);
    });
    return null;
  }
}
