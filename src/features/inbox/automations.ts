/** The interface of automations that the inbox calls: it passes what people did, and gets what that started (src/features/flows/start-runs.ts). */
import type { InboundMessage } from '../../../adapters/port/inbound.ts';
import type { Tx } from '../../../store/connect.ts';
import type { AutomationOutcome } from '../../../store/direct-messages.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import type { ReceivingAccount } from './reported.ts';

/** What a person did, for automations. */
export interface PersonAct {
  conversation: Actor;
  /** The network's id of the person. */
  personId: string;
  /** By the network's clock, epoch ms. */
  at: number;
  /** null means a ref link alone. */
  message: InboundMessage | null;
  /** The code of a ref link; null if none. */
  ref: string | null;
  /** The automation of the rule whose message this answers first; null if it answers none that names one. */
  then: string | null;
}

/** The automations of an account, as messages are taken. */
export interface Automations {
  /** Whether there is an active one. */
  any: boolean;
  /** Whether a text has a keyword that starts one of them. */
  isKeyword(text: string): boolean;
  /** Whether a text is a message of one of them to the person of a conversation. */
  says(conversationId: string, text: string): Promise<boolean>;
  /** Continues the run that the database has lost and whose choice was tapped; else starts the one whose trigger the act is. */
  start(act: PersonAct): Promise<Started>;
  /** Continues such a run, and starts nothing else. */
  goOn(act: PersonAct): Promise<Started>;
  /** Writes what the starts of the turn decided. Called once, after all of them. */
  save(): Promise<void>;
}

/** What an act of a person started. */
export interface Started {
  /** null if nothing. */
  run: Actor | null;
  /** What is kept of it with the person's message; null if no automation is active. */
  outcome: AutomationOutcome | null;
}

/**
 * Reads the automations of an account, in the transaction that stores the messages.
 * @param conversations those that may start one, by the network's ids of their people. They are locked.
 */
export type ReadAutomations = (
  tx: Tx,
  turn: Turn,
  account: ReceivingAccount,
  conversations: ReadonlyMap<string, Actor>,
) => Promise<Automations>;
