/**
 * Bodies of webhooks as the networks' documents and reports show them, one file per network. `evidence` says whether such
 * a body was seen, or is only documented; ids and names are made up.
 */
import { readFileSync } from 'node:fs';
import { ok } from 'node:assert/strict';
import type { Json } from '../../../machines/outcome.ts';

export interface Sample {
  name: string;
  source: string;
  evidence: 'documented' | 'seen';
  body: Json;
}

export function samplesOf(network: 'instagram' | 'facebook' | 'threads'): Sample[] {
  const file = new URL(`${network}-webhooks.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Sample[];
}

/** One sample's body by its name. */
export function bodyOf(network: Parameters<typeof samplesOf>[0], name: string): Json {
  const sample = samplesOf(network).find((one) => one.name === name);
  ok(sample, `a sample ${name}`);
  return sample.body;
}

/** The bytes in which Meta sends a body: other letters than ASCII and slashes are escaped. */
export function asMetaSends(body: Json): Uint8Array {
  const text = JSON.stringify(body)
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return new TextEncoder().encode(text);
}
