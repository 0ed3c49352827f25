/** What a simulated network wants to send to an app, and how the sandbox was asked to send it. */
import type { Json } from '../../machines/outcome.ts';

/** One thing that happened, as an entry of a webhook's body. */
export interface OutgoingEvent {
  /** The account it is about, by its id on the network. */
  account: string;
  /** `object` of the body that holds the entry (`instagram`, `page`); null means the entry is the whole body (threads). */
  object: string | null;
  /** Meta repeats what belongs to a conversation for an hour, and everything else for 36 hours. */
  family: 'changes' | 'messaging';
  entry: { [name: string]: Json };
  /** Which of the app's webhooks it goes to. Absent if the network gives an app one for each `object`. */
  hook?: string;
}

/** Where events of an app go, and the secret that signs them. */
export interface Callback {
  url: string;
  secret: string;
  /** Whose way of writing and signing a body. Absent means Meta's. */
  manner?: 'x';
}

/** How events are sent. The settings stay until they are changed. */
export interface Manner {
  /** Events wait until this is false again; then all of them are sent. */
  hold: boolean;
  /** Events of comments are never sent: networks lose some. */
  lose: boolean;
  /** Every request is made twice. */
  twice: boolean;
  /** Of events that wait together the last one is sent first. */
  reversed: boolean;
  /** How many waiting events one request may hold: 1 to 1,000. */
  batch: number;
  /** The echo of a message arrives before the response to the call that sent it. */
  echoFirst: boolean;
  /** Comments do not say who wrote them. */
  withoutFrom: boolean;
  /** Requests are signed with another secret. */
  wrongSecret: boolean;
  /** Before each message comes an edit with the number 0, which is none: seen with apps in development. */
  emptyEdits: boolean;
  /** Conversations belong to another app: their events arrive under `standby`. */
  standby: boolean;
  /** How much shorter the pauses between tries are than the network's own: 60 makes an hour a minute. */
  speed: number;
}

export const MAX_BATCH = 1000;

export const USUAL_MANNER: Manner = {
  hold: false,
  lose: false,
  twice: false,
  reversed: false,
  batch: 1,
  echoFirst: false,
  withoutFrom: false,
  wrongSecret: false,
  emptyEdits: false,
  standby: false,
  speed: 60,
};
