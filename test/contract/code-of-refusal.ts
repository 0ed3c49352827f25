/**
 * What the code of a failed step must be, read from the simulator's response by another rule than the service's: the
 * service looks for a code where each network writes it, this looks at every field that is named like one.
 */
import { equal, ok } from 'node:assert/strict';
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';

/** The last response that reached the adapter in a step. */
export interface LastResponse {
  status: number;
  text: string;
}

/**
 * Throws an assertion if the outcome of a step has not the code of the response that it is about.
 * @param last null: the last call of the step had no response, or there was no call
 * @param checkpoint of the step: a refusal of an earlier step may be kept there while the adapter cleans up
 */
export function showsItsCode(
  outcome: Outcome,
  last: LastResponse | null,
  checkpoint: Checkpoint | null,
): void {
  const code = 'code' in outcome ? outcome.code : undefined;
  const what = `${outcome.kind}, ${JSON.stringify(last)}`;
  if (outcome.kind === 'published' || outcome.kind === 'progress') {
    equal(code, undefined, `only a failure has a code: ${what}`);
    return;
  }
  const kept = checkpoint?.['refusedCode'];
  if (kept !== undefined) {
    equal(code, kept, 'the code is of the refusal and not of the clean-up after it');
    return;
  }
  if (last === null) {
    equal(code, undefined, `no response refused anything: ${what}`);
    return;
  }
  const { status, text } = last;
  // a field that only repeats the status says nothing more
  const named = codesIn(text).filter((one) => one !== String(status));
  if (named.length > 0 && (status >= 400 || code !== undefined)) isMadeOf(code, named, what);
  else if (status >= 400) ok(code === `http_${status}` || code === String(status), `${code}: ${what}`);
  else equal(code, undefined, what);
}

/** Meta's code has two parts: `190/463`. */
function isMadeOf(code: string | undefined, named: string[], what: string): void {
  ok(code !== undefined, `the code ${named.join(' or ')} is missing: ${what}`);
  for (const part of named.includes(code) ? [code] : code.split('/')) {
    ok(named.includes(part), `${code} is none of ${named.join(', ')}: ${what}`);
  }
}

const NAMED_LIKE_A_CODE = /code$|^(error|errors|type|status)$/i;
const CODE = /^[\w.:-]{1,64}$/;
const isCode = (text: string) => CODE.test(text) && text !== NO_TYPE;

/** RFC 9457: the type of a problem that has none. */
const NO_TYPE = 'about:blank';

/** Every value of a JSON body whose field is named like a code, as text; of an address the end of its path. */
function codesIn(text: string): string[] {
  const found: string[] = [];
  const read = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const one of value) read(one, name);
    else if (typeof value === 'object' && value !== null) {
      for (const [inner, part] of Object.entries(value)) read(part, inner);
    } else if (NAMED_LIKE_A_CODE.test(name) && (typeof value === 'string' || typeof value === 'number')) {
      found.push(...[String(value), String(value).split('/').at(-1)!].filter(isCode));
    }
  };
  try {
    read(JSON.parse(text), '');
  } catch {
    return [];
  }
  return found;
}
