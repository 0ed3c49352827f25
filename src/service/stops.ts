/** What was started, and how to stop it: in reverse, as each part uses those before it. */
export class Stops {
  #steps: (() => unknown)[] = [];

  add(stop: () => unknown): void {
    this.#steps.push(stop);
  }

  async run(): Promise<void> {
    const steps = this.#steps;
    this.#steps = [];
    for (const stop of steps.toReversed()) await stop();
  }
}
