/** Calls to networks while somebody signs in: their time limit, and what happens when an adapter throws. */
import type { ConnectStep } from '../../../../../adapters/port/connect.ts';
import type { AccountsContext as Context } from '../../context.ts';
import { redact } from '../../../../base/seal.ts';
import type { Network } from '../networks.ts';
import type { Refusal } from './visit.ts';

/** How long a network may take to respond. */
export const CALL_TIMEOUT_MS = 30_000;

export class NetworkCalls {
  readonly #context: Pick<Context, 'guard' | 'log'>;

  constructor(context: Pick<Context, 'guard' | 'log'>) {
    this.#context = context;
  }

  /**
   * What every step of an adapter is given. Its signal starts to run now. A real network's never reaches the sandbox, which would
   * get the person's password.
   * @param now epoch ms
   */
  step({ endpoints, sandbox }: Pick<Network, 'endpoints' | 'sandbox'>, now: number): ConnectStep {
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const { fetch, fetchReal } = this.#context.guard;
    return { endpoints, fetch: sandbox ? fetch : fetchReal, signal, now };
  }

  /**
   * Runs a step of an adapter. An exception is a bug of the adapter: it is logged, and the person may try again.
   * @param secrets what the exception's text may hold: removed before it is logged
   */
  async safely<T>(platform: string, secrets: string[], call: () => Promise<T>): Promise<T | Refusal> {
    try {
      return await call();
    } catch (error) {
      this.#context.log.error({ platform, fault: redact(String(error), secrets) }, 'connecting failed');
      return { kind: 'retry', reason: 'Something went wrong on our side: try again in a minute.' };
    }
  }
}
