/**
 * Watches the sandbox beside the service and starts it again when it has ended by itself. A sandbox that ends again and again
 * is left alone after some starts: its log says why, and the service goes on without it.
 */
import { processBirth } from '../src/install/embedded/process-identity.ts';
import { type LaunchedSandbox, type LaunchOptions, launchSandbox } from './launch.ts';

/** How often it is looked whether the process lives, ms. */
const LOOK_EVERY_MS = 2_000;
/** How often it is started again within `RESTARTS_WITHIN_MS`. */
export const MAX_RESTARTS = 5;
const RESTARTS_WITHIN_MS = 10 * 60_000;

interface KeepOptions extends LaunchOptions {
  /** How often it is looked whether the process lives, ms. Default 2,000. */
  lookEveryMs?: number;
}

/**
 * Has a sandbox running when it returns, and keeps it running at its address until `stop`, which ends it.
 * @throws as `launchSandbox` does
 */
export async function keepSandbox({
  lookEveryMs = LOOK_EVERY_MS,
  ...options
}: KeepOptions): Promise<LaunchedSandbox> {
  const first = await launchSandbox(options);
  const keeper = new Keeper(first, options);
  keeper.watch(lookEveryMs);
  return { ...first, stop: () => keeper.stop() };
}

class Keeper {
  #sandbox: LaunchedSandbox;
  #birth: string | null;
  #looking: NodeJS.Timeout | undefined;
  #restarting: Promise<void> | null = null;
  #isStopping = false;
  /** When it was started again, as `performance.now()`; the oldest first. */
  #restarts: number[] = [];
  readonly #options: LaunchOptions;

  constructor(sandbox: LaunchedSandbox, options: LaunchOptions) {
    this.#sandbox = sandbox;
    this.#birth = processBirth(sandbox.pid);
    // accounts store its address
    this.#options = { ...options, port: Number(new URL(sandbox.url).port) };
  }

  watch(everyMs: number): void {
    this.#looking = setInterval(() => this.#look(), everyMs).unref();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#looking);
    await this.#restarting;
    // another process may have its id by now
    if (this.#isAlive) await this.#sandbox.stop();
  }

  get #isAlive(): boolean {
    return this.#birth !== null && processBirth(this.#sandbox.pid) === this.#birth;
  }

  #look(): void {
    if (this.#restarting || this.#isStopping || this.#isAlive) return;
    this.#restarting = this.#restart().finally(() => {
      this.#restarting = null;
    });
  }

  async #restart(): Promise<void> {
    const { folder, log } = this.#options;
    const now = performance.now();
    this.#restarts = this.#restarts.filter((at) => now - at < RESTARTS_WITHIN_MS);
    if (this.#restarts.length >= MAX_RESTARTS) {
      clearInterval(this.#looking);
      log(
        `The sandbox ended ${MAX_RESTARTS + 1} times within ten minutes and is not started again: see sandbox.log in ${folder}. Restart Troupe to start it`,
      );
      return;
    }
    this.#restarts.push(now);
    log(`The sandbox has ended by itself: it is started again (see sandbox.log in ${folder})`);
    try {
      this.#sandbox = await launchSandbox(this.#options);
      this.#birth = processBirth(this.#sandbox.pid);
    } catch (cause) {
      log(`${(cause as Error).message}: the next try follows`);
    }
  }
}
