/**
 * A measured program: a file of this folder that runs in a process of its own, so that its memory and CPU are its own.
 * It gets its input in the first message and returns one result. The same file holds both sides.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** No measurement takes this long: a program that hangs must not hang the bench. */
const MAX_RUN_MS = 300_000;

/** They are killed when the bench ends. */
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export interface RunOptions {
  /** Write a CPU profile (`.cpuprofile`) into this folder. */
  profileInto?: string;
}

/** Starts a program and waits for its result. @throws Error when it ends without one */
export async function runProgram<Result>(
  file: string,
  input: object,
  options: RunOptions = {},
): Promise<Result> {
  const running = startProgram<Result>(file, input, options);
  const late = setTimeout(() => running.kill(), MAX_RUN_MS);
  try {
    return await running.result;
  } finally {
    clearTimeout(late);
  }
}

export interface Running<Result> {
  pid: number;
  /** What it reported before its result, such as the port it listens on. */
  hello: Promise<Hello>;
  /** Asks a server to end; it then returns its result. */
  finish(): void;
  kill(): void;
  result: Promise<Result>;
}

export type Hello = { [fact: string]: string | number };
type Message = { hello: Hello } | { result: unknown };

/** Starts a program that runs until `finish` is called: a server, or a load generator. */
export function startProgram<Result>(
  file: string,
  input: object,
  { profileInto }: RunOptions = {},
): Running<Result> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      ...(profileInto === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileInto}`]),
    ],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.add(child);
  child.send(input);
  const hello = Promise.withResolvers<Hello>();
  const result = Promise.withResolvers<Result>();
  // both promises are rejected when the program fails, and a caller may wait for only one of them
  hello.promise.catch(() => undefined);
  result.promise.catch(() => undefined);
  child.on('message', (message: Message) => {
    if ('hello' in message) hello.resolve(message.hello);
    else result.resolve(message.result as Result);
  });
  child.on('exit', (code, signal) => {
    children.delete(child);
    const error = new Error(`${file} ended without a result (${signal ?? `exit code ${code}`})`);
    hello.reject(error);
    result.reject(error);
  });
  return {
    pid: child.pid!,
    hello: hello.promise,
    finish: () => void child.send('finish'),
    kill: () => void child.kill('SIGKILL'),
    result: result.promise,
  };
}

/** The other side: runs the program's work. The process exits with the result, even if libraries still have open handles. */
export async function program(
  // `never`: each program names its own input, as the one who starts it does
  work: (input: never, parent: { hello: (facts: Hello) => void; finished: Promise<void> }) => Promise<object>,
): Promise<void> {
  process.on('disconnect', () => process.exit(1)); // the bench is gone
  const input = await nextMessage();
  const finished = nextMessage().then(() => undefined);
  const result = await work(input, { hello: (hello) => void process.send!({ hello }), finished });
  process.send!({ result }, () => process.exit(0));
}

const nextMessage = (): Promise<never> =>
  new Promise((resolve) => process.once('message', (message) => resolve(message as never)));
