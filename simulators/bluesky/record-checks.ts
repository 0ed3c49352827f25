/** Whether a record is one the PDS accepts: its schema, its facets, its key. */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import { refusal } from './errors.ts';
import { TID } from './ids.ts';
import { type JsonObject, isObject, textIn } from './input.ts';
import { type Account, COLLECTION, type State, findAccount } from './state.ts';

export interface Write {
  account: Account;
  rkey: string | null;
  record: JsonObject;
  input: Json;
}

/** What the server checks of a record before it checks whether the key is free. */
export async function readWrite(
  world: World<State>,
  account: Account,
  input: Json,
): Promise<Write | Response> {
  if (findAccount(world, textIn(input, 'repo')) !== account) {
    return refusal(400, 'InvalidRequest', 'Input/repo is not the repository of the token');
  }
  if (textIn(input, 'collection') !== COLLECTION) {
    return refusal(400, 'InvalidRequest', `the sandbox knows no collection but ${COLLECTION}`);
  }
  const rkey = isObject(input) && typeof input['rkey'] === 'string' ? input['rkey'] : null;
  if (rkey !== null && !TID.test(rkey))
    return refusal(400, 'InvalidRequest', 'Invalid record key: not a tid');
  const record = isObject(input) ? input['record'] : undefined;
  if (!isObject(record)) return refusal(400, 'InvalidRequest', 'Input must have the property "record"');
  const invalid = (await schemaFault(record)) ?? facetFault(record);
  if (invalid !== null) return refusal(400, 'InvalidRequest', `Invalid ${COLLECTION} record: ${invalid}`);
  return { account, rkey, record, input };
}

async function schemaFault(record: JsonObject): Promise<string | null> {
  const { jsonToLex, lexicons } = await import('@atproto/api');
  try {
    lexicons.assertValidRecord(COLLECTION, jsonToLex(record));
    return null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : 'not a record';
  }
}

/** The reference server accepts these, and apps then display them wrongly. The sandbox refuses them, so that a test notices. */
function facetFault(record: JsonObject): string | null {
  const bytes = new TextEncoder().encode(textIn(record, 'text'));
  const isBoundary = (offset: number) => offset === bytes.length || ((bytes[offset] ?? 0x80) & 0xc0) !== 0x80;
  const facets = Array.isArray(record['facets']) ? record['facets'] : [];
  for (const [number, facet] of facets.entries()) {
    const index = isObject(facet) && isObject(facet['index']) ? facet['index'] : {};
    const start = Number(index['byteStart']);
    const end = Number(index['byteEnd']);
    const fault =
      (start >= end && 'is empty') ||
      (end > bytes.length && 'ends behind the text') ||
      (!(isBoundary(start) && isBoundary(end)) && 'cuts a character');
    if (fault) return `Record/facets/${number}/index ${fault}`;
  }
  return null;
}
