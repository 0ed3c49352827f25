/**
 * Which guards there are to break: every comparison of an id, a workspace, a time or a status in the code that
 * receives, answers and speaks for people, found in its syntax tree and in the SQL of its store files.
 * `npm run mutate -- --guards` lists them or tries them. The ones that a fixed seed chose are named mutants in
 * `list/guards.ts`.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { type Node, parse } from 'acorn';
import { full } from 'acorn-walk';
import { projectRoot } from '../../src/install/pinned.js';
import { sqlChanges } from './sql-guards.ts';

/** The features and faces whose guards are listed, each a folder in `src/`. */
export const ROOMS = [
  'features/rules',
  'features/flows',
  'features/inbox',
  'features/receiving',
  'features/numbers',
  'faces/mcp',
  'faces/oauth',
];

/** What the sides of a comparison are about, by the words in their names. The first that fits counts. */
const SUBJECTS = [
  ['workspace', /workspace/i],
  ['status', /^(status|state)$|(Status|State|_status|_state)$/],
  [
    'time',
    /^(now|at|day|due|hours|minutes|since|until)$|(At|Ms|Until|Since|Due|Hours|Minutes|Day|_at|_until|_ms)$/,
  ],
  ['id', /^ids?$|(Ids?|Key|Hash|_ids?|_key|_hash)$/],
] as const;

export type Subject = (typeof SUBJECTS)[number][0];

/** One way to break one guard. */
export interface GuardChange {
  file: string;
  /** Counted from 1. */
  line: number;
  subject: Subject;
  /** The comparison as it is in the file. */
  text: string;
  /** What stands there instead. */
  broken: string;
  /** Where the text begins in the file. */
  start: number;
}

/** Comparisons, each with what breaks it: the opposite, and for an order also its edge. */
const OPPOSITES: Record<string, string[]> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['>=', '<='],
  '<=': ['>', '<'],
  '>': ['<=', '>='],
  '>=': ['<', '>'],
};

interface Comparison extends Node {
  operator: string;
  left: Node;
  right: Node;
}

type Named = Node & { name: string };
type Member = Node & { property: { name?: string } };

/** @returns every guard of the features and of the store files that they import, in the order of files and lines */
export function listGuards(): GuardChange[] {
  return guardedFiles().flatMap((file) => guardsOf(file, readFileSync(join(projectRoot, file), 'utf8')));
}

/**
 * Chooses guards by a seed. The choice does not depend on lines: a guard stays chosen when code around it changes.
 * @returns at most one change of each guard
 */
export function chooseGuards(guards: readonly GuardChange[], seed: string, count: number): GuardChange[] {
  const rank = ({ file, text, broken }: GuardChange) =>
    createHash('sha256').update(`${seed}\n${file}\n${text}\n${broken}`).digest('hex');
  const seen = new Set<string>();
  return guards
    .map((guard) => ({ guard, rank: rank(guard) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ guard }) => guard)
    .filter(({ file, text }) => !seen.has(`${file}\n${text}`) && seen.add(`${file}\n${text}`))
    .slice(0, count);
}

/** Guards of one file, given its text. */
export function guardsOf(file: string, source: string): GuardChange[] {
  // types become spaces, so that positions stay those of the file
  const code = stripTypeScriptTypes(source);
  const changes: GuardChange[] = [];
  const add = (start: number, text: string, broken: string, subject: Subject) =>
    changes.push({ file, line: source.slice(0, start).split('\n').length, subject, text, broken, start });
  full(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    if (node.type === 'BinaryExpression') {
      const { operator, left, right } = node as Comparison;
      if ([left, right].some((side) => isNothing(side) || isSize(side))) return;
      const subject = subjectOf(namesIn(left)) ?? subjectOf(namesIn(right));
      if (subject === null) return;
      for (const opposite of OPPOSITES[operator] ?? []) {
        const between = code.slice(left.end, right.start).replace(operator, opposite);
        const broken = source.slice(node.start, left.end) + between + source.slice(right.start, node.end);
        add(node.start, source.slice(node.start, node.end), broken, subject);
      }
    } else if (node.type === 'TemplateLiteral' && file.startsWith('store/')) {
      for (const { at, text, broken, column } of sqlChanges(source.slice(node.start, node.end))) {
        const subject = subjectOf([column]);
        if (subject !== null) add(node.start + at, text, broken, subject);
      }
    }
  });
  return changes.sort((a, b) => a.start - b.start);
}

/** `null` or `undefined`: whether there is a value, not which. */
function isNothing(side: Node): boolean {
  const { name, value } = side as Node & { name?: string; value?: unknown };
  return (side.type === 'Identifier' && name === 'undefined') || (side.type === 'Literal' && value === null);
}

/** How many there are of something. */
function isSize(side: Node): boolean {
  return (
    side.type === 'MemberExpression' && ['length', 'size'].includes((side as Member).property.name ?? '')
  );
}

/** The names whose values a side of a comparison uses; words in a string of it are none. */
function namesIn(side: Node): string[] {
  const names: string[] = [];
  full(side, (node) => {
    if (node.type === 'Identifier') names.push((node as Named).name);
    // the walker does not visit the name behind a dot
    if (node.type === 'MemberExpression') names.push((node as Member).property.name ?? '');
  });
  return names;
}

function subjectOf(names: readonly string[]): Subject | null {
  return SUBJECTS.find(([, words]) => names.some((name) => words.test(name)))?.[0] ?? null;
}

/** Files of the features, and the store files that they import. */
function guardedFiles(): string[] {
  const own = ROOMS.flatMap((room) =>
    readdirSync(join(projectRoot, 'src', room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join('src', room, name)),
  );
  const imported = own.flatMap((file) => {
    const source = readFileSync(join(projectRoot, file), 'utf8');
    return [...source.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, path = '']) =>
      normalize(join(dirname(file), path)),
    );
  });
  return [...new Set([...own, ...imported.filter((file) => file.startsWith('store/'))])].sort();
}
