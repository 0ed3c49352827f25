/** Paths that pages of documentation name: as calls, in code, and in addresses of a service. */

export interface NamedPath {
  /** `docs/api.md:96` */
  place: string;
  /** Null: the page names the path alone. */
  method: string | null;
  /** Without its query: `/v1/posts/{id}`. `…/retry` is the end of one. */
  path: string;
  /** The address names the sandbox. */
  isSandbox: boolean;
}

const METHODS = 'GET|HEAD|POST|PUT|PATCH|DELETE';
/** `GET, POST /a`, and ``GET`, `POST /a``. */
const CALL = new RegExp(String.raw`((?:\b(?:${METHODS})\b[\`,\s]*(?:and |or )?)+)(…?\/[^\s\`"')|]*)`, 'g');
/** A path that stands alone in code. */
const ALONE = /`(…?\/[a-z{<][^\s`]*)/g;
/** An address of a service or a sandbox: names of variables, of this machine, and of the example. */
const ADDRESS =
  /(?:(?:https?:\/\/)?(?:127\.0\.0\.1|localhost):\d+|https?:\/\/troupe\.example\.org|\$BASE(?:_URL)?|<BASE_URL>|<base>|\{base_url\}|(\$SANDBOX))(\/[^\s`"')>]*)/g;

/** @param page its name */
export function pathsIn(page: string, text: string): NamedPath[] {
  return text.split('\n').flatMap((line, index) => {
    const place = `${page}:${index + 1}`;
    const named = (method: string | null, path: string, isSandbox = false): NamedPath[] => {
      const plain = path.replace(/[?#].*$/, '').replace(/[,.;:…]+$/, '');
      return plain === '/' ? [] : [{ place, method, path: plain, isSandbox }];
    };
    const calls = [...line.matchAll(CALL)].flatMap(([, methods = '', path = '']) =>
      (methods.match(/[A-Z]+/g) ?? []).flatMap((method) => named(method, path)),
    );
    const alone = [...line.matchAll(ALONE)].flatMap(([, path = '']) => named(null, path));
    const addresses = [...line.matchAll(ADDRESS)].flatMap(([, sandbox, path = '']) =>
      named(methodOf(line), path, sandbox !== undefined),
    );
    return [...calls, ...alone, ...addresses];
  });
}

/** The method of a call of curl; null: the line calls nothing. */
function methodOf(line: string): string | null {
  const [, options] = /\bcurl\b(.*)/.exec(line) ?? [];
  if (options === undefined) return null;
  return / -X ([A-Z]+)/.exec(options)?.[1] ?? (/ (?:-d|--data|-F|--form)\b/.test(options) ? 'POST' : 'GET');
}

/** A route as `/v1/posts/{id}`, or as msw writes it, `/posts/:id`. */
export interface KnownRoute {
  method: string;
  path: string;
}

/**
 * Whether a page names a route: with parameters as `{id}`, `<code>`, `:id`, or a value. `/l/`, `/docs/*.md`, and a path
 * without a method may be the begin of one.
 */
export function isRoute(
  routes: readonly KnownRoute[],
  { method, path }: Pick<NamedPath, 'method' | 'path'>,
  values: Values = {},
): boolean {
  return routes.some(
    (route) =>
      (method === null || route.method === method) &&
      fits(route.path, path, { values, isBegin: method === null }),
  );
}

/** The values of parameters that have names: `platform` is one of the networks. */
export interface Values {
  [parameter: string]: readonly string[];
}

function fits(
  route: string,
  named: string,
  { values, isBegin }: { values: Values; isBegin: boolean },
): boolean {
  const own = named.split('/');
  const isOpen = own.at(-1) === '' || own.at(-1) === '*';
  const wanted = isOpen ? own.slice(0, -1) : own;
  const steps = route.split('/');
  if (own[0] === '…') {
    const end = wanted.slice(1);
    return steps.length > end.length && fitsAll(steps.slice(-end.length), end, values);
  }
  if (isOpen ? steps.length <= wanted.length : !isBegin && steps.length !== wanted.length) return false;
  return fitsAll(steps, wanted, values);
}

const fitsAll = (steps: string[], wanted: string[], values: Values) =>
  wanted.every((step, index) => fitsStep(steps[index], step, values));

function fitsStep(step: string | undefined, named: string, values: Values): boolean {
  if (step === undefined) return false;
  const parameter = /^(?:\{(\w+)\}|:(\w+))$/.exec(step);
  if (!parameter) return step === named;
  if (/^(?:\{\w+\}|<[^>]+>|:\w+|\*\.\w+)$/.test(named)) return true;
  const known = values[parameter[1] ?? parameter[2] ?? ''];
  // a value: an id, a file. A word would be a path of its own
  return known ? known.includes(named) : /[\d_.]/.test(named);
}
