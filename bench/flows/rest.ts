/** The service on a database with people who wait: what it holds in memory when nothing happens. */
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { program } from '../program.ts';
import { startOn } from '../service.ts';
import type { RestInput, RestResult } from './input.ts';
import { flowsOptions } from './service.ts';

/** By then it has read what it reads when it starts. */
const SETTLED_MS = 5_000;

await program(async ({ url }: RestInput): Promise<RestResult> => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const service = await startOn(url, flowsOptions);
  await pause(SETTLED_MS);
  collect();
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  await service.stop();
  return { heapMb: heapUsed / 1e6, rssMb: rss / 1e6 };
});
