/**
 * Messages that wait until nothing of their family is in progress. When a post goes to twenty accounts, its row would be
 * written at the end of each delivery, although only the last end changes what users see. So the end of a delivery waits
 * as a message of the post while this node runs other deliveries of the post, and the post takes all ends in one turn.
 *
 * A message that waits is in the database, due in `DEFER_MS`: if its node dies, or the other deliveries take longer, any
 * node gives it to its actor then. This list saves only the read from the database.
 */
import type { MailRow } from '../../store/turns.ts';
import { kindNamed, type KindTable } from './kind.ts';
import type { Message, Turn } from './turn.ts';

/** How long a message waits at most, ms. */
export const DEFER_MS = 10_000;

/**
 * The types of effects that reports wait for: those of the kinds that send them. What else a family does, such as the first comment
 * below a post, holds no report up.
 */
export function awaitedTypes(kinds: KindTable): ReadonlySet<string> {
  const senders = Object.values(kinds).filter(({ deferred }) => deferred !== undefined);
  return new Set(senders.flatMap(({ effects }) => Object.keys(effects)));
}

export class DeferredMail {
  readonly #byFamily = new Map<string, MailRow[]>();
  /** The families of the messages, by the message's id. */
  readonly #familyOf = new Map<string, string>();

  /** The messages that this node stored for the first actor of a family and that wait, oldest first. */
  of(family: string): readonly MailRow[] {
    return this.#byFamily.get(family) ?? [];
  }

  /** Adds what a committed turn deferred, and removes what it took. */
  keep({ deferred, consumed }: Pick<Turn, 'deferred' | 'consumed'>): void {
    for (const id of consumed) this.#remove(id);
    for (const mail of deferred) {
      this.#familyOf.set(mail.id, mail.actorId);
      const waiting = this.#byFamily.get(mail.actorId);
      if (waiting) waiting.push(mail);
      else this.#byFamily.set(mail.actorId, [mail]);
    }
  }

  /** Forgets the messages of a family. They stay in the database. */
  forget(family: string): void {
    for (const { id } of this.of(family)) this.#familyOf.delete(id);
    this.#byFamily.delete(family);
  }

  #remove(id: string): void {
    const family = this.#familyOf.get(id);
    if (family === undefined) return;
    this.#familyOf.delete(id);
    const left = this.of(family).filter((mail) => mail.id !== id);
    if (left.length === 0) this.#byFamily.delete(family);
    else this.#byFamily.set(family, left);
  }
}

/**
 * Takes out of a turn the messages that may wait: those that the sender's kind names, to the actor that started the sender.
 * @returns them, by the family's first actor
 */
export function takeDeferrable(turn: Turn, senders: readonly string[]): Map<string, Message[]> {
  const found = new Map<string, Message[]>();
  /** Which events may wait, by the actor that receives them. */
  const patient = new Map<string, readonly string[]>();
  for (const id of senders) {
    const sender = turn.actors.get(id);
    const events = sender && kindNamed(turn.kinds, sender.kind)?.deferred;
    if (events && sender.parentId !== null) patient.set(sender.parentId, events);
  }
  if (patient.size === 0) return found;
  turn.outgoing = turn.outgoing.filter((message) => {
    if (!patient.get(message.to)?.includes(message.event.type)) return true;
    const waiting = found.get(message.to);
    if (waiting) waiting.push(message);
    else found.set(message.to, [message]);
    return false;
  });
  return found;
}
