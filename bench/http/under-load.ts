/** Puts a load on a server, and counts what it costs. */
import { postgresCpuMs, processCpuMs, processRss } from '../postgres-cpu.ts';
import { runProgram } from '../program.ts';
import type { LoadInput, LoadResult } from './load.ts';

export interface UnderLoad {
  load: LoadResult;
  /** Of a request, of the server's process. */
  cpuUs: number;
  postgresCpuUs: number;
  rssMb: number;
}

/** @param pid of the server */
export async function underLoad(pid: number, postmasterPid: number, input: LoadInput): Promise<UnderLoad> {
  const cpu = processCpuMs(pid) ?? NaN;
  const postgres = postgresCpuMs(postmasterPid) ?? NaN;
  const load = await runProgram<LoadResult>('http/load.ts', input);
  const each = (ms: number) => (ms * 1000) / load.all;
  return {
    load,
    cpuUs: each((processCpuMs(pid) ?? NaN) - cpu),
    postgresCpuUs: each((postgresCpuMs(postmasterPid) ?? NaN) - postgres),
    rssMb: (processRss(pid) ?? NaN) / 1e6,
  };
}
