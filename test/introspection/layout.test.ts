import t from 'tap';
import { chartOf, type ChartState } from '../../machines/chart.ts';
import { kinds, type KindName } from '../support/own-charts.ts';
import { chartHash, layoutOf } from '../../src/features/introspection/layout.ts';
import { voyage } from '../support/voyage.ts';

const statesOf = (state: ChartState): ChartState[] => [state, ...state.states.flatMap(statesOf)];

const machines = [...(Object.keys(kinds) as KindName[]).map((kind) => kinds[kind].machine), voyage];
for (const machine of machines) {
  void t.test(
    `every state and edge of ${machine.id} has a position, and states stay inside their parents`,
    async (t) => {
      const chart = chartOf(machine);
      const layout = await layoutOf(chart);
      const states = statesOf(chart);
      t.strictSame(
        layout.nodes.map(({ id }) => id).toSorted(byText),
        states.map(({ id }) => id).toSorted(byText),
      );
      const drawn = [
        ...layout.nodes.flatMap(({ rows }) => rows),
        ...layout.arrows.flatMap(({ rows }) => rows),
      ].map(({ edge }) => edge);
      const edges = states.flatMap((state) => state.edges.map(({ id }) => id));
      t.strictSame(drawn.toSorted(byText), edges.toSorted(byText), 'each edge once, as a row or on an arrow');
      const places = new Map(layout.nodes.map((node) => [node.id, node]));
      for (const node of layout.nodes) {
        const outer = node.parent === null ? layout : places.get(node.parent)!;
        const left = 'x' in outer ? outer.x : 0;
        const top = 'y' in outer ? outer.y : 0;
        t.ok(
          node.x >= left &&
            node.y >= top &&
            node.x + node.width <= left + outer.width &&
            node.y + node.height <= top + outer.height,
          `${node.id} is inside`,
        );
      }
      for (const { source, target, points } of layout.arrows) {
        t.ok(points.length >= 2, `${source} → ${target} has a way`);
        t.ok(touches(places.get(target)!, points.at(-1)!), `${source} → ${target} ends there`);
        t.ok(touches(places.get(source)!, points[0]!), `${source} → ${target} begins there`);
      }
      const overlapping = layout.nodes.flatMap((one, index) =>
        layout.nodes
          .slice(index + 1)
          .filter(
            (other) => !isAround(one.id, other.id) && !isAround(other.id, one.id) && overlap(one, other),
          )
          .map((other) => `${one.id} and ${other.id}`),
      );
      t.strictSame(overlapping, [], 'states lie apart, or in each other');
      t.equal(layoutOf(chartOf(machine)), layoutOf(chart), 'it is worked out once');
    },
  );
}

const byText = (a: string, b: string) => (a < b ? -1 : 1);

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const isAround = (outer: string, id: string): boolean => id.startsWith(`${outer}.`);
const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function touches({ x, y, width, height }: Box, at: { x: number; y: number }): boolean {
  const within = at.x >= x - 1 && at.x <= x + width + 1 && at.y >= y - 1 && at.y <= y + height + 1;
  const onEdge = [at.x - x, at.x - x - width, at.y - y, at.y - y - height].some((off) => Math.abs(off) <= 1);
  return within && onEdge;
}

void t.test('the large chart has the size that it reports', async (t) => {
  t.equal(statesOf(chartOf(voyage)).length - 1, 40, 'besides the machine itself');
});

void t.test('another chart has another hash', async (t) => {
  const hashes = Object.values(kinds).map(({ machine }) => chartHash(chartOf(machine)));
  t.equal(new Set(hashes).size, hashes.length);
  t.match(hashes[0]!, /^[0-9a-f]{16}$/);
});
