/** Reads the files of `troupe flows test`: YAML 1.2, with the line of every value. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Document, isNode, LineCounter, parseAllDocuments } from 'yaml';
import { reasonOf } from '../features/flows/check.ts';
import { checkFlow } from '../features/flows/flow-file.ts';
import {
  checkTalkTest,
  Contact,
  isBrokenPattern,
  type Tested,
  TalkTestShape,
} from '../features/flows/talk-test.ts';
import { FileError } from './command.ts';
import { RuleTestShape } from './rule-talk.ts';

const closed = { additionalProperties: false };
const FlowTests = Type.Object(
  {
    flow: Type.String({ minLength: 1 }),
    contact: Type.Optional(Contact),
    tests: Type.Array(TalkTestShape, { minItems: 1 }),
  },
  closed,
);
const RuleTests = Type.Object(
  { rule: Type.String({ minLength: 1 }), tests: Type.Array(RuleTestShape, { minItems: 1 }) },
  closed,
);

/** One document of a YAML file. */
export interface Part {
  file: string;
  document: Document.Parsed;
  /** The line, from 1, of the value at a JSON pointer, or of the nearest around it. */
  lineOf: (pointer: string) => number;
}

export type TestPart = Part &
  (
    | { kind: 'flow'; tests: Static<typeof FlowTests>; flow: Tested; flowFile: Part }
    | { kind: 'rule'; tests: Static<typeof RuleTests>; rule: unknown }
  );

/** The documents of all test files in a folder, or of one file. @throws FileError that names the file and the line */
export async function readTests(path: string): Promise<TestPart[]> {
  const parts: TestPart[] = [];
  for (const file of await testFiles(path))
    for (const part of await readParts(file)) parts.push(await readTestPart(part));
  return parts;
}

async function testFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return [path];
  const names = found?.isDirectory() ? await readdir(path, { recursive: true }) : null;
  if (!names) throw new FileError(`there is no file or folder ${path}`);
  const files = names.filter((name) => /\.test\.ya?ml$/.test(name)).toSorted();
  if (files.length === 0) throw new FileError(`${path} has no file that ends in .test.yaml`);
  return files.map((name) => join(path, name));
}

/** @throws FileError */
export async function readParts(file: string): Promise<Part[]> {
  const source = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new FileError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  });
  const lines = new LineCounter();
  const documents = parseAllDocuments(source, { lineCounter: lines });
  const all = 'empty' in documents ? [] : documents;
  const [fault] = all.flatMap(({ errors }) => errors);
  if (fault) throw new FileError(`${file}:${fault.linePos?.[0].line ?? 1}: ${fault.message}`);
  if (all.length === 0) throw new FileError(`${file}:1: the file is empty`);
  return all.map((document) => ({ file, document, lineOf: (pointer) => lineAt(document, lines, pointer) }));
}

function lineAt(document: Document.Parsed, lines: LineCounter, pointer: string): number {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  for (let length = keys.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(keys.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

async function readTestPart(part: Part): Promise<TestPart> {
  const json: unknown = part.document.toJS();
  const beside = (name: string) => relative('.', resolve(dirname(part.file), name));
  if (typeof json === 'object' && json !== null && 'rule' in json) {
    const tests = checked(part, RuleTests, json);
    const { RuleDraft } = await import('../features/rules/simulate.ts');
    const { document, ...ruleFile } = await onlyPart(beside(tests.rule));
    const {
      name: _name,
      description: _description,
      ...rule
    } = document.toJS() as { [field: string]: unknown };
    checked({ document, ...ruleFile }, RuleDraft, rule);
    for (const [index, { talk }] of tests.tests.entries())
      for (const [line, one] of talk
        .map((one) => (typeof one === 'string' ? { [one]: true } : one) as { bot?: string; public?: string })
        .entries()) {
        const at = `${part.file}:${part.lineOf(`/tests/${index}/talk/${line}`)}`;
        if (Object.keys(one).length !== 1)
          throw new FileError(
            `${at}: a line is one of comment, bot, public, sent, skipped, unmatched, nothing`,
          );
        const pattern = [one.bot, one.public].find(isBrokenPattern);
        if (pattern !== undefined) throw new FileError(`${at}: ${pattern} is not a regular expression`);
      }
    return { ...part, kind: 'rule', tests, rule };
  }
  const tests = checked(part, FlowTests, json);
  const flowFile = await onlyPart(beside(tests.flow));
  const found = checkFlow(flowFile.document.toJS());
  if ('refusals' in found) {
    const { path, message } = found.refusals[0]!;
    throw new FileError(`${flowFile.file}:${flowFile.lineOf(path)}: ${path}: ${message}`);
  }
  for (const [index, test] of tests.tests.entries()) {
    const [refusal] = checkTalkTest(test, { trigger: found.flow.trigger, path: `/tests/${index}` });
    if (refusal) throw new FileError(`${part.file}:${part.lineOf(refusal.path)}: ${refusal.message}`);
  }
  return { ...part, kind: 'flow', tests, flow: found.flow, flowFile };
}

async function onlyPart(file: string): Promise<Part> {
  const [part, more] = await readParts(file);
  if (more) throw new FileError(`${file}:${more.lineOf('')}: this file holds one document`);
  return part!;
}

/** @throws FileError */
function checked<T extends TSchema>(part: Part, schema: T, document: unknown): Static<T> {
  if (Value.Check(schema, document)) return document;
  // the deepest error says most: those of the other shapes of a line are further out
  const errors = Value.Errors(schema, document);
  const depth = ({ instancePath }: { instancePath: string }) => instancePath.split('/').length;
  const error = errors.toSorted((one, other) => depth(other) - depth(one))[0];
  const path = error?.instancePath ?? '';
  throw new FileError(
    `${part.file}:${part.lineOf(path)}: ${path === '' ? 'the file' : path}: ${reasonOf(error)}`,
  );
}
