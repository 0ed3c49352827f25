/** Comments as Meta sends them for an app with Instagram accounts: signed, many in a request. */
import { createHmac } from 'node:crypto';
import { APP } from '../inbound/events.ts';

export const KEYWORD = 'link';

export interface BenchComment {
  /** Different for each comment, and of a person of its own. */
  number: number;
  account: string;
}

/** The text of a request over HTTP/1.1 with these comments. @param at when they were written, epoch ms */
export function commentRequest(comments: readonly BenchComment[], at: number): string {
  const body = JSON.stringify({
    object: 'instagram',
    entry: comments.map(({ number, account }) => ({
      id: account,
      time: Math.floor(at / 1000),
      changes: [
        {
          field: 'comments',
          value: {
            id: `1790000${number}`,
            text: `The ${KEYWORD.toUpperCase()} please, number ${number}!`,
            from: { id: `8000000${number}`, username: `fan.${number}` },
            media: { id: '18000000000000001', media_product_type: 'REELS' },
          },
        },
      ],
    })),
  });
  const signature = createHmac('sha256', APP.clientSecret).update(body).digest('hex');
  const head = `POST /inbound/instagram HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-hub-signature-256: sha256=${signature}`;
  return `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
