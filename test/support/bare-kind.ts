import type { Charted, Kind } from '../../src/engine/kind.ts';

/** A kind of a test: a machine, and nothing else unless the test says so. */
export function bareKind(kind: Charted & Partial<Kind>): Kind {
  return {
    idPrefix: kind.name,
    listColumns: null,
    feedEvent: null,
    announcements: {},
    effects: {},
    restingStates: [],
    retention: null,
    view: {
      remembers: {},
      describe: async () => new Map(),
      waitsForPerson: () => null,
      timers: {},
      actions: () => [],
      explain: { sentence: () => '' },
    },
    ...kind,
  };
}
