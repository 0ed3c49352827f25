/** Splits the text of a migration into its statements: a distributed schema takes one at a time. */

export interface Statement {
  text: string;
  /** The line of the file in which it starts, from 1. */
  line: number;
}

/** What may hold a semicolon that ends no statement: comments, quoted texts and names, and dollar-quoted bodies. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;/g;

/** @returns the statements of a text, in order, without their semicolons */
export function statementsOf(text: string): Statement[] {
  const statements: Statement[] = [];
  let from = 0;
  const add = (to: number) => {
    const part = text.slice(from, to);
    const lead = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(part)![0];
    const body = part.slice(lead.length).trimEnd();
    if (body !== '')
      statements.push({ text: body, line: text.slice(0, from + lead.length).split('\n').length });
    from = to + 1;
  };
  for (const token of text.matchAll(TOKEN)) if (token[0] === ';') add(token.index);
  add(text.length);
  return statements;
}
