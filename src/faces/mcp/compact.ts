/** Makes a JSON Schema smaller without changing its meaning, because a client reads all schemas at once. Pure. */
import { type JsonSchema, mapInside } from '../http/json-schema.ts';

/** Shapes with fewer characters are not worth a reference. */
const LEAST_CHARS = 60;

/**
 * Says "or null" by a list of types, leaves out examples of times, and names what occurs more than once (`$defs`).
 * @see https://json-schema.org/draft/2020-12/json-schema-core, section 8.2.4
 */
export const compact = (schema: JsonSchema): JsonSchema => shared(short(schema));

function short(schema: JsonSchema): JsonSchema {
  const { examples, ...copy } = mapInside(schema, short);
  const shorter = copy.format === 'date-time' || examples === undefined ? copy : { ...copy, examples };
  const { anyOf, ...rest } = shorter;
  const [one, other] = anyOf ?? [];
  if (anyOf?.length !== 2 || other?.type !== 'null' || typeof one?.type !== 'string') return shorter;
  // these name the values themselves, of which null would have to be one
  if (one.enum !== undefined || one.const !== undefined) return shorter;
  return { ...one, ...rest, type: [one.type, 'null'] };
}

function shared(schema: JsonSchema): JsonSchema {
  const counts = new Map<string, number>();
  count(schema, counts);
  const names = new Map<string, string>();
  const defs: { [name: string]: JsonSchema } = {};
  const refer = (inner: JsonSchema): JsonSchema => {
    const text = JSON.stringify(inner);
    if (text.length < LEAST_CHARS || counts.get(text)! < 2) return mapInside(inner, refer);
    let name = names.get(text);
    if (name === undefined) {
      name = `s${names.size + 1}`;
      names.set(text, name);
      defs[name] = mapInside(inner, refer);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const whole = mapInside(schema, refer);
  return names.size === 0 ? whole : { ...whole, $defs: defs };
}

/** How often each shape occurs. What is inside a shape that was counted before is not counted again: it is named with it. */
function count(schema: JsonSchema, counts: Map<string, number>): void {
  mapInside(schema, (inner) => {
    const text = JSON.stringify(inner);
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    if (before === 0) count(inner, counts);
    return inner;
  });
}
