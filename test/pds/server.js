/**
 * A Personal Data Server as its makers publish it, and a directory of identities for it, in a process of its own. Its
 * parent says where, and is told when both answer; it ends with its parent.
 *
 * Plain JavaScript: its packages are there only once `npm run try:pds` has installed them.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { envToCfg, envToSecrets, PDS } from '@atproto/pds';
import { formatDidDoc, validateOperationLog } from '@did-plc/lib';

const LOCAL = 'localhost'; // by name: the PDS asks no address that is a number

process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined); // a terminal's interrupt comes to both, and the parent ends us
const [{ folder, publicUrl, secrets }] = await once(process, 'message');
const plc = await serveDirectory();
const pds = await servePds();
process.send({ plcUrl: addressOf(plc), pdsUrl: addressOf(pds), serviceDid: serviceDid() });

/** What the PDS calls itself. A port is percent-encoded in a did:web. */
function serviceDid() {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`;
}

function addressOf(server) {
  return `http://${LOCAL}:${server.address().port}`;
}

/** People reach it at `publicUrl`, which leads here. */
async function servePds() {
  const settings = {
    port: Number(new URL(publicUrl).port),
    hostname: 'localhost',
    serviceDid: serviceDid(),
    serviceHandleDomains: ['.test'],
    dataDirectory: folder,
    blobstoreDiskLocation: join(folder, 'blobs'),
    didPlcUrl: addressOf(plc),
    enableDidDocWithSession: true,
    inviteRequired: false,
    rateLimitsEnabled: true,
    devMode: true, // plain http, and a directory on this machine
    crawlers: [],
    ...secrets,
  };
  const { ctx, app } = await PDS.create(envToCfg(settings), envToSecrets(settings));
  await ctx.sequencer.start(); // as PDS.start does, but for this machine alone
  const server = app.listen(0, LOCAL);
  await once(server, 'listening');
  return server;
}

/**
 * did:plc as the PDS needs it: operations are taken where their signatures and their order hold, by the library of those
 * who run plc.directory (https://web.plc.directory/spec/v0.1/did-plc). Kept in memory, without the 72 hours in which an
 * older key may overrule a newer one.
 */
async function serveDirectory() {
  const logs = new Map();
  const server = createServer((request, response) => {
    const answer = (status, body) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    void directory(logs, request)
      .then(([status, body]) => answer(status, body))
      .catch((cause) => answer(400, { message: cause.message }));
  });
  server.listen(0, LOCAL);
  await once(server, 'listening');
  return server;
}

async function directory(logs, request) {
  const [did, ...view] = request.url.slice(1).split('/').map(decodeURIComponent);
  const log = logs.get(did) ?? [];
  if (request.method === 'POST') {
    const operations = [...log, await bodyOf(request)];
    await validateOperationLog(did, operations);
    logs.set(did, operations);
    return [200, {}];
  }
  if (log.length === 0) return [404, { message: `DID not registered: ${did}` }];
  switch (view.join('/')) {
    case '':
      return [200, formatDidDoc(await validateOperationLog(did, log))];
    case 'data':
      return [200, await validateOperationLog(did, log)];
    case 'log':
      return [200, log];
    case 'log/last':
      return [200, log.at(-1)];
    default:
      return [404, { message: 'Not found' }];
  }
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
