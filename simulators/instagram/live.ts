/**
 * Broadcasts: people comment while one lasts, and only then can it be read and its comments be answered privately. Replies below
 * its comments are refused ("Comment moderation": not on live video).
 */
import { BadInput } from '../bad-input.ts';
import type { PersonActResult } from '../people.ts';
import type { World } from '../simulator.ts';
import type { BroadcastAct } from '../meta/people.ts';
import { factsOf, type Person } from '../meta/state.ts';
import { idDigits, type Media, type State } from './state.ts';

export const isOver = ({ live }: Media): boolean => live !== undefined && live.endedAt !== null;

/** The account's owner goes live or ends it. @throws BadInput where there is a broadcast already, or none */
export function broadcast(world: World<State>, person: Person, act: BroadcastAct): PersonActResult {
  const { account } = person;
  const running = Object.values(world.state.media).find(
    (media) => media.account === account && media.live?.endedAt === null,
  );
  if (act.kind === 'endLive') {
    if (!running?.live) throw new BadInput('act: the account is not live');
    running.live.endedAt = world.now();
    return { person: factsOf(person), mediaId: running.id };
  }
  if (running) throw new BadInput('act: the account is live already; end that broadcast first');
  const number = world.nextNumber();
  const id = `180${idDigits(number)}`;
  const shown = { account, caption: act.text, kind: 'video' as const, origin: 'elsewhere' as const };
  world.state.media[id] = { id, ...shown, at: world.now(), number, live: { endedAt: null } };
  return { person: factsOf(person), mediaId: id };
}
