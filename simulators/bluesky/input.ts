/** Fields of a request body. */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import type { State } from './state.ts';

export type JsonObject = { [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textIn(value: Json | undefined, key: string): string {
  const text = isObject(value) ? value[key] : undefined;
  return typeof text === 'string' ? text : '';
}

export async function inputOf(request: Request): Promise<Json> {
  try {
    return (await request.json()) as Json;
  } catch {
    return null; // no JSON: every property is missing then
  }
}

export function seconds(world: World<State>): number {
  return Math.floor(world.now() / 1000);
}
