/** Receives a file that is the whole body of a request, into a sink. */
import { type Exchange, readBody } from '../../api/exchange.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { type FormOptions, tooLarge } from './multipart.ts';

/** @returns rejects with a Problem for a body that is empty or too large */
export function receiveRaw<File>(exchange: Exchange, options: FormOptions<File>): Promise<File> {
  const { part, maxBytes } = options;
  return new Promise((resolve, reject) => {
    exchange.onAbort(() => reject(new Error('the client went away while it was sending the file')));
    readBody(exchange, maxBytes, (bytes) => {
      if (bytes instanceof Problem)
        return reject(bytes.kind === 'body_too_large' ? tooLarge(options) : bytes);
      if (bytes.byteLength === 0)
        return reject(invalid(`/${part}`, 'the body is empty: it is the file', { code: 'required' }));
      try {
        const sink = options.begin();
        sink.write(bytes);
        resolve(sink.finish());
      } catch (error) {
        reject(error instanceof Error ? error : new Error('the file could not be stored', { cause: error }));
      }
    });
  });
}
