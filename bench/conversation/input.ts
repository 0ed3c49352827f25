/** What the conversations' program is given, and what it returns. */
import type { Cost } from '../measure.ts';

export interface ConversationSize {
  /** Conversations that rest. */
  actors: number;
  /** Steps of the one that takes many. */
  steps: number;
  /** Steps of a measured part, at the beginning and at the end. Divisible by four: it is measured in two halves, and a message takes two steps. */
  part: number;
}

export interface ConversationRun extends ConversationSize {
  url: string;
  postmasterPid: number;
  mode: 'seed' | 'idle' | 'alone';
}

/** The cost of some steps. */
export interface StepsCost extends Cost {
  steps: number;
  walBytes: number;
}
