/**
 * Hosted files in a bucket of any store that speaks S3. The bucket stays private: this service reads it and serves the
 * files, so their addresses stay the same when the store changes. Nothing is retried here: the caller gets the error
 * and decides.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request, type Dispatcher } from 'undici';
import {
  type ByteRange,
  type MediaStorage,
  StorageError,
  type StoredFile,
  typeOfName,
  type WaitingFile,
} from './storage.ts';

export interface S3Settings {
  /** For example https://s3.eu-central-1.amazonaws.com, without a trailing slash. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Prefix of every name, such as `troupe/`; may be empty. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is in the path (`endpoint/bucket/name`) instead of the host (`bucket.endpoint/name`). */
  pathStyle: boolean;
}

/** How long the store may be silent before it counts as unreachable, ms. */
const SILENCE_MS = 30_000;
const CONNECT_MS = 5_000;
/** Enough bytes of an error's XML to hold its code. */
const ERROR_BYTES = 4096;
/** No file has this hash. What the store does with it shows whether the settings are right. */
const NO_FILE = `${'0'.repeat(64)}.jpg`;

interface Sent {
  headers?: { [name: string]: string };
  body?: Dispatcher.DispatchOptions['body'];
}

export class S3Storage implements MediaStorage {
  readonly #settings: S3Settings;
  // the operator sets this address, not a caller, and it may be private: so no URL guard
  readonly #agent = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  });

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  /**
   * Reads, writes and deletes a file of a name that no real one has. The store checks keys and bucket before it responds
   * 404 to the first; keys that may only read fail the second.
   */
  async check(): Promise<void> {
    const { statusCode, body } = await this.#call('GET', NO_FILE, { headers: { range: 'bytes=0-0' } });
    const code = await errorCodeOf(body);
    const isRight = statusCode === 404 && code !== 'NoSuchBucket';
    if (!isRight && ![200, 206, 416].includes(statusCode)) throw this.#refused(statusCode, code);
    const empty = { 'content-length': '0', 'x-amz-content-sha256': createHash('sha256').digest('hex') };
    const put = await this.#call('PUT', NO_FILE, { headers: empty, body: '' });
    const refusal = await errorCodeOf(put.body);
    if (put.statusCode === 507) throw new StorageError('full', 'the S3 store is full');
    if (put.statusCode !== 200) throw this.#refused(put.statusCode, refusal);
    await this.remove(NO_FILE);
  }

  async stat(name: string): Promise<StoredFile | null> {
    const { statusCode, headers, body } = await this.#call('HEAD', name);
    await body.dump();
    if (statusCode === 404) return null;
    if (statusCode !== 200) throw this.#refused(statusCode, null);
    const storedAt = Date.parse(textOf(headers['last-modified']));
    return {
      bytes: Number(textOf(headers['content-length'])),
      storedAt: Number.isNaN(storedAt) ? 0 : storedAt,
    };
  }

  async put(name: string, { path, bytes, sha256 }: WaitingFile): Promise<void> {
    const { statusCode, body } = await this.#call('PUT', name, {
      headers: {
        'content-type': typeOfName(name) ?? 'application/octet-stream',
        'content-length': String(bytes),
        'x-amz-content-sha256': sha256, // the store refuses bytes that were changed on the way
      },
      body: createReadStream(path),
    });
    const code = await errorCodeOf(body);
    if (statusCode === 507) throw new StorageError('full', 'the S3 store is full');
    if (statusCode !== 200) throw this.#refused(statusCode, code);
    await rm(path, { force: true });
  }

  async *read(name: string, { from, to }: ByteRange): AsyncGenerator<Uint8Array> {
    const headers = { range: `bytes=${from}-${to}` };
    const { statusCode, body } = await this.#call('GET', name, { headers });
    if (statusCode !== 206) throw this.#refused(statusCode, await errorCodeOf(body));
    try {
      for await (const chunk of body) yield chunk as Uint8Array;
    } catch (cause) {
      throw unavailable(`broke off (${codeOf(cause)})`, cause);
    }
  }

  async remove(name: string): Promise<void> {
    const { statusCode, body } = await this.#call('DELETE', name);
    const code = await errorCodeOf(body);
    if (statusCode !== 204 && statusCode !== 200 && statusCode !== 404) throw this.#refused(statusCode, code);
  }

  /** A lifecycle rule of the bucket deletes them (docs/operating.md), because listing a bucket costs money. */
  async prune(): Promise<number> {
    return 0;
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  async #call(
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    name: string,
    { headers = {}, body }: Sent = {},
  ): Promise<Dispatcher.ResponseData> {
    const { region, accessKeyId, secretAccessKey } = this.#settings;
    const url = objectAddress(this.#settings, name);
    const signer = { method, url, headers, region, service: 's3', accessKeyId, secretAccessKey };
    const signed = await new AwsV4Signer(signer).sign();
    const sent = { method, headers: Object.fromEntries(signed.headers), body: body ?? null };
    try {
      return await request(url, { ...sent, dispatcher: this.#agent });
    } catch (cause) {
      throw unavailable(`does not respond (${codeOf(cause)})`, cause);
    }
  }

  /** @param code from the error's XML; null when it has none */
  #refused(status: number, code: string | null): StorageError {
    const wrong = MISCONFIGURED[code ?? ''];
    if (wrong) return new StorageError('misconfigured', `the S3 store ${wrong(this.#settings)}`);
    const why = status === 403 ? ' (check its keys and the clock of this machine)' : '';
    return unavailable(`answered ${status}${code === null ? '' : ` ${code}`}${why}`);
  }
}

const elsewhere = ({ region }: S3Settings) => `is not in the region "${region}" (TROUPE_S3_REGION)`;

/** Error codes that only the operator can fix, each with what to do. */
const MISCONFIGURED: { [code: string]: (settings: S3Settings) => string } = {
  NoSuchBucket: ({ bucket }) => `has no bucket "${bucket}" (TROUPE_S3_BUCKET)`,
  InvalidAccessKeyId: () => 'does not know the key TROUPE_S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: () => 'refuses the signature: TROUPE_S3_SECRET_ACCESS_KEY is wrong',
  AccessDenied: ({ bucket }) =>
    `refuses the keys for the bucket "${bucket}": they need s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket`,
  RequestTimeTooSkewed: () => 'refuses the time of the request: set the clock of this machine',
  AuthorizationHeaderMalformed: elsewhere,
  PermanentRedirect: elsewhere,
};

/** The URL of an object: with the bucket in the path, or in the host's name. */
export function objectAddress({ endpoint, bucket, prefix, pathStyle }: S3Settings, name: string): string {
  if (typeOfName(name) === null) throw new RangeError('not the name of a hosted file');
  const url = new URL(endpoint);
  const path = `${prefix}${name}`.split('/').map(encodeURIComponent).join('/');
  const base = url.pathname.replace(/\/$/, '');
  if (pathStyle) url.pathname = `${base}/${encodeURIComponent(bucket)}/${path}`;
  else {
    url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = `${base}/${path}`;
  }
  return url.href;
}

/** Reads the code of an error and drops the rest of the body. @returns null when there is none */
async function errorCodeOf(body: Dispatcher.ResponseData['body']): Promise<string | null> {
  let text = '';
  try {
    for await (const chunk of body) {
      text += Buffer.from(chunk as Uint8Array).toString('latin1');
      if (text.length > ERROR_BYTES) break; // leaving the loop ends the response
    }
  } catch (cause) {
    throw unavailable(`broke off (${codeOf(cause)})`, cause);
  }
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? null;
}

const unavailable = (what: string, cause?: unknown) =>
  new StorageError('unavailable', `the S3 store ${what}`, { cause });

const codeOf = (cause: unknown) => (cause as { code?: string }).code ?? (cause as Error).name;

const textOf = (header: string | string[] | undefined) => [header].flat()[0] ?? '';
