/** Which places of a JSON value are read. */
import type { Json } from '../../../machines/outcome.ts';

/** Paths as `data[].id`, each with whether something was there. */
export interface Reads {
  [path: string]: boolean;
}

/**
 * The same value, which notes in `reads` what is read of it. Values are equal to themselves: the same place gives the
 * same object each time.
 */
export function watchReads(json: Json, reads: Reads, path = '', known = new WeakMap<object, object>()): Json {
  if (typeof json !== 'object' || json === null) return json;
  const seen = known.get(json);
  if (seen) return seen as Json;
  const proxy = new Proxy(json, {
    get(target, key, receiver) {
      const value = Reflect.get(target, key, receiver) as Json;
      if (typeof key !== 'string' || typeof value === 'function') return value;
      if (Array.isArray(target)) {
        return /^\d+$/.test(key) ? watchReads(value, reads, `${path}[]`, known) : value;
      }
      const at = path === '' ? key : `${path}.${key}`;
      if (key !== 'toJSON' && key !== 'then') reads[at] ||= Object.hasOwn(target, key);
      return watchReads(value, reads, at, known);
    },
  });
  known.set(json, proxy);
  return proxy;
}
