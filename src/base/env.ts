/** Reads settings out of environment variables, and collects every fault so that all can be fixed in one go. */

export class EnvReader {
  readonly #env: { [name: string]: string | undefined };
  /** One sentence for each setting that is wrong. */
  readonly faults: string[] = [];

  constructor(env: { [name: string]: string | undefined }) {
    this.#env = env;
  }

  /** The names of all variables that have a value. */
  get names(): string[] {
    return Object.keys(this.#env).filter((name) => this.text(name) !== null);
  }

  /** @returns null when it is missing or blank */
  text(name: string): string | null {
    return this.#env[name]?.trim() || null;
  }

  /** A comma-separated list; empty when it is missing. */
  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
  }

  /** A whole number from `least` to `most`. */
  whole(name: string, fallback: number, { least, most }: { least: number; most: number }): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    this.faults.push(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (['1', 'true', 'on', 'yes'].includes(value)) return true;
    if (['0', 'false', 'off', 'no'].includes(value)) return false;
    this.faults.push(`${name} must be on or off, not "${value}"`);
    return fallback;
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
    const value = this.text(name) ?? fallback;
    const found = choices.find((choice) => choice === value);
    if (found === undefined) this.faults.push(`${name} must be one of ${choices.join(', ')}, not "${value}"`);
    return found ?? fallback;
  }

  /** An address without a slash at the end. @param protocols such as `https:` */
  address(name: string, protocols: string[]): string | null {
    const value = this.text(name);
    if (value === null) return null;
    if (protocols.includes(URL.parse(value)?.protocol ?? '')) return value.replace(/\/+$/, '');
    // the value may hold a password: it is not repeated
    const schemes = protocols.map((protocol) => `${protocol}//`).join(' or ');
    this.faults.push(`${name} must be an address that begins with ${schemes}`);
    return null;
  }
}
