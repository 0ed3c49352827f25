/**
 * A stand-in for video.bsky.app, which belongs to Bluesky and is not part of a PDS. It encodes nothing, but like the
 * original it puts the video on the account's PDS with the token it received, so the PDS checks the token and the blob.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../../machines/outcome.ts';

export interface VideoService {
  url: string;
  stop(): Promise<void>;
}

export async function openVideoService(pdsUrl: string): Promise<VideoService> {
  const jobs: { [id: string]: Json }[] = [];

  async function upload(incoming: IncomingMessage, url: URL): Promise<Json> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const answer = await fetch(`${pdsUrl}/xrpc/com.atproto.repo.uploadBlob`, {
      method: 'POST',
      headers: { authorization: incoming.headers.authorization ?? '', 'content-type': 'video/mp4' },
      body: Uint8Array.from(Buffer.concat(chunks)),
    });
    const { blob, message } = (await answer.json()) as { blob?: Json; message?: string };
    const end =
      blob === undefined
        ? { state: 'JOB_STATE_FAILED', failureCode: 'refused_by_pds', message: message ?? '' }
        : { state: 'JOB_STATE_COMPLETED', progress: 100, blob };
    const common = { jobId: `job-${jobs.length}`, did: url.searchParams.get('did') };
    jobs.push({ ...common, ...end });
    return { ...common, state: 'JOB_STATE_CREATED', progress: 0 };
  }

  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const answer = url.pathname.endsWith('.uploadVideo')
      ? upload(incoming, url)
      : Promise.resolve({
          jobStatus: jobs.find(({ jobId }) => jobId === url.searchParams.get('jobId')) ?? null,
        });
    void answer.then((body) =>
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
