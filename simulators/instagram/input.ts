/** Fields of a request, from its body or its query. */
import type { Exchange } from '../exchange.ts';

export type Input = { [name: string]: unknown };

/** Parameters come as JSON, as a form, or in the query. */
export async function inputOf({ request, url }: Exchange): Promise<Input> {
  const query: Input = Object.fromEntries(url.searchParams);
  const type = request.headers.get('content-type') ?? '';
  try {
    if (type.startsWith('application/json')) return { ...query, ...((await request.json()) as Input) };
    if (type !== '') return { ...query, ...Object.fromEntries(await request.formData()) };
  } catch {
    // A body that cannot be read holds no parameters; the missing ones are named in the answer.
  }
  return query;
}

export function textOf(input: Input, name: string): string {
  const value = input[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function isTrue(input: Input, name: string): boolean {
  return input[name] === true || input[name] === 'true' || input[name] === '1';
}
