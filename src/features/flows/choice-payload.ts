/**
 * The payload that a network returns with the tap on a choice: the run and the choice. It names the automation too, so that the
 * tap can be understood if the run is not in the database any more. Pure.
 */

/** A choice of a message of a run. */
interface ChoiceRef {
  runId: string;
  stepId: string;
  /** Its place among the choices of the step, from 0. */
  index: number;
  automationId: string;
}

export const choicePayload = ({ runId, stepId, index, automationId }: ChoiceRef): string =>
  `${runId}/${stepId}/${index}/${automationId}`;

/** A run's id is a ULID: it carries the time of the start. */
const PAYLOAD = /^(run_[0-7][0-9A-HJKMNP-TV-Z]{25})\/([\w-]+)\/(\d{1,3})\/(\w+)$/;

/** @returns null for what is no payload of a run, or one of a version that named no automation */
export function choiceOf(payload: string | null): ChoiceRef | null {
  const [, runId, stepId, index, automationId] = PAYLOAD.exec(payload ?? '') ?? [];
  if (runId === undefined || stepId === undefined || automationId === undefined) return null;
  return { runId, stepId, index: Number(index), automationId };
}
