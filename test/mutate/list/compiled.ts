/** Compiled steps: each rule that they take from XState. */
import { changesIn, type Mutant } from '../mutant.ts';

const TESTS = ['test/machines/compiled.test.ts'];

export const compiledMutants: Mutant[] = [
  ...changesIn('machines/compiled/moves.ts', TESTS, [
    [
      'a compiled step leaves states from the outside in',
      'const left = withAncestors(leaf).filter((node) => isInside(node, domain));',
      'const left = withAncestors(leaf).filter((node) => isInside(node, domain)).reverse();',
    ],
    [
      'a compiled transition into its own states leaves its source',
      'if (!reenter && (target === source || isInside(target, source))) return source;',
      'if (!reenter && target === source) return source;',
    ],
    [
      'a compiled transition to its own source enters it again',
      'const stays = !reenter && target === source && domain === source;',
      'const stays = false;',
    ],
  ]),
  ...changesIn('machines/compiled/chart.ts', TESTS, [
    [
      'a compiled chart forgets the transitions of outer states',
      'on.set(type, [...(on.get(type) ?? []), ...edges]);',
      'if (!on.has(type)) on.set(type, edges);',
    ],
    [
      'a compiled actor that ends does not leave its states',
      "...(leaf.type === 'final' ? exits(withAncestors(leaf)) : []),",
      '',
    ],
    [
      'the actions of an initial state are forgotten in a compiled step',
      'return byDefault ? [...entry, ...initial] : entry;',
      'return entry;',
    ],
  ]),
  ...changesIn('machines/compiled/run.ts', TESTS, [
    [
      'a compiled step takes one eventless transition at most',
      'hasChanged = this.follow(edge);',
      'this.follow(edge);\n      hasChanged = false;',
    ],
    [
      'a compiled step may take one transition more than the chart allows',
      'if (iteration > maxIterations)',
      'if (iteration > maxIterations + 1)',
    ],
    [
      'a timer that is cancelled in the compiled step that started it still fires',
      'if (this.#timers.length > 0) this.#timers = this.#timers.filter((timer) => timer.id !== id);',
      '',
    ],
    [
      'a compiled step changes the context that was stored',
      'this.#context = Object.assign({ ...this.#context }, changed);',
      'this.#context = Object.assign(this.#context, changed);',
    ],
  ]),
  ...changesIn('machines/compiled/guards.ts', TESTS, [
    [
      'a compiled guard made with `not` holds when its part does',
      'return (context, event) => !part!(context, event);',
      'return (context, event) => part!(context, event);',
    ],
  ]),
];
