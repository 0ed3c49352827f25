/** Bodies as Meta sends them for an app with Instagram accounts: signed, with one message or many. */
import { createHmac } from 'node:crypto';
import type { LoadRequest } from '../http/load.ts';

/** The app that signs. */
export const APP = { clientId: '1234567890', clientSecret: 'bench-app-secret-0123456789abcdef' };

/** A message of a person to an account. */
export interface BenchMessage {
  /** Different for each message. */
  id: string;
  account: string;
  person: string;
  text: string;
}

/** The request of a POST with these messages. @param at when they were written, epoch ms */
export function requestOf(messages: readonly BenchMessage[], at: number): LoadRequest {
  const body = JSON.stringify({
    object: 'instagram',
    entry: messages.map(({ id, account, person, text }) => ({
      time: at,
      id: account,
      messaging: [
        {
          sender: { id: person },
          recipient: { id: account },
          timestamp: at,
          message: { mid: `aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlEOjE3ODQx${id}`, text },
        },
      ],
    })),
  });
  const signature = createHmac('sha256', APP.clientSecret).update(body).digest('hex');
  const head = `POST /inbound/instagram HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-hub-signature-256: sha256=${signature}`;
  return { head, body };
}

export const TEXT = 'a few words that a person wrote, about as many as people write in a message';
