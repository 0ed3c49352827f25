/**
 * Reads a form with one file (multipart/form-data, RFC 7578) while it arrives: the file goes chunk by chunk into a
 * sink, small text fields are kept in memory. The file name that the client sends is ignored.
 */
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalid, Problem } from '../../api/problem.ts';
import type { Exchange } from '../../api/exchange.ts';
import type { FileSink } from '../../api/upload.ts';

interface Form<File> {
  fields: { [name: string]: string };
  file: File;
}

interface FormOptions<File> {
  /** Name of the file's part. */
  part: string;
  /** The most bytes that the file may have. */
  maxBytes: number;
  /** Creates a sink. An error it throws ends the upload. */
  begin(): FileSink<File>;
}

/** The most bytes of boundaries, headers and text fields. */
const OVERHEAD_BYTES = 64 * 1024;
const LIMITS = { fields: 20, fieldSize: 10_000, headerPairs: 20, headerSize: 16 * 1024, parts: 22 };
/**
 * The longest an upload may take, ms: 100 MB at 1 Mbit/s. uWebSockets.js itself cuts uploads that are slower than about
 * 16 KB/s.
 */
const MAX_MS = 15 * 60_000;

/**
 * Reads the form. If the file is not returned, what was received of it is discarded.
 * @returns rejects with a Problem for a form that is refused (the rest of the body is read and ignored), with the
 * sink's error, or when the client disconnects
 * @throws Problem 413, 415, 400 for errors that the headers already show
 */
export function receiveForm<File>(exchange: Exchange, options: FormOptions<File>): Promise<Form<File>> {
  const { part, maxBytes } = options;
  const reader = readerFor(exchange.header('content-type'), part);
  if (exchange.bodyLength !== null && exchange.bodyLength > maxBytes + OVERHEAD_BYTES)
    throw tooLarge(options);

  return new Promise((resolve, reject) => {
    const fields: Form<File>['fields'] = {};
    let sink: FileSink<File> | null = null;
    let ended = false;
    const timer = setTimeout(() => fail(new Problem('too_slow', SLOW)), MAX_MS);

    const fail = (error: unknown): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      sink?.discard();
      reject(error instanceof Error ? error : new Error('the form failed', { cause: error }));
    };
    const attempt = (work: () => void): void => {
      if (ended) return;
      try {
        work();
      } catch (error) {
        fail(error);
      }
    };

    reader.on('file', (name, stream) => {
      stream.on('error', fail);
      stream.on('data', (chunk: Buffer) =>
        attempt(() => {
          if (sink!.bytes + chunk.byteLength > maxBytes) throw tooLarge(options);
          sink!.write(chunk);
        }),
      );
      attempt(() => {
        if (name !== part) throw unknownPart(name, part);
        if (sink !== null) throw twice(part);
        sink = options.begin();
      });
    });
    reader.on('field', (name, value, nameTruncated, valueTruncated) =>
      attempt(() => {
        if (name === part) throw noFile(part);
        if (nameTruncated || valueTruncated) throw invalid(`/${name}`, `${name} is too long`);
        if (Object.hasOwn(fields, name)) throw twice(name);
        Object.defineProperty(fields, name, { value, enumerable: true });
      }),
    );
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      reader.on(limit, () => fail(invalid('', `the form has more parts than one file and a few fields`)));
    reader.on('error', () =>
      fail(malformed('the form is cut off, or its parts are not separated as it says')),
    );
    reader.on('finish', () =>
      attempt(() => {
        if (sink === null)
          throw invalid(`/${part}`, `${part} is required: ${HOW(part)}`, { code: 'required' });
        const file = sink.finish();
        ended = true;
        clearTimeout(timer);
        resolve({ fields, file });
      }),
    );

    exchange.onAbort(() => fail(new Error('the client went away while it was sending the form')));
    exchange.readChunks((chunk, last) =>
      attempt(() => {
        reader.write(Buffer.from(chunk)); // a copy, because the parser may read it later
        if (last) reader.end();
      }),
    );
    if (exchange.bodyLength === 0) fail(malformed('the form is empty'));
  });
}

function readerFor(contentType: string, part: string): BusboyInstance {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new Problem(
      'unsupported_media_type',
      `send a form (content-type: multipart/form-data); ${HOW(part)}`,
    );
  }
  try {
    const headers = { 'content-type': contentType };
    return new Busboy({ headers, limits: { ...LIMITS, files: 2 } });
  } catch {
    throw malformed('the content-type of the form names no boundary');
  }
}

const SLOW = `the upload took longer than ${MAX_MS / 60_000} minutes`;
const HOW = (part: string) => `the file goes into a part named ${part} with a file name`;

const malformed = (why: string) => new Problem('invalid_form', why);
const twice = (name: string) => invalid(`/${name}`, `${name} is given twice: send it once`);
const noFile = (part: string) => invalid(`/${part}`, `${part} is sent as text: ${HOW(part)}`);
const unknownPart = (name: string | undefined, part: string) =>
  invalid(`/${name ?? ''}`, `${name ?? 'a part without a name'} is not a known file: ${HOW(part)}`, {
    code: 'unknown_field',
  });

function tooLarge({ part, maxBytes }: { part: string; maxBytes: number }): Problem {
  const limit = `${maxBytes / 1024 / 1024} MiB`;
  return new Problem('media_too_large', `${part} is larger than ${limit}, the most that is taken here`, {
    param: `/${part}`,
  });
}
