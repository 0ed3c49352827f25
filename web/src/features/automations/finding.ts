/** What the service says of a flow, and the step that it is about. Pure. */
import { sentence } from '../../base/finding.ts';
import { everyPlace } from './outline.ts';
import type { Step } from './shapes.ts';

export interface Finding {
  /** Stable name, as the service has it. */
  code: string;
  /** A refusal blocks saving; a warning does not. */
  blocks: boolean;
  /** JSON pointer in the flow, such as `/steps/0/text`. */
  path: string;
  message: string;
  /** The step that it is about; null means the trigger, or the flow as a whole. */
  stepId: string | null;
}

/** @param finding with the path in a request: below `/automation` or not */
export function findingOf(finding: Omit<Finding, 'stepId'>, steps: readonly Step[]): Finding {
  const path = finding.path.replace(/^\/automation(?=\/)/, '');
  const within = everyPlace(steps)
    .filter((place) => path === place.path || path.startsWith(`${place.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length);
  const message = sentence(finding.message.replace(/^(?:automation\.)?(?:steps|trigger)[\w.]*: /i, ''));
  return { ...finding, path, message, stepId: within[0]?.step.id ?? null };
}

/** The finding about a field of a step or of the trigger; undefined if there is none. */
export const findingText = (findings: readonly Finding[], field: string): string | undefined =>
  findings.find(({ path, blocks }) => blocks && (path.endsWith(`/${field}`) || path.includes(`/${field}/`)))
    ?.message;
