/** Recorded calls, as they would have been made to the real networks. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { networks as simulated } from '../../simulators/networks.ts';
import type { Body } from './record/body.ts';
import type { CallRecord } from './record/records.ts';

export interface Call extends CallRecord {
  network: string;
  /** The network's own address: those of simulators are translated. */
  address: URL;
}

/** Reads the records of a folder. Calls to other places than the networks' endpoints are left out. */
export function readCalls(folder: string): Call[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .flatMap((line) => {
      const call = callOf(JSON.parse(line) as CallRecord);
      return call ? [call] : [];
    });
}

export function callOf(record: CallRecord): Call | null {
  const found = realAddress(record.url) ?? simulatedAddress(record.url);
  if (!found || !URL.canParse(found.address)) return null;
  return { ...record, network: found.network, address: new URL(found.address) };
}

interface Found {
  network: string;
  address: string;
}

const manifests: { [network: string]: Manifest } = networks;

/** `http://sandbox/x/2/tweets` as `https://api.x.com/2/tweets`: each endpoint by its name. */
function simulatedAddress(url: string): Found | null {
  const { origin, pathname } = new URL(url);
  const [, network = ''] = pathname.split('/');
  const simulator = simulated.find(({ platform }) => platform === network);
  const manifest = manifests[network];
  if (!simulator || !manifest) return null;
  const own = `${origin}/${network}`;
  const pairs = Object.entries(simulator.endpoints?.(own) ?? {})
    .flatMap(([name, from]) => (manifest.endpoints[name] ? [[from, manifest.endpoints[name]] as const] : []))
    .toSorted(([one], [other]) => other.length - one.length);
  const pair = pairs.find(([from]) => below(url, from));
  return {
    network,
    address: pair ? pair[1] + url.slice(pair[0].length) : `elsewhere:${url.slice(own.length)}`,
  };
}

function realAddress(url: string): Found | null {
  for (const [network, { endpoints }] of Object.entries(manifests)) {
    if (Object.values(endpoints).some((base) => below(url, base))) return { network, address: url };
  }
  return null;
}

const below = (url: string, base: string) => url.startsWith(base) && /^$|^[/?]/.test(url.slice(base.length));

/** Names and values of a form, or of the first level of a JSON body. */
export function bodyFields(body: Body): [name: string, value: unknown][] {
  if (body.kind === 'form' || body.kind === 'multipart') return body.fields;
  if (body.kind !== 'json' || typeof body.json !== 'object' || body.json === null) return [];
  return Object.entries(body.json);
}
