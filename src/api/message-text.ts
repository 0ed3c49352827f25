/** The text of a direct message in a request. */
import type { Manifest } from '../../adapters/port/manifest.ts';
import { invalid } from './problem.ts';

/** @throws Problem at `/message` when the text is empty, or longer than the network takes */
export function insistOnMessage(
  { platform, messages }: Pick<Manifest, 'platform' | 'messages'>,
  message: string,
): void {
  insistOnText(message);
  const { textBytes = null, textChars = null } = messages?.limits ?? {};
  const bytes = Buffer.byteLength(message);
  if (textBytes !== null && bytes > textBytes)
    throw invalid(
      '/message',
      `message has ${bytes} bytes; ${platform} takes up to ${textBytes} (an emoji has four and more)`,
      { values: { reason: 'too_many_bytes', length: bytes, limit: textBytes, network: platform } },
    );
  const chars = Array.from(message).length;
  if (textChars !== null && chars > textChars)
    throw invalid('/message', `message has ${chars} characters; ${platform} takes up to ${textChars}`, {
      values: { reason: 'too_long', length: chars, limit: textChars, network: platform },
    });
}

/** @throws Problem at `/message` when nothing but spaces was written */
export function insistOnText(message: string): void {
  if (message.trim() === '')
    throw invalid('/message', 'message must not be empty', { values: { reason: 'empty' } });
}
