/**
 * Finds a name that an object of a JSON text has twice. `JSON.parse` silently takes the last value, and another reader
 * on the way (a proxy, a gateway that checks bodies) may take the first.
 */
import type { Path } from './field.ts';

/** An object or array that is open at this position of the text. */
interface Open {
  /** null means an array. */
  keys: Set<string> | null;
  /** The field or item that is being read. */
  at: string | number;
  /** The next string is the name of a field. */
  expectsKey: boolean;
}

/** @param json valid JSON. @returns the path of the repeated name; null when there is none */
export function findRepeatedKey(json: string): Path | null {
  const open: Open[] = [];
  for (let i = 0; i < json.length; i += 1) {
    const top = open.at(-1);
    switch (json.charAt(i)) {
      case '{':
        open.push({ keys: new Set(), at: '', expectsKey: true });
        break;
      case '[':
        open.push({ keys: null, at: 0, expectsKey: false });
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        if (typeof top?.at === 'number') top.at += 1;
        else if (top !== undefined) top.expectsKey = true;
        break;
      case '"': {
        const end = endOfText(json, i);
        if (top?.expectsKey === true && top.keys !== null) {
          top.at = JSON.parse(json.slice(i, end + 1)) as string;
          top.expectsKey = false;
          if (top.keys.has(top.at)) return open.map(({ at }) => at);
          top.keys.add(top.at);
        }
        i = end;
        break;
      }
      default: // numbers, literals, colons and white space
    }
  }
  return null;
}

/** The position of the closing quote of the string that starts at `start`: the next quote that no backslash escapes. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}
