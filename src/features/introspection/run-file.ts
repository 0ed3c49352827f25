/**
 * A run as one JSON file: an actor with its family, their snapshots and journals, redacted. With it, a developer can
 * replay the actors on the machines of another checkout (`troupe replay <file>`) and see where the results differ.
 */
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Persisted } from '../../../machines/durable.ts';
import type { JournalRow } from '../../../store/actors.ts';
import { compile } from '../../engine/definitions.ts';
import { type Charted, kindNamed, type KindTable } from '../../engine/kind.ts';
import { comparable } from '../../engine/routine.ts';
import { sameJson } from '../../engine/state-name.ts';
import { replay, replayedBy, type Stop } from './replay.ts';

const nullable = <T extends Parameters<typeof Type.Array>[0]>(schema: T) => Type.Union([schema, Type.Null()]);
const AnyValue = Type.Unknown({ description: "XState's value: a name, or an object of names." });

export const RunStep = Type.Object({
  seq: Type.Integer(),
  version: Type.Integer(),
  definition: Type.Optional(nullable(Type.String())),
  at: Type.Number({ description: 'Epoch ms.' }),
  event: Type.Object({ type: Type.String() }, { additionalProperties: true }),
  value: AnyValue,
  before: Type.Optional(
    nullable(
      Type.Object(
        { value: AnyValue, context: Type.Unknown() },
        { description: 'From where it started, of kinds of which the journal leaves out some steps.' },
      ),
    ),
  ),
  taken: nullable(Type.Array(Type.String())),
  effects: nullable(Type.Array(Type.String())),
  timers: nullable(Type.Array(Type.Object({ id: Type.String(), dueAt: Type.Number() }))),
  cancels: nullable(Type.Array(Type.String())),
  fault: nullable(Type.String()),
  hand: nullable(
    Type.Object({ userId: Type.String(), keyId: Type.Optional(Type.String()), reason: Type.String() }),
  ),
  by: Type.Optional(
    nullable(
      Type.Object({
        id: Type.String(),
        name: nullable(Type.String()),
        key: nullable(Type.Object({ id: Type.String(), name: nullable(Type.String()) })),
      }),
    ),
  ),
});

/** The HTTP requests to networks and their responses. Times are epoch ms. */
const RunAttempt = Type.Object({
  effectId: Type.String(),
  type: Type.String(),
  tries: Type.Integer(),
  seq: nullable(Type.Integer({ description: 'The step that took its result.' })),
  at: Type.Number(),
  recorded: Type.Object({
    exchanges: Type.Array(
      Type.Object(
        { at: Type.Number(), method: Type.String(), url: Type.String() },
        { additionalProperties: true },
      ),
      { description: 'As in GET /v1/actors/{id}/exchanges.' },
    ),
    leftOut: Type.Integer(),
    withoutBodies: Type.Integer(),
  }),
});

export const RunFile = Type.Object({
  format: Type.Literal('troupe-run'),
  formatVersion: Type.Literal(1),
  downloadedAt: Type.String(),
  actors: Type.Array(
    Type.Object({
      id: Type.String(),
      parentId: nullable(Type.String()),
      kind: Type.String(),
      definition: Type.Optional(
        nullable(
          Type.Object(
            { id: Type.String(), version: Type.Integer(), json: Type.Unknown() },
            { description: 'The definition its chart is compiled from; null means its kind has one chart.' },
          ),
        ),
      ),
      version: Type.Integer(),
      seq: Type.Integer(),
      status: Type.String(),
      snapshot: Type.Object(
        { status: Type.String(), value: AnyValue, context: Type.Unknown() },
        { additionalProperties: true },
      ),
      steps: Type.Array(RunStep),
      attempts: Type.Optional(
        Type.Array(RunAttempt, { description: 'Attempts that made calls, oldest first.' }),
      ),
    }),
  ),
});
export type RunFile = Static<typeof RunFile>;

/** The result of replaying one actor. */
export interface Replayed {
  id: string;
  kind: string;
  steps: number;
  /** How many steps were replayed. */
  replayed: number;
  /** Empty: the replay gave exactly the recorded result. */
  differences: string[];
  /** Why the replay stopped before the end. */
  stopped: Stop | null;
}

/** The file is not a run, or has another format. */
export class NotARun extends Error {
  override readonly name = 'NotARun';
}

/** @throws NotARun */
export function readRun(text: string): RunFile {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    throw new NotARun('it is not JSON', { cause });
  }
  if (Value.Check(RunFile, read)) return read;
  const { format, formatVersion } = (read ?? {}) as { format?: unknown; formatVersion?: unknown };
  if (format !== 'troupe-run')
    throw new NotARun(
      'it is not a run of Troupe: download one from the debugger, or with GET /v1/actors/{id}/run',
    );
  if (formatVersion !== 1)
    throw new NotARun(`its format has version ${String(formatVersion)}; this program reads 1`);
  const [fault] = Value.Errors(RunFile, read);
  throw new NotARun(`it is damaged${fault ? `: ${fault.instancePath} ${fault.message}` : ''}`);
}

/** Replays every actor of a run on the machines of this program. @param kinds that this program knows */
export function replayRun({ actors }: RunFile, kinds: KindTable): Replayed[] {
  return actors.map(({ id, kind, definition, steps, version, seq, snapshot }) => {
    const actorKind = kindNamed(kinds, kind);
    if (actorKind?.compile && definition) compile(actorKind, { ...definition, kind, workspaceId: '' });
    const rows = steps.map((step) => ({ ...step, actorId: id })) as JournalRow[];
    const { steps: replayed, end, stopped } = replay(replayedBy(actorKind, definition?.id), rows);
    const differences = replayed.flatMap((step) =>
      step.differences.map((difference) => `step ${step.seq}: ${difference}`),
    );
    const stored = ofToday(actorKind, version, snapshot as unknown as Persisted);
    if (end) {
      const isLast = rows.at(-1)?.seq === seq;
      const [now, then] = [end, stored].map(
        (one) => comparable(actorKind?.routine, one, isLast) as Persisted,
      );
      if (!sameJson(now, then)) differences.push(...snapshotDifferences(now!, then!));
    }
    return {
      id,
      kind,
      steps: rows.length,
      replayed: stopped ? replayed.filter(({ seq }) => seq < stopped.seq).length : replayed.length,
      differences,
      stopped,
    };
  });
}

/** Upgrades a snapshot of an older version, as the engine does before today's machine uses it. */
function ofToday(kind: Charted | undefined, version: number, snapshot: Persisted): Persisted {
  if (!kind) return snapshot;
  let current = snapshot;
  for (let from = version; from < kind.version; from += 1) {
    current = kind.upgrades[from]?.(current) ?? current;
  }
  return current;
}

function snapshotDifferences(end: Persisted, stored: Persisted): string[] {
  const now = end.context as { [name: string]: unknown };
  const then = stored.context as { [name: string]: unknown };
  const names = [...new Set([...Object.keys(now), ...Object.keys(then)])];
  const fields = names
    .filter((name) => !sameJson(now[name], then[name]))
    .map((name) => `at the end ${name} was ${JSON.stringify(then[name])}, now ${JSON.stringify(now[name])}`);
  const rest = (['status', 'value'] as const)
    .filter((name) => !sameJson(end[name], stored[name]))
    .map(
      (name) =>
        `at the end the ${name} was ${JSON.stringify(stored[name])}, now ${JSON.stringify(end[name])}`,
    );
  return [...rest, ...fields];
}
