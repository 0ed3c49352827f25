/** Compiled steps: each rule that they take from XState. */
import { changesIn, type Mutant } from '../mutant.ts';

const TESTS = ['test/machines/compiled.test.ts'];

export const compiledMutants: Mutant[] = [
  ...changesIn('machines/compiled/moves.ts', TESTS, [
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
    [
      'a compiled transition into a region does not enter the regions beside it',
      '.filter((region) => region !== target && !isInside(target, region));',
      '.filter((region) => region === target);',
    ],
    [
      'two regions leave the same state in a compiled step',
      'return leftBy(one, active).some((node) => left.includes(node));',
      'return leftBy(one, active).every((node) => left.includes(node));',
    ],
    [
      'of two compiled transitions that conflict the last one is taken',
      'if (rivals.every((other) => isInside(one.move!.source, other.move!.source)))',
      'if (rivals.every((other) => one.move !== other.move))',
    ],
  ]),
  ...changesIn('machines/compiled/configuration.ts', TESTS, [
    [
      'a compiled chart forgets the transitions of outer states',
      'const edges = [...this.#edges.of(node, type), ...around];',
      'const edges = [...this.#edges.of(node, type), ...around].slice(0, 1);',
    ],
    [
      'states around regions take an event in a compiled step that a region takes',
      '.map((region) => this.#choiceOf(region, type, []))',
      '.map((region) => this.#choiceOf(region, type, edges))',
    ],
    [
      'a stored value that lacks a region is taken by a compiled step',
      "(node.type === 'compound' ? 1 : childrenOf(node).length)",
      "(node.type === 'compound' ? 1 : keys.length)",
    ],
  ]),
  ...changesIn('machines/compiled/chart.ts', TESTS, [
    [
      'a compiled step leaves states from the outside in',
      'nodes.toSorted((a, b) => b.order - a.order)',
      'nodes.toSorted((a, b) => a.order - b.order)',
    ],
    [
      'regions that are entered again keep their places in a compiled step',
      'const to = isSame ? from : this.#configuration([...nodes]);',
      'const to = isSame ? from : this.#configuration([...nodes].toSorted((a, b) => a.order - b.order));',
    ],
    [
      'a compiled actor that ends does not leave its states',
      '...(step.to.isFinal ? exits(step.to.nodes) : []),',
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
      'hasChanged = this.#pass(passage);',
      'this.#pass(passage);\n      hasChanged = false;',
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
