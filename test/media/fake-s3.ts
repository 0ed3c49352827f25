/**
 * A small S3 in this process: PUT, GET with ranges, HEAD and DELETE of objects, for requests with the right signature. It
 * computes the signature itself (AWS Signature Version 4), so that a wrong one is found here and not in production.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

export interface FakeS3 {
  endpoint: string;
  /** By bucket and key: `bucket/key`. */
  objects: Map<string, { bytes: Buffer; type: string; at: number }>;
  /** `METHOD path`, in order. */
  requests: { what: string; headers: IncomingMessage['headers'] }[];
  buckets: Set<string>;
  /** The keys may not write. */
  readOnly: boolean;
  /** The next requests get this status. */
  failing: number | null;
  /** The responses to GET break off in the middle. */
  cutting: boolean;
}

export const KEYS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
export const REGION = 'eu-test-1';

export async function startFakeS3(t: Test): Promise<FakeS3> {
  const server = createServer((request, response) => void answer(fake, request, response));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const fake: FakeS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    buckets: new Set(['pictures']),
    requests: [],
    readOnly: false,
    failing: null,
    cutting: false,
  };
  return fake;
}

async function answer(fake: FakeS3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { method = '', url = '', headers } = request;
  // as S3 does: no body for HEAD
  const fail = (status: number, code: string) =>
    void response.writeHead(status).end(method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`);
  fake.requests.push({ what: `${method} ${url}`, headers });
  if (fake.failing !== null) return void response.writeHead(fake.failing).end();
  if (headers['transfer-encoding'] !== undefined) return void response.writeHead(411).end(); // as S3 does
  if (!isSigned(request)) return fail(403, 'SignatureDoesNotMatch');
  const declared = headers['x-amz-content-sha256'];
  if (declared !== 'UNSIGNED-PAYLOAD' && declared !== sha256(body))
    return void response.writeHead(400).end('<Code>XAmzContentSHA256Mismatch</Code>');

  const key = decodeURIComponent(url).slice(1);
  if (!fake.buckets.has(key.split('/')[0]!)) return fail(404, 'NoSuchBucket');
  if (fake.readOnly && (method === 'PUT' || method === 'DELETE')) return fail(403, 'AccessDenied');
  if (method === 'PUT') {
    fake.objects.set(key, { bytes: body, type: headers['content-type'] ?? '', at: Date.now() });
    return void response.writeHead(200).end();
  }
  if (method === 'DELETE') {
    fake.objects.delete(key);
    return void response.writeHead(204).end();
  }
  const object = fake.objects.get(key);
  if (!object) return fail(404, 'NoSuchKey');
  response.setHeader('content-type', object.type);
  response.setHeader('last-modified', new Date(object.at).toUTCString());
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const bytes = object.bytes.subarray(Number(from), to === '' ? undefined : Number(to) + 1);
  response.writeHead(to === '' ? 200 : 206, { 'content-length': bytes.length });
  if (method === 'HEAD') response.end();
  else if (fake.cutting) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  else response.end(bytes);
}

/** Whether a request carries the signature it should (AWS General Reference, signing requests). */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  const [, id, day, region, names = '', signature] = found ?? [];
  if (id !== KEYS.accessKeyId || region !== REGION || day === undefined) return false;
  const [path, query = ''] = url.split('?');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const payload = String(headers['x-amz-content-sha256']);
  const canonical = [method, path, query, signed.join(''), names, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n');
  const keyed = (key: string | Buffer, said: string) => createHmac('sha256', key).update(said).digest();
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (last, said) => keyed(last, said),
    `AWS4${KEYS.secretAccessKey}`,
  );
  return keyed(key, text).toString('hex') === signature;
}

function sha256(of: string | Buffer): string {
  return createHash('sha256').update(of).digest('hex');
}
