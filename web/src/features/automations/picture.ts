/**
 * The picture of an automation in the debugger's format: its steps as a tree, laid out here, because a flow that is being
 * written has no chart at the service yet. Pure.
 */
import type { Chart, ChartState, Layout, Lit } from '../debugger/shapes.ts';
import { branchesOf } from './outline.ts';
import type { Step, StepCounts, Trigger } from './shapes.ts';
import { branchName, endLook, stepText, stepTitle, triggerText } from './words.ts';
import { t } from '../../base/language/text.ts';

const ROOT = 'flow';
const START = 'start';
const WIDTH = 216;
const HEAD = 34;
const ROW = 17;
const ACROSS = 28;
const DOWN = 34;
/** An arrow with a label is longer. */
const LABELLED = 58;
const LABEL_HEIGHT = 19;
/** Between branches one below the other, and how far they are to the right of their step. */
const STACKED = 34;
const INDENT = 32;
/** Characters that fit into a row, and into a title. */
const IN_ROW = 34;
const IN_TITLE = 24;

/** The id of a step's state in the picture. */
export const stateOfStep = (stepId: string): string => `${ROOT}.${stepId}`;
/** The step of a state; null means the start. */
export const stepOfState = (stateId: string): string | null => {
  const id = stateId.slice(ROOT.length + 1);
  return id === START ? null : id;
};
/** The edge from one step to another. */
export const edgeTo = (stepId: string): string => `${ROOT}.to|${stepId}`;

interface Box {
  id: string;
  state: ChartState;
  rows: string[];
  children: { label: string | null; box: Box }[];
}

/** How high a picture is drawn, in a container of inline size: no more than it needs at the container's width. @param most in CSS */
export function heightOf({ layout: { width, height } }: Pick<Chart, 'layout'>, most: string): string {
  const needed = `${Math.ceil(height) + 60}px`;
  const atWidth = `max(240px, calc(${((100 * height) / width).toFixed(1)}cqw + 110px))`;
  return `min(${most}, ${needed}, ${atWidth})`;
}

/** @param counts of the steps, by id; null means without numbers */
export function pictureOf(
  { trigger, steps }: { trigger: Trigger; steps: readonly Step[] },
  counts: ReadonlyMap<string, StepCounts> | null = null,
): Chart {
  const top: Box = {
    id: `${ROOT}.${START}`,
    state: stateOf(
      `${ROOT}.${START}`,
      t('Start'),
      t('Start: {trigger}', { trigger: triggerText(trigger) }),
      false,
    ),
    rows: [cut(triggerText(trigger), IN_ROW)],
    children: childOf(steps, null, counts),
  };
  const layout: Layout = { nodes: [], arrows: [], width: 0, height: 0 };
  const { right } = lay(top, 0, 0, layout);
  layout.width = right;
  layout.height = Math.max(...layout.nodes.map(({ y, height }) => y + height));
  const states = layout.nodes.map(({ id }) => byId(top, id)!.state);
  const chart = { id: ROOT, key: ROOT, type: 'compound', states } as ChartState;
  return { kind: 'dm_run', chart, layout } as unknown as Chart;
}

const cut = (text: string, most: number): string => {
  const letters = Array.from(text);
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
};

const stateOf = (id: string, key: string, label: string, isEnd: boolean): ChartState => ({
  id,
  key: cut(key, IN_TITLE),
  type: isEnd ? 'final' : 'atomic',
  label,
  states: [],
});

/** The first step of a list as a box, with those that follow below it. */
function childOf(
  steps: readonly Step[],
  label: string | null,
  counts: ReadonlyMap<string, StepCounts> | null,
): Box['children'] {
  const [step, ...rest] = steps;
  if (step === undefined) return [];
  const branches = branchesOf(step);
  const children =
    branches.length === 0
      ? childOf(rest, null, counts)
      : branches.flatMap(({ name, steps: inner }) => childOf(inner, branchName(step, name), counts));
  const id = stateOfStep(step.id);
  const spoken = `${stepTitle(step)} ${stepText(step)}`;
  // a branch without steps ends: it is said in the box, as there is nothing to lead to
  const ending = branches.filter((branch) => branch.steps.length === 0);
  const rows = [
    cut(stepText(step), IN_ROW),
    ...(step.type === 'message' && step.button ? [cut(`→ ${step.button.title}`, IN_ROW)] : []),
    ...(ending.length > 0
      ? [
          cut(
            t('{ending}: the end', { ending: ending.map(({ name }) => branchName(step, name)).join(', ') }),
            IN_ROW,
          ),
        ]
      : []),
    ...numbersOf(counts?.get(step.id)),
  ];
  return [
    {
      label,
      box: { id, state: stateOf(id, stepTitle(step), spoken, step.type === 'handoff'), rows, children },
    },
  ];
}

/** What people did in a step, as rows of its box. */
function numbersOf(counts: StepCounts | undefined): string[] {
  if (counts === undefined) return [];
  const { entered, seen, clicked, ended } = counts;
  const did = [
    ...(seen > 0 ? [t('{seen, number} saw it', { seen })] : []),
    ...(clicked > 0 ? [t('{count, plural, one {# click} other {# clicks}}', { count: clicked })] : []),
  ];
  return [
    t('{entered, number} came here', { entered }),
    ...(did.length > 0 ? [did.join(', ')] : []),
    ...Object.entries(ended)
      .filter(([, count]) => count > 0)
      .map(([reason, count]) =>
        cut(
          t('{count, number} ended: {label}', { label: endLook(reason).label.toLowerCase(), count }),
          IN_ROW,
        ),
      ),
  ];
}

/** Lays a box and what is below it out. @returns the right and lower edges, and the middle of the box */
function lay(box: Box, left: number, y: number, layout: Layout): Laid {
  return isStacked(box) ? layStacked(box, left, y, layout) : layBeside(box, left, y, layout);
}

interface Laid {
  right: number;
  bottom: number;
  middle: number;
}

const heightOfBox = ({ rows }: Box): number => HEAD + rows.length * ROW;
/** Whether nothing below a box branches. */
const isLine = ({ children }: Box): boolean =>
  children.length === 0 || (children.length === 1 && isLine(children[0]!.box));
/** Branches that do not branch themselves are drawn one below the other: beside each other they make pictures wide, so that none can be read. */
const isStacked = ({ children }: Box): boolean =>
  children.length > 1 && children.every(({ box }) => isLine(box));

function layBeside(box: Box, left: number, y: number, layout: Layout): Laid {
  const bottomOfBox = y + heightOfBox(box);
  const below: Below[] = [];
  let right = left;
  let bottom = bottomOfBox;
  const isLabelled = box.children.some(({ label }) => label !== null);
  const childY = bottomOfBox + (isLabelled ? LABELLED : DOWN);
  for (const [index, { label, box: child }] of box.children.entries()) {
    const laid = lay(child, index === 0 ? left : right + ACROSS, childY, layout);
    below.push({ middle: laid.middle, y: childY, label, id: child.id });
    right = laid.right;
    bottom = Math.max(bottom, laid.bottom);
  }
  right = Math.max(right, left + WIDTH);
  const middle = below.length === 0 ? left + WIDTH / 2 : (below[0]!.middle + below.at(-1)!.middle) / 2;
  layout.nodes.push(nodeOf(box, middle - WIDTH / 2, y));
  for (const child of below) layout.arrows.push(arrowDown(box.id, { x: middle, y: bottomOfBox }, child));
  return { right, bottom, middle };
}

function layStacked(box: Box, left: number, y: number, layout: Layout): Laid {
  const from = { x: left + INDENT / 2, y: y + heightOfBox(box) };
  layout.nodes.push(nodeOf(box, left, y));
  let bottom = from.y;
  for (const { label, box: child } of box.children) {
    const childY = bottom + STACKED;
    const laid = layBeside(child, left + INDENT, childY, layout);
    const to = { x: left + INDENT, y: childY + heightOfBox(child) / 2 };
    const points = [from, { x: from.x, y: to.y }, to];
    const place = { x: to.x, y: childY - LABEL_HEIGHT - 3 };
    layout.arrows.push(arrowOf({ source: box.id, target: child.id, points, label }, () => place));
    ({ bottom } = laid);
  }
  return { right: left + INDENT + WIDTH, bottom, middle: left + WIDTH / 2 };
}

const nodeOf = (box: Box, x: number, y: number): Layout['nodes'][number] => ({
  id: box.id,
  parent: ROOT,
  x,
  y,
  width: WIDTH,
  height: heightOfBox(box),
  rows: box.rows.map((text, index) => ({ edge: `${box.id}|${index}`, text, targets: [] })),
});

type Point = { x: number; y: number };
type Below = { middle: number; y: number; label: string | null; id: string };

function arrowDown(source: string, from: Point, { middle, y, label, id }: Below): Layout['arrows'][number] {
  const bend = from.y + 16;
  const points =
    from.x === middle
      ? [from, { x: middle, y }]
      : [from, { x: from.x, y: bend }, { x: middle, y: bend }, { x: middle, y }];
  return arrowOf({ source, target: id, points, label }, (width) => ({ x: middle - width / 2, y: bend + 6 }));
}

/** @param placeOf where its label begins, by the label's width */
function arrowOf(
  {
    source,
    target,
    points,
    label,
  }: { source: string; target: string; points: Point[]; label: string | null },
  placeOf: (width: number) => Point,
): Layout['arrows'][number] {
  const text = label === null ? null : cut(label, IN_TITLE);
  const width = text === null ? 0 : 14 + Array.from(text).length * 6.6;
  return {
    source,
    target,
    points,
    label: { ...placeOf(width), width, height: text === null ? 0 : LABEL_HEIGHT },
    rows: [{ edge: edgeTo(target.slice(ROOT.length + 1)), text: text ?? '' }],
  };
}

function byId(box: Box, id: string): Box | null {
  if (box.id === id) return box;
  for (const { box: child } of box.children) {
    const found = byId(child, id);
    if (found !== null) return found;
  }
  return null;
}

/** One step alone. */
export const litStep = (stepId: string): Lit => ({
  active: new Set([stateOfStep(stepId)]),
  visited: new Set(),
  taken: new Set(),
  path: new Set(),
});

/** The states and arrows that a run or a trial went through. @param isOver nothing is active any more */
export function litPath(path: readonly string[], isOver: boolean): Lit {
  const last = path.at(-1);
  const edges = new Set(path.map(edgeTo));
  return {
    active: new Set(last !== undefined && !isOver ? [stateOfStep(last)] : []),
    visited: new Set(path.length === 0 ? [] : [`${ROOT}.${START}`, ...path.map(stateOfStep)]),
    taken: new Set<string>(),
    path: edges,
  };
}
