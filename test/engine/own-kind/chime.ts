/** A kind for a test, complete in this file: a bell that rings at intervals until its clapper breaks. */
import { Type } from 'typebox';
import { assign, setup } from 'xstate';
import { effect, now } from '../../../machines/durable.ts';
import { defineKind, type HandlersOf, statusOf } from '../../../src/engine/kind.ts';

export type ChimeInput = { name: string; rings: number };
type ChimeContext = ChimeInput & { rung: number; error: string | null; lastAt: number | null };
type ChimeEvent = { type: 'bell.rung' } | { type: 'bell.broken'; reason: string } | { type: 'mend' };

export const CHIME_EVERY_MS = 10 * 60_000;
const DAY = 24 * 3_600_000;

const machine = setup({
  types: { context: {} as ChimeContext, events: {} as ChimeEvent, input: {} as ChimeInput },
  actions: {
    ring: effect<{ name: string; time: number }>(),
    announce: effect<{ event: 'chime.ended' }>(),
    count: assign(({ context }) => ({ rung: context.rung + 1, lastAt: now(), error: null })),
    keepError: assign((_, params: { reason: string }) => ({ error: params.reason })),
  },
  guards: { wasLast: ({ context }) => context.rung + 1 >= context.rings },
  delays: { pause: CHIME_EVERY_MS },
}).createMachine({
  id: 'chime',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, rung: 0, error: null, lastAt: null }),
  initial: 'ringing',
  states: {
    ringing: {
      entry: { type: 'ring', params: ({ context }) => ({ name: context.name, time: context.rung + 1 }) },
      on: {
        'bell.rung': [
          { guard: 'wasLast', target: 'ended', actions: 'count' },
          { target: 'resting', actions: 'count' },
        ],
        'bell.broken': {
          target: 'broken',
          actions: { type: 'keepError', params: ({ event }) => event },
        },
      },
    },
    resting: { after: { pause: 'ringing' } },
    broken: { on: { mend: 'ringing' } },
    ended: { type: 'final', entry: { type: 'announce', params: { event: 'chime.ended' } } },
  },
});

const shown = (id: string, { name, rung }: ChimeContext, status: string) => ({ id, name, rung, status });

export const chime = defineKind({
  name: 'chime',
  idPrefix: 'chm',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const { lastAt, error } = snapshot.context as ChimeContext;
    const status = statusOf(snapshot);
    return { status, shelf: status, plannedAt: null, reachedAt: lastAt, reason: error };
  },
  counted: (snapshot) => {
    const { name, rung } = snapshot.context as ChimeContext;
    const names = [statusOf(snapshot), ...(rung > 0 ? ['rang'] : [])];
    return { ownerId: name, names };
  },
  feedEvent: {
    change: ({ id, snapshot }, before) => ({
      type: before ? 'chime.updated' : 'chime.created',
      resource: { type: 'chime', id },
      data: shown(id, snapshot.context, statusOf(snapshot)),
    }),
  },
  announcements: {
    'chime.ended': {
      summary: 'A chime rang for the last time',
      schema: Type.Object({ event: Type.Literal('chime.ended'), chime: Type.Object({ id: Type.String() }) }),
      example: { chime: { id: 'chm_1' } },
      read: async (db, ids, { event }) => {
        const rows = await db<{ id: string; status: string }[]>`
          select id, shown as status from actors where id = any(${ids}::text[])`;
        return new Map(rows.map((row) => [row.id, { event, chime: row }]));
      },
    },
  },
  effects: { ring: { answers: ['bell.'], with: 'network' } },
  restingStates: [],
  retention: { label: 'chimes', retentionMs: DAY },
  view: {
    remembers: { error: 'error' },
    describe: async (db, rows) => {
      const ids = rows.map(({ id }) => id);
      const known = await db<{ id: string; status: string }[]>`
        select id, shown as status from actors where id = any(${ids}::text[])`;
      return new Map(known.map(({ id, status }) => [id, { title: `a chime, ${status}` }]));
    },
    waitsForPerson: (state) => (state === 'broken' ? 'its clapper is broken: mend it' : null),
    timers: { pause: { title: 'Ring now', detail: 'The pause ends at once.', isNextTry: true } },
    actions: (_, offer) =>
      offer.event('retry', { type: 'mend' }, { title: 'Mend', detail: 'It rings again.' }),
    explain: {
      sentence: ({ snapshot }) => {
        const { name, rung, rings, error } = snapshot.context as ChimeContext;
        return `The chime ${name} rang ${rung} of ${rings} times${error === null ? '' : `: ${error}`}.`;
      },
    },
  },
});

export type ChimeHandlers = HandlersOf<typeof chime>;
