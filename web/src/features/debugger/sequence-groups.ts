/** Which columns the messages of a family are drawn in. Pure. */
import { kindsLabel } from './kinds.ts';
import type { Sequence } from './shapes.ts';

type Participant = Sequence['participants'][number];
type Message = Sequence['messages'][number];

/** A message between two columns. `about` names the participant that its column does not. */
export interface DrawnMessage extends Message {
  about: string | null;
}

interface Columns {
  participants: Participant[];
  messages: DrawnMessage[];
}

/** When there are more of a kind they share a column: with one each, the arrows of 19 deliveries are longer than a screen is wide. */
const MAX_OF_A_KIND = 3;

/** @param shownId the actor that the page shows: it keeps a column of its own */
export function columnsOf({ participants, messages }: Sequence, shownId: string): Columns {
  const kinds = [...Map.groupBy(participants, ({ kind }) => kind)];
  const isLarge = kinds.some(([, own]) => own.length > MAX_OF_A_KIND);
  const many = isLarge ? kinds.filter(([, own]) => own.length > 1) : [];
  const groups = new Map<string, string>();
  for (const [kind, own] of many)
    for (const { id } of own) if (id !== shownId) groups.set(id, `group:${kind}`);
  const titles = new Map(participants.map(({ id, title }) => [id, title]));
  const columns = new Map<string, Participant>();
  for (const one of participants) {
    const group = groups.get(one.id);
    if (group === undefined) columns.set(one.id, one);
    else columns.set(group, { id: group, kind: one.kind, title: kindsLabel(one.kind) });
  }
  return {
    participants: [...columns.values()],
    messages: messages.map((message) => {
      const names = [message.from, message.to].filter((id) => groups.has(id));
      return {
        ...message,
        from: groups.get(message.from) ?? message.from,
        to: groups.get(message.to) ?? message.to,
        about: names.length === 0 ? null : names.map((id) => titles.get(id) ?? id).join(', '),
      };
    }),
  };
}

/** The messages from and to one actor of a family alone. */
export function messagesOf(sequence: Sequence, actorId: string): Sequence {
  const messages = sequence.messages.filter(({ from, to }) => from === actorId || to === actorId);
  const ids = new Set(messages.flatMap(({ from, to }) => [from, to]));
  return { ...sequence, messages, participants: sequence.participants.filter(({ id }) => ids.has(id)) };
}
