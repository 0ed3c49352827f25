/** Input of the control API, checked: whatever is wrong is a `BadInput` that names the field. */
import { BadInput } from './bad-input.ts';
import type { Sandbox } from './sandbox.ts';

export type Given = { [name: string]: unknown };

/** The body as an object. A form from another website cannot send this type without asking first. */
export async function json(request: Request): Promise<Given> {
  if (!(request.headers.get('content-type') ?? '').startsWith('application/json')) {
    throw new BadInput('the content-type header must be application/json');
  }
  return object('the body', await request.json().catch(() => null), 'a JSON object');
}

export function object(field: string, value: unknown, what = 'an object'): Given {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadInput(`${field} must be ${what}`);
  }
  return value as Given;
}

/** @param within the field that holds them, for the sentence */
export function fields(given: Given, names: readonly string[], within = ''): Given {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? 'nothing is taken here' : `it takes ${names.join(', ')}`;
    throw new BadInput(`${within}${unknown} is not known here: ${known}`);
  }
  return given;
}

export function platform({ platforms }: Sandbox, value: unknown): string {
  const found = platforms.find((platform) => platform === value);
  if (found === undefined) throw new BadInput(`network must be one of ${platforms.join(', ')}`);
  return found;
}

export function text(field: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') {
    throw new BadInput(`${field} must be a text that is not empty`);
  }
  return value;
}

export function flag(field: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new BadInput(`${field} must be true or false`);
  return value;
}

export function whole(field: string, value: unknown, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw new BadInput(`${field} must be a whole number from ${least} to ${most}`);
  }
  return value;
}

export function oneOf<T extends string>(field: string, value: unknown, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new BadInput(`${field} must be one of ${known.join(', ')}`);
  return found;
}

export function webAddress(field: string, value: unknown): string {
  const address = text(field, value);
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new BadInput(
      `${field} must be a web address, for example https://post.example.org/webhooks/instagram`,
    );
  }
  return address;
}
