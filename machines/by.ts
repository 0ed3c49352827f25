/**
 * An action or guard whose parameters are the fields of the event: `by('keepError')` for
 * `{ type: 'keepError', params: ({ event }) => event }`. It compiles only if every event has those fields.
 */
export const by = <const Type extends string>(type: Type) => ({
  type,
  params: <E>({ event }: { event: E }): E => event,
});
