/** Judges the names of parameters by the tables in Tumblr's documentation. Values and responses are prose there. */
import { bodyFields, type Call } from '../calls.ts';
import { NOT_COVERED, type Judge } from './judge.ts';

interface Section {
  method: string;
  path: RegExp;
  placeholders: number;
  names: Set<string>;
}

/** Parameters of every call, and those of lists: the text describes them once, not in each table. */
const COMMON = ['api_key'];

/** @param markdown Tumblr's `api.md` */
export function tumblrJudge(markdown: string): Judge {
  const sections = markdown.split(/^### (?=`)/m).flatMap(sectionsOf);
  return {
    judge({ method, address, body, by }: Call) {
      const found = sections
        .filter((one) => one.method === method && one.path.test(address.pathname))
        .toSorted((one, other) => one.placeholders - other.placeholders);
      const [first] = found;
      const operation = `${method} ${address.pathname.replace(/\/blog\/[^/]+/, '/blog/{blog}')}`;
      if (!address.pathname.startsWith('/v2/') || by !== 'adapter') return NOT_COVERED;
      const fault = (what: string) => ({ in: 'request' as const, operation, what });
      if (!first) return { operation, violations: [fault('the description has no such operation')] };
      const known = new Set(
        found.filter((one) => one.placeholders === first.placeholders).flatMap(({ names }) => [...names]),
      );
      const sent = [...address.searchParams.keys(), ...namesIn(body)];
      const strange = [...new Set(sent)].filter((name) => !known.has(name) && !COMMON.includes(name));
      return { operation, violations: strange.map((name) => fault(`${name}: is no parameter`)) };
    },
  };
}

/** The field `json` of a form with files has what a JSON body has; the files are named in it. */
function namesIn(body: Call['body']): string[] {
  const fields = bodyFields(body);
  const json = fields.find(([name]) => name === 'json')?.[1];
  if (typeof json !== 'string') return fields.map(([name]) => name);
  return Object.keys(JSON.parse(json) as object);
}

function sectionsOf(text: string): Section[] {
  const uses = [
    ...text.matchAll(/^\| `(?:https:\/\/)?(?:api|www)\.tumblr\.com(\/[^`]*)` \| ([A-Z, ]+) \|/gm),
  ];
  const names = new Set(COMMON);
  for (const table of text.split(/^####? /m)) {
    if (!/^(Query|Request|Body)[\w ]*Parameters/i.test(table)) continue;
    for (const [, name = ''] of table.matchAll(/^\| \*\*([\w-]+)\*\*/gm)) names.add(name);
  }
  return uses.flatMap(([, path = '', methods = '']) => {
    const plain = path.split('?')[0]!.replaceAll(/\[[^\]]*\]/g, '');
    const form = plain.replaceAll(/\{[^}]+\}/g, '[^/]+');
    const placeholders = plain.match(/\{/g)?.length ?? 0;
    return methods
      .split(',')
      .map((method) => ({ method: method.trim(), path: new RegExp(`^${form}$`), placeholders, names }));
  });
}
