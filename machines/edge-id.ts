/** The fields of XState's transitions from which their ids are made. */
export interface IdentifiedTransition {
  eventType: string;
  source: {
    id: string;
    transitions: Map<string, readonly unknown[]>;
    always?: readonly unknown[];
    initial?: unknown;
  };
}

/** The chart's id of a transition: its source, its event ('' for an eventless one) and its index among those. */
export function edgeId(transition: IdentifiedTransition): string {
  const { source, eventType } = transition;
  const siblings = eventType === '' ? source.always : source.transitions.get(eventType);
  return `${source.id}|${eventType}|${siblings?.indexOf(transition) ?? -1}`;
}
