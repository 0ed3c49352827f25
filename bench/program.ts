/**
 * A measured program: a file of this folder that runs in a process of its own, so that its memory and CPU are its own.
 * It is handed its input as JSON and answers once. The same file serves both sides.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { postgresCpuMs } from './postgres-cpu.ts';

/** Nothing that is measured takes this long: a program that hangs must not hang the bench. */
const PATIENCE_MS = 300_000;

/** None of them outlives the bench. */
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export interface RunOptions {
  /** Write a CPU profile (`.cpuprofile`) into this folder. */
  profileInto?: string;
}

/** Starts a program and waits for its answer. @throws when it ends without one */
export async function runProgram<Answer>(
  file: string,
  input: object,
  options: RunOptions = {},
): Promise<Answer> {
  const running = startProgram<Answer>(file, input, options);
  const late = setTimeout(() => running.kill(), PATIENCE_MS);
  try {
    return await running.answer;
  } finally {
    clearTimeout(late);
  }
}

export interface Running<Answer> {
  pid: number;
  /** What it said before its answer, such as the port it listens on. */
  hello: Promise<Hello>;
  /** Asks a server to end; it answers then. */
  finish(): void;
  kill(): void;
  answer: Promise<Answer>;
}

export type Hello = { [fact: string]: string | number };
type Said = { hello: Hello } | { answer: unknown };

/** Starts a program that goes on until it is told to finish: a server, or a load generator. */
export function startProgram<Answer>(
  file: string,
  input: object,
  { profileInto }: RunOptions = {},
): Running<Answer> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify(input)], {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      ...(profileInto === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileInto}`]),
    ],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.add(child);
  const hello = Promise.withResolvers<Hello>();
  const answer = Promise.withResolvers<Answer>();
  hello.promise.catch(() => undefined); // who asks for the answer is told as well
  answer.promise.catch(() => undefined);
  child.on('message', (said: Said) => {
    if ('hello' in said) hello.resolve(said.hello);
    else answer.resolve(said.answer as Answer);
  });
  child.on('exit', (code, signal) => {
    children.delete(child);
    const fault = new Error(`${file} ended without an answer (${signal ?? `exit code ${code}`})`);
    hello.reject(fault);
    answer.reject(fault);
  });
  return {
    pid: child.pid!,
    hello: hello.promise,
    finish: () => void child.send('finish'),
    kill: () => void child.kill('SIGKILL'),
    answer: answer.promise,
  };
}

/** The other side: what the program does. It ends with the answer, whatever its libraries still hold open. */
export async function program(
  // `never`: each program names its own input, as the one who starts it does
  work: (input: never, parent: { hello: (facts: Hello) => void; finished: Promise<void> }) => Promise<object>,
): Promise<void> {
  const finished = new Promise<void>((resolve) => process.on('message', () => resolve()));
  process.on('disconnect', () => process.exit(1)); // nobody is left to answer to
  const input = JSON.parse(process.argv[2]!) as never;
  const answer = await work(input, { hello: (hello) => void process.send!({ hello }), finished });
  process.send!({ answer }, () => process.exit(0));
}

/** What a stretch of work cost. */
export interface Cost {
  seconds: number;
  /** Of this process. */
  cpuMs: number;
  /** Of Postgres and all its processes; null where /proc does not tell. */
  postgresCpuMs: number | null;
  /** Highest resident memory of this process, sampled. */
  peakRssMb: number;
}

const SAMPLE_MS = 50;

/** Begins to measure. @returns ends it */
export function measure(postmasterPid: number): () => Cost {
  const postgresBefore = postgresCpuMs(postmasterPid);
  let peak = process.memoryUsage.rss();
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const cpuBefore = process.cpuUsage();
  const begun = performance.now();
  return () => {
    const seconds = (performance.now() - begun) / 1000;
    const cpu = process.cpuUsage(cpuBefore);
    clearInterval(sampler);
    const postgresAfter = postgresCpuMs(postmasterPid);
    return {
      seconds,
      cpuMs: (cpu.user + cpu.system) / 1000,
      postgresCpuMs:
        postgresBefore === null || postgresAfter === null ? null : postgresAfter - postgresBefore,
      peakRssMb: Math.round(Math.max(peak, process.memoryUsage.rss()) / 1e6),
    };
  };
}
