/** The comparisons in the SQL of a template, and what a statement without them would say. */

export interface SqlChange {
  /** Where the comparison begins in the template, its backtick being 0. */
  at: number;
  text: string;
  broken: string;
  /** The column that is compared. */
  column: string;
}

/** A column, an operator, and a value: a parameter with its cast, a word, a number or a text. */
const COMPARISON =
  /(?<column>(?:\w+\.)?\w+) (?<operator><=|>=|<>|=|<|>) (?<value>\$\{(?:[^{}]|\{[^{}]*\})*\}(?:::[\w[\]]+)?|'[^']*'|(?:\w+\.)?\w+)/g;
/** What stands before a condition. An assignment (`set a = b`) has none of it. */
const BEFORE_CONDITION = /(?:\bwhere|\band|\bon|\bor|\bwhen|\bnot|\bhaving)\s*\(*\s*$/;
const EDGES: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

/**
 * @param template the source of a template literal, with its backticks
 * @returns for each condition: the statement without it (`true`), and for an order also its other edge
 */
export function sqlChanges(template: string): SqlChange[] {
  return [...template.matchAll(COMPARISON)].flatMap((match) => {
    const { column = '', operator = '', value = '' } = match.groups ?? {};
    const [text] = match;
    // what follows would belong to the value: a sum, a call, a longer path
    const after = template.slice(match.index + text.length);
    if (!BEFORE_CONDITION.test(template.slice(0, match.index)) || /^\s*[-+*/(|.]/.test(after)) return [];
    const change = (broken: string) => ({
      at: match.index,
      text,
      broken,
      column: column.split('.').at(-1) ?? '',
    });
    const edge = EDGES[operator];
    return [change('true'), ...(edge === undefined ? [] : [change(`${column} ${edge} ${value}`)])];
  });
}
