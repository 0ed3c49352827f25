/** Finds the route that serves a method and path. Paths are compared as sent; only the parts in braces are decoded. */

type RouteMatch<T> =
  | { kind: 'found'; value: T; params: Readonly<Record<string, string>> }
  /** The path exists, this method on it does not. `allow`: the methods that do, as the Allow header lists them. */
  | { kind: 'wrong_method'; allow: string }
  | { kind: 'unknown' }
  /** A parameter is not percent-encoded UTF-8, or holds U+0000. */
  | { kind: 'malformed' };

interface Router<T> {
  /** @param path with parameters in braces: `/v1/posts/{id}`. @throws when the route already exists */
  add(method: string, path: string, value: T): void;
  /** HEAD finds the route of GET. @param path as sent */
  find(method: string, path: string): RouteMatch<T>;
}

/** A node in the tree of path segments. */
interface Place<T> {
  named: Map<string, Place<T>>;
  /** The segment in braces. */
  parameter: Place<T> | null;
  routes: Map<string, { value: T; names: string[] }>;
}

export function createRouter<T>(): Router<T> {
  const root = place<T>();
  /** Paths without parameters, which most requests have, are found in one map. */
  const whole = new Map<string, Place<T>>();

  return {
    add(method, path, value) {
      let at = root;
      const names: string[] = [];
      for (const segment of path.split('/').slice(1)) {
        const name = /^\{(\w+)\}$/.exec(segment)?.[1];
        if (name === undefined) {
          if (!at.named.has(segment)) at.named.set(segment, place());
          at = at.named.get(segment)!;
        } else {
          names.push(name);
          at = at.parameter ??= place();
        }
      }
      if (at.routes.has(method)) throw new Error(`two routes are called ${method} ${path}`);
      at.routes.set(method, { value, names });
      if (names.length === 0) whole.set(path, at);
    },

    find(method, path) {
      const routed = method === 'HEAD' ? 'GET' : method;
      const route = whole.get(path)?.routes.get(routed);
      if (route !== undefined) return { kind: 'found', value: route.value, params: NO_PARAMS };

      // A literal segment goes before a parameter. If it lacks the method, the parameter's route may have it: POST
      // /v1/posts/validate beside PATCH /v1/posts/{id}.
      const ends: { place: Place<T>; values: string[] }[] = [];
      collect(root, path.split('/').slice(1), 0, [], ends);
      if (ends.length === 0) return { kind: 'unknown' };
      for (const { place, values } of ends) {
        const route = place.routes.get(routed);
        if (route === undefined) continue;
        const params: Record<string, string> = {};
        for (const [index, name] of route.names.entries()) {
          const decoded = decode(values[index]!);
          if (decoded === null) return { kind: 'malformed' };
          params[name] = decoded;
        }
        return { kind: 'found', value: route.value, params };
      }
      return { kind: 'wrong_method', allow: allowOf(ends.flatMap(({ place }) => [...place.routes.keys()])) };
    },
  };
}

const NO_PARAMS = Object.freeze({});

function place<T>(): Place<T> {
  return { named: new Map(), parameter: null, routes: new Map() };
}

/** Finds every node that a path may mean, the most literal first. */
function collect<T>(
  at: Place<T>,
  segments: string[],
  index: number,
  values: string[],
  ends: { place: Place<T>; values: string[] }[],
): void {
  if (index === segments.length) {
    if (at.routes.size > 0) ends.push({ place: at, values });
    return;
  }
  const segment = segments[index]!;
  const named = at.named.get(segment);
  if (named !== undefined) collect(named, segments, index + 1, values, ends);
  if (at.parameter !== null && segment !== '')
    collect(at.parameter, segments, index + 1, [...values, segment], ends);
}

/** GET includes HEAD, and OPTIONS works for every path. */
function allowOf(methods: string[]): string {
  const all = new Set(methods);
  if (all.has('GET')) all.add('HEAD');
  all.add('OPTIONS');
  return [...all].sort().join(', ');
}

function decode(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment);
    return text.includes('\0') ? null : text; // Postgres cannot store U+0000 in text, so it would lead to a 500
  } catch {
    return null;
  }
}
