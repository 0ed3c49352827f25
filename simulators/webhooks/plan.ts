/** Which requests waiting events make. */
import type { Manner } from './event.ts';
import type { WaitingEvent } from './waiting.ts';

export interface Planned {
  network: string;
  /** Requests of one lane are made one after the other. */
  lane: string;
  events: WaitingEvent[];
}

/** One request each, or as many events in one as the network's manner allows. */
export function requestsOf(events: WaitingEvent[], mannerOf: (network: string) => Manner): Planned[] {
  const planned: Planned[] = [];
  for (const [network, all] of Map.groupBy(events, (event) => event.network)) {
    const { batch, reversed } = mannerOf(network);
    const ordered = reversed ? all.toReversed() : all;
    for (const event of ordered) {
      const lane = batch === 1 ? `${network}/${event.account}` : network;
      const last = planned.at(-1);
      const fits =
        last?.network === network &&
        event.object !== null &&
        last.events[0]?.object === event.object &&
        last.events.length < batch;
      if (fits) last.events.push(event);
      else planned.push({ network, lane, events: [event] });
    }
  }
  return planned;
}
