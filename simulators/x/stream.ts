/**
 * The app's stream of events (`GET /2/activity/stream`): a response that stays open, with an event in each line. X's documents
 * name the call and `backfill_minutes`; the empty lines and the refusal of a second connection are as its other streams do.
 */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import { problem, type State } from './state.ts';

const KEEP_ALIVE_MS = 20_000;
const MAX_BACKFILL_MINUTES = 5;

/** Open streams, by what they send from: a response cannot be stored. */
const open = new WeakMap<World<State>, Set<(line: string) => void>>();

/** Sends an event to the stream, and keeps it for who asks for what was missed. */
export function sendLine(world: World<State>, event: Json): void {
  const { state } = world;
  const line = JSON.stringify(event);
  const since = world.now() - MAX_BACKFILL_MINUTES * 60_000;
  state.streamed = [...state.streamed.filter(({ at }) => at >= since), { at: world.now(), line }];
  for (const send of open.get(world) ?? []) send(line);
}

/** @param backfillMinutes 0 to 5: what was sent within them is sent again */
export function openStream(world: World<State>, backfillMinutes: number): Response {
  if (!(backfillMinutes >= 0 && backfillMinutes <= MAX_BACKFILL_MINUTES)) {
    return problem(400, 'Invalid Request', `backfill_minutes must be from 0 to ${MAX_BACKFILL_MINUTES}`);
  }
  const streams = open.get(world) ?? new Set();
  open.set(world, streams);
  if (streams.size > 0)
    return problem(
      429,
      'ConnectionException',
      'This stream is currently at the maximum allowed connection limit.',
    );
  const text = new TextEncoder();
  let end = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: string) => controller.enqueue(text.encode(`${line}\r\n`));
      streams.add(send);
      const beat = setInterval(() => send(''), KEEP_ALIVE_MS).unref();
      end = () => {
        clearInterval(beat);
        streams.delete(send);
      };
      send('');
      const since = world.now() - backfillMinutes * 60_000;
      for (const { at, line } of world.state.streamed) if (at >= since && backfillMinutes > 0) send(line);
    },
    cancel: () => end(),
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}
