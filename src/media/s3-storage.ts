/**
 * Hosted files in a bucket of any store that speaks S3. The bucket stays private: this service reads it and serves the
 * files, so that addresses outlive a move. Nothing is tried again here: who asked is told, and asks again.
 */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request, type Dispatcher } from 'undici';
import { type MediaStorage, StorageError, typeOfName } from './storage.ts';

export interface S3Settings {
  /** Such as https://s3.eu-central-1.amazonaws.com, without a slash at the end. */
  endpoint: string;
  region: string;
  bucket: string;
  /** In front of every name, such as `troupe/`; may be empty. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket in the path (`endpoint/bucket/name`) instead of the host (`bucket.endpoint/name`). */
  pathStyle: boolean;
}

/** A store that says nothing for so long is taken for gone, ms. */
const SILENCE_MS = 30_000;
const CONNECT_MS = 5_000;

export function createS3Storage(settings: S3Settings): MediaStorage {
  const { region, accessKeyId, secretAccessKey } = settings;
  // the operator names the address, not a caller: it may well be private, so no URL guard
  const agent = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  });

  async function call(
    method: 'GET' | 'HEAD' | 'PUT',
    name: string,
    {
      headers = {},
      body,
    }: { headers?: { [name: string]: string }; body?: Dispatcher.DispatchOptions['body'] } = {},
  ): Promise<Dispatcher.ResponseData> {
    const url = objectAddress(settings, name);
    const signer = { method, url, headers, region, service: 's3', accessKeyId, secretAccessKey };
    const signed = await new AwsV4Signer(signer).sign();
    try {
      return await request(url, {
        method,
        headers: Object.fromEntries(signed.headers),
        body: body ?? null,
        dispatcher: agent,
      });
    } catch (cause) {
      throw unavailable(`does not answer (${codeOf(cause)})`, cause);
    }
  }

  return {
    async stat(name) {
      const { statusCode, headers, body } = await call('HEAD', name);
      await body.dump();
      if (statusCode === 404) return null;
      if (statusCode !== 200) throw refused(statusCode);
      const keptAt = Date.parse(textOf(headers['last-modified']));
      return { bytes: Number(textOf(headers['content-length'])), keptAt: Number.isNaN(keptAt) ? 0 : keptAt };
    },

    async put(name, { path, bytes, sha256 }) {
      const { statusCode, body } = await call('PUT', name, {
        headers: {
          'content-type': typeOfName(name) ?? 'application/octet-stream',
          'content-length': String(bytes),
          'x-amz-content-sha256': sha256, // the store refuses bytes that were changed on the way
        },
        body: createReadStream(path),
      });
      await body.dump();
      if (statusCode === 507) throw new StorageError('full', 'the S3 store is full');
      if (statusCode !== 200) throw refused(statusCode);
      await rm(path, { force: true });
    },

    async *read(name, { from, to }) {
      const { statusCode, body } = await call('GET', name, { headers: { range: `bytes=${from}-${to}` } });
      if (statusCode !== 206) {
        await body.dump();
        throw refused(statusCode);
      }
      try {
        for await (const chunk of body) yield chunk as Uint8Array;
      } catch (cause) {
        throw unavailable(`broke off (${codeOf(cause)})`, cause);
      }
    },

    /** A rule of the bucket does that (docs/operating.md): listing a bucket costs money. */
    prune: async () => 0,

    close: () => agent.close(),
  };
}

/** Where an object is: by path, or by the host's name. */
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

function refused(status: number): StorageError {
  const why = status === 403 ? ' (check its keys and the clock of this machine)' : '';
  return unavailable(`answered ${status}${why}`);
}

const unavailable = (what: string, cause?: unknown) =>
  new StorageError('unavailable', `the S3 store ${what}`, { cause });

const codeOf = (cause: unknown) => (cause as { code?: string }).code ?? (cause as Error).name;

const textOf = (header: string | string[] | undefined) => [header].flat()[0] ?? '';
