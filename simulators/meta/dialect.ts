/** In what Instagram and Messenger differ, for the code that both share. */
import type { AppCredentials } from '../../adapters/port/account.ts';
import type { Exchange } from '../exchange.ts';
import type { Codes, Input } from '../shared/graph.ts';

/** What an app can be told of. */
export type EventKind =
  | 'comment'
  | 'message'
  | 'echo'
  | 'postback'
  | 'referral'
  | 'read'
  | 'reaction'
  | 'edit'
  | 'deleted';

export interface Dialect {
  object: 'instagram' | 'page';
  app: AppCredentials;
  /** The app as echoes name it; null if they name none (Instagram). */
  echoAppId: string | null;
  /** The webhook field under which each event comes. */
  fields: { [kind in EventKind]: string };
  /** Every field that can be subscribed to. */
  allFields: string[];
  /** The fields that the caller's account can be subscribed to. */
  accountFields(exchange: Exchange): string[];
  /** An account receives the fields it was subscribed to (Pages); else one subscription brings all of the app's. */
  perField: boolean;
  scopes: { messages: string; comments: string; subscribe: string };
  /** Checks the version, the token and its scope. The account in the path is `:account`. */
  enter(exchange: Exchange, scope: string, respond: Respond): Promise<Response>;
  /** The account whose token a call has; null if it has none. */
  callerOf(exchange: Exchange): string | null;
  refuse: (status: number, codes: Codes, message: string) => Response;
  missing(id: string): Response;
  /** Handle of an account, as conversations show it. */
  nameOf(account: string): string;
  /** Whether a post is a broadcast that has ended. Absent means none is. */
  isOver?(post: string): boolean;
  messageId(number: number): string;
  conversationId(account: string, person: string): string;
  /** Null means the text is short enough. */
  textFault(text: string): string | null;
  codes: {
    windowClosed: Codes;
    unknownPerson: Codes;
    otherApp: Codes;
    tooFast: Codes;
    /** A second private reply to one comment. */
    secondPrivateReply: Codes;
  };
  /** A reaction of the person opens the reply window. */
  reactionOpensWindow: boolean;
  /** A text beside an attachment: the attachment is dropped without a word, or the call is refused. */
  dropsAttachmentBesideText: boolean;
  /** Taking a reaction back is sent to the app. */
  sendsUnreact: boolean;
}

type Respond = (account: { id: string; name: string }, input: Input) => Response | Promise<Response>;
