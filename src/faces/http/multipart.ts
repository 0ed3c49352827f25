/**
 * Reads a form with one file (multipart/form-data, RFC 7578) while it arrives: the file goes chunk by chunk into a
 * sink, small text fields are kept in memory.
 */
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalid, Problem } from '../../api/problem.ts';
import type { Exchange } from '../../api/exchange.ts';
import type { FileSink } from '../../api/upload.ts';

interface Form<File> {
  fields: { [name: string]: string };
  file: File;
  /** What the client calls the file; null if it does not say. */
  fileName: string | null;
}

export interface FormOptions<File> {
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

  return new FormReading(exchange, reader, options).result;
}

/** A form that is being read. */
class FormReading<File> {
  readonly result: Promise<Form<File>>;
  readonly #options: FormOptions<File>;
  readonly #fields: Form<File>['fields'] = {};
  readonly #settle = Promise.withResolvers<Form<File>>();
  readonly #timer = setTimeout(() => this.#fail(new Problem('too_slow', SLOW)), MAX_MS);
  #sink: FileSink<File> | null = null;
  #fileName: string | null = null;
  #ended = false;

  constructor(exchange: Exchange, reader: BusboyInstance, options: FormOptions<File>) {
    this.#options = options;
    this.result = this.#settle.promise;
    this.#listen(reader);
    exchange.onAbort(() => this.#fail(new Error('the client went away while it was sending the form')));
    exchange.readChunks((chunk, last) =>
      this.#attempt(() => {
        reader.write(Buffer.from(chunk)); // a copy, because the parser may read it later
        if (last) reader.end();
      }),
    );
    if (exchange.bodyLength === 0) this.#fail(malformed('the form is empty'));
  }

  #listen(reader: BusboyInstance): void {
    reader.on('file', (name, stream, fileName) => {
      stream.on('error', (error) => this.#fail(error));
      stream.on('data', (chunk: Buffer) => this.#attempt(() => this.#write(chunk)));
      this.#attempt(() => this.#beginFile(name, fileName));
    });
    reader.on('field', (name, value, nameTruncated, valueTruncated) =>
      this.#attempt(() => {
        if (name === this.#options.part) throw noFile(name);
        if (nameTruncated || valueTruncated) throw invalid(`/${name}`, `${name} is too long`);
        if (Object.hasOwn(this.#fields, name)) throw twice(name);
        Object.defineProperty(this.#fields, name, { value, enumerable: true });
      }),
    );
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      reader.on(limit, () =>
        this.#fail(invalid('', `the form has more parts than one file and a few fields`)),
      );
    reader.on('error', () =>
      this.#fail(malformed('the form is cut off, or its parts are not separated as it says')),
    );
    reader.on('finish', () => this.#attempt(() => this.#finish()));
  }

  #beginFile(name: string | undefined, fileName: string | undefined): void {
    const { part } = this.#options;
    if (name !== part) throw unknownPart(name, part);
    if (this.#sink !== null) throw twice(part);
    this.#fileName = fileName ?? null;
    this.#sink = this.#options.begin();
  }

  #write(chunk: Buffer): void {
    if (this.#sink!.bytes + chunk.byteLength > this.#options.maxBytes) throw tooLarge(this.#options);
    this.#sink!.write(chunk);
  }

  #finish(): void {
    const { part } = this.#options;
    if (this.#sink === null)
      throw invalid(`/${part}`, `${part} is required: ${HOW(part)}`, { code: 'required' });
    const file = this.#sink.finish();
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#settle.resolve({ fields: this.#fields, file, fileName: this.#fileName });
  }

  #attempt(work: () => void): void {
    if (this.#ended) return;
    try {
      work();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#sink?.discard();
    this.#settle.reject(error instanceof Error ? error : new Error('the form failed', { cause: error }));
  }
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

/** The problem of a file that is too large. */
export function tooLarge({ part, maxBytes }: { part: string; maxBytes: number }): Problem {
  const limit = `${maxBytes / 1024 / 1024} MiB`;
  return new Problem('media_too_large', `${part} is larger than ${limit}, the most that is taken here`, {
    values: { limit },
    param: `/${part}`,
  });
}
