/**
 * Proves that the parameters a simulator knows are a part of what its network publishes: for each of its calls a request
 * with every parameter is made up, and judged.
 */
import type { Fields, KnownCall, KnownCalls, Type } from '../../simulators/known.ts';
import type { Json } from '../../machines/outcome.ts';
import type { Call } from './calls.ts';
import type { Judge, Violation } from './judges/judge.ts';
import type { Body } from './record/body.ts';

/** Names of fields in one text. They are judged in the calls. */
const LISTS = new Set(['fields', 'metric']);

/** A value where the simulator does not look at it. It proves the name alone. */
const ANY = 'any value';

/** Faults of names and types. A made-up value has no meaning, so that its length and its format say nothing. */
const FAULTS =
  /is no (parameter|field|value|type)|is none|must be (string|integer|number|boolean|array|object|equal)|known properties|not assignable/;

/**
 * @param calls of the simulator, recorded: they say to which address a call goes
 * @param makeJudge a judge of its own, since some speak at the end
 * @param whole every call of the table must have been recorded
 */
export async function smallSchemaFaults(
  known: KnownCalls,
  calls: Call[],
  makeJudge: () => Judge,
  whole: boolean,
): Promise<Violation[]> {
  const judge = makeJudge();
  const found: Violation[] = [];
  const unproved: Violation[] = [];
  for (const [name, parameters] of Object.entries(known)) {
    const recorded = calls.filter(
      ({ by, site, response }) =>
        by === 'simulator' && site.endsWith(` ${name}`) && (response?.status ?? 500) < 300,
    );
    // the address with the most fields in its body: a form with files rather than plain JSON
    const [like] = recorded.toSorted((one, other) => sizeOf(other.body) - sizeOf(one.body));
    if (!like) {
      if (whole) unproved.push({ in: 'schema', operation: name, what: 'no test makes this call' });
      continue;
    }
    for (const made of madeUp(like, parameters)) found.push(...judge.judge(made).violations);
  }
  found.push(...((await judge.finish?.()) ?? []).filter((one) => one.in !== 'schema'));
  const faults = found
    .filter(({ what, in: part }) => part === 'request' && FAULTS.test(what) && !what.includes(`: ${ANY} is`))
    .map((one) => ({ ...one, in: 'schema' as const }));
  return [...unproved, ...faults];
}

const sizeOf = (body: Body) => ('fields' in body ? 100 + body.fields.length : body.kind === 'json' ? 50 : 0);

/** One call with everything, and one more for each further value of an enum. */
function madeUp(like: Call, { query = {}, body = {} }: KnownCall): Call[] {
  const most = Math.max(1, ...[query, body].map(maxValues));
  return Array.from({ length: most }, (_, turn) => {
    const address = new URL(like.address.origin + like.address.pathname);
    for (const [name, type] of Object.entries(query)) {
      if (LISTS.has(name)) continue;
      const value = sample(type, turn);
      address.searchParams.set(name, Array.isArray(value) ? value.map(textOf).join(',') : textOf(value));
    }
    return {
      ...like,
      by: 'adapter',
      response: null,
      reads: {},
      address,
      body: bodyLike(like.body, body, turn),
    };
  });
}

function bodyLike(like: Body, fields: Fields, turn: number): Body {
  if (Object.keys(fields).length === 0) return { kind: 'none' };
  if (like.kind !== 'form' && like.kind !== 'multipart')
    return { kind: 'json', json: sample({ object: fields }, turn) };
  return {
    kind: like.kind,
    fields: Object.entries(fields).flatMap(
      ([name, type]): [string, string | { type: string; bytes: number }][] => {
        if (type === 'file') return [[name, { type: 'image/png', bytes: 1 }]];
        const value = sample(type, turn);
        return Array.isArray(value)
          ? value.map((one) => [`${name}[]`, textOf(one)])
          : [[name, textOf(value)]];
      },
    ),
  };
}

function maxValues(fields: Fields): number {
  const most = (type: Type): number => {
    if (typeof type === 'string') return 1;
    if ('oneOf' in type) return type.oneOf.length;
    return 'listOf' in type ? most(type.listOf) : maxValues(type.object);
  };
  return Math.max(1, ...Object.values(fields).map(most));
}

function sample(type: Type, turn: number): Json {
  if (type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'any') return ANY;
  if (typeof type === 'string') return 'x';
  if ('oneOf' in type) return type.oneOf[turn % type.oneOf.length] ?? 'x';
  if ('listOf' in type) return [sample(type.listOf, turn)];
  const fields = Object.entries(type.object).filter(([, inner]) => inner !== 'any');
  return Object.fromEntries(fields.map(([name, inner]) => [name, sample(inner, turn)]));
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
