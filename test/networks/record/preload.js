/**
 * Records the calls of test files that run after this: `--import` it with TROUPE_RECORD_CALLS=<folder>. Modules that
 * adapters and simulators have their HTTP from are replaced by ones that record and pass everything on, so neither
 * knows of the recording.
 */
import { registerHooks } from 'node:module';

const REPLACED = [
  ['/adapters/lib/http.ts', new URL('./http.ts', import.meta.url).href],
  ['/simulators/simulator.ts', new URL('./simulator.ts', import.meta.url).href],
];

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const [, own] = REPLACED.find(([path]) => found.url.endsWith(path)) ?? [];
    // what replaces a module has the original itself
    return own === undefined || context.parentURL === own ? found : { ...found, url: own };
  },
});
