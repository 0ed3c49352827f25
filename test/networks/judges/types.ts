/**
 * Judges calls by types that a network's own library has for TypeScript: each call becomes a statement, and the compiler
 * says which ones do not fit. Unknown fields, missing ones and wrong types are errors; so is a read of an unknown field.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../src/install/pinned.js';
import type { Call } from '../calls.ts';
import { NOT_COVERED, type Judge, type Violation } from './judge.ts';

/** How one operation is written in types. */
export interface TypedOperation {
  operation: string;
  /** The type of the parameters in the address, or of a form. Values of forms are text, so that only names are judged. */
  params?: string;
  /** Parameters in the path: they are required by the type and no part of the query. */
  inPath?: string[];
  /** The type of a JSON body. */
  body?: string;
  response?: string;
}

/** @param imports a line of code; find: the operation of a call, null if the types have none */
export function typesJudge(imports: string, find: (call: Call) => TypedOperation | null): Judge {
  const statements = new Map<string, Pick<Violation, 'in' | 'operation'>>();
  const add = (code: string, part: Violation['in'], operation: string) =>
    statements.set(code, { in: part, operation });
  return {
    judge(call) {
      const typed = find(call);
      if (!typed) return NOT_COVERED;
      const { operation } = typed;
      const { response } = call;
      const succeeded = response !== null && response.status < 300;
      const refused = response !== null && response.status >= 400 && response.status < 500;
      if (call.by === 'adapter' && !refused) {
        for (const code of requestCode(call, typed)) add(code, 'request', operation);
      }
      if (call.by === 'simulator' && succeeded && typed.response && response.body !== null) {
        add(valueOf(typed.response, response.body), 'response', operation);
      }
      if (call.by === 'adapter' && succeeded && typed.response) {
        for (const path of Object.keys(call.reads).filter((one) => call.reads[one])) {
          add(readOf(typed.response, path), 'reads', operation);
        }
      }
      return { operation, violations: [] };
    },
    finish: () => compile(imports, statements),
  };
}

function requestCode(
  { address, body }: Call,
  { params, inPath = [], body: bodyType }: TypedOperation,
): string[] {
  const code: string[] = [];
  if (params !== undefined) {
    const names = new Set([...inPath, ...address.searchParams.keys()]);
    if (body.kind === 'form') for (const [name] of body.fields) names.add(name);
    const fields = [...names].map((name) => `${JSON.stringify(name)}: text`);
    if (bodyType === undefined || names.size > 0) code.push(`check<${params}>({ ${fields.join(', ')} });`);
  }
  if (bodyType !== undefined && body.kind === 'json') code.push(valueOf(bodyType, body.json));
  return code;
}

const valueOf = (type: string, value: unknown) => `check<${type}>(${JSON.stringify(value)});`;

function readOf(type: string, path: string): string {
  const steps = path.split('.').map((step) => {
    const name = step.replaceAll('[]', '');
    const items = '[0]!'.repeat(step.match(/\[\]/g)?.length ?? 0);
    return `${name === '' ? '' : `[${JSON.stringify(name)}]!`}${items}`;
  });
  return `void value<${type}>()${steps.join('')};`;
}

/** Compiles all statements as one file, one line each. */
function compile(imports: string, statements: Map<string, Pick<Violation, 'in' | 'operation'>>): Violation[] {
  const lines = [...statements];
  const head = `${imports} declare const text: any; declare function check<T>(value: T): void; declare function value<T>(): T;`;
  // below node_modules, so that packages are found
  const folder = join(projectRoot, 'node_modules', '.troupe-judged', String(process.pid));
  mkdirSync(folder, { recursive: true });
  try {
    const file = join(folder, 'calls.mts');
    writeFileSync(file, [head, ...lines.map(([code]) => code)].join('\n'));
    const tsc = join(
      dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
      'bin',
      'tsc',
    );
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, '--ignoreConfig', file], {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    });
    return stdout.split('\n').flatMap((line) => {
      const [, number, message] = /calls\.mts\((\d+),\d+\): error \w+: (.*)/.exec(line) ?? [];
      const where = lines[Number(number) - 2]?.[1];
      if (number === undefined || message === undefined) return [];
      return [{ ...(where ?? { in: 'schema' as const, operation: 'imports' }), what: message }];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
