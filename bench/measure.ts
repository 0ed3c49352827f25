/** What a piece of work costs: measured inside the process that does it. */
import { postgresCpuMs } from './postgres-cpu.ts';

/** The cost of a piece of work. */
export interface Cost {
  seconds: number;
  /** Of this process. */
  cpuMs: number;
  /** Of Postgres and all its processes; null where there is no /proc. */
  postgresCpuMs: number | null;
  /** Highest resident memory of this process, sampled. */
  peakRssMb: number;
}

const SAMPLE_MS = 50;

/** Starts to measure. @returns a function that ends the measurement and returns its cost */
export function measure(postmasterPid: number): () => Cost {
  const postgresBefore = postgresCpuMs(postmasterPid);
  const peakRssMb = watchMemory();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  return () => {
    const seconds = (performance.now() - startedAt) / 1000;
    const cpu = process.cpuUsage(cpuBefore);
    const postgresAfter = postgresCpuMs(postmasterPid);
    return {
      seconds,
      cpuMs: (cpu.user + cpu.system) / 1000,
      postgresCpuMs:
        postgresBefore === null || postgresAfter === null ? null : postgresAfter - postgresBefore,
      peakRssMb: peakRssMb(),
    };
  };
}

/** Starts to sample the resident memory of this process. @returns a function that ends it and returns the highest value, MB */
export function watchMemory(): () => number {
  let peak = process.memoryUsage.rss();
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  return () => {
    clearInterval(sampler);
    return Math.round(Math.max(peak, process.memoryUsage.rss()) / 1e6);
  };
}
