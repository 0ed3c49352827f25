/**
 * Takes the place of async-hook-domain in a process of tests. tap asks it which test an uncaught error belongs to, and for
 * that it follows every promise until it is collected, which takes a third of the time of tests with many promises.
 * Tests of a process run one after the other: entry.ts gives such an error to the test that is at work.
 *
 * Plain JavaScript, so that it is loaded before anything else.
 */
import { registerHooks } from 'node:module';

const source = `export class Domain {
  constructor(onerror) { this.onerror = onerror; }
  destroy() {}
}`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'async-hook-domain'
      ? { url: `data:text/javascript,${encodeURIComponent(source)}`, format: 'module', shortCircuit: true }
      : next(specifier, context),
});
