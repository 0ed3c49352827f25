/** Fields of a request body, from JSON or from a form. */
import type { Json } from '../../machines/outcome.ts';

export async function formOf(request: Request): Promise<FormData | null> {
  try {
    return await request.formData();
  } catch {
    return null; // no form: every field is missing then
  }
}

/** A body's fields, from JSON or from a form. */
export async function inputOf(request: Request): Promise<Json> {
  if ((request.headers.get('content-type') ?? '').includes('json')) {
    try {
      return (await request.json()) as Json;
    } catch {
      return null; // broken JSON: every field is missing then
    }
  }
  const fields: { [name: string]: Json } = {};
  for (const [name, value] of (await formOf(request)) ?? []) {
    if (typeof value !== 'string') continue;
    const list = name.endsWith('[]') ? name.slice(0, -2) : null;
    if (list === null) fields[name] = value;
    else fields[list] = [...listIn(fields, list), value];
  }
  return fields;
}

export function textIn(input: Json, name: string): string {
  const value =
    typeof input === 'object' && input !== null && !Array.isArray(input) ? input[name] : undefined;
  return typeof value === 'string' ? value : '';
}

export function listIn(input: Json, name: string): string[] {
  const value =
    typeof input === 'object' && input !== null && !Array.isArray(input) ? input[name] : undefined;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
