/** The network, in a process of its own: sends comments as fast as they are taken, and asks the rules what became of them. */
import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from '../http/connection.ts';
import { program } from '../program.ts';
import { percentile } from '../report.ts';
import { commentRequest } from './comments.ts';
import type { RulesReady } from './input.ts';

export interface RulesLoadInput extends RulesReady {
  connections: number;
  comments: number;
  /** In a request. */
  batch: number;
  /** How many are sent at once; the others wait for their hour. */
  sendable: number;
}

export interface RulesLoadResult {
  /** Until all are acknowledged. */
  acknowledgedSeconds: number;
  acknowledgeP99Ms: number;
  /** From the first request until every comment has its entry, and all that may be sent are. */
  answeredSeconds: number;
}

const LOOK_EVERY_MS = 20;
/** Nothing takes this long, ms. */
const PATIENCE_MS = 240_000;

await program(async (input: RulesLoadInput): Promise<RulesLoadResult> => {
  const ids = input.accounts.split(',');
  const numbers = Array.from({ length: input.comments }, (_, number) => number);
  const now = Date.now();
  const requests: string[] = [];
  for (let first = 0; first < input.comments; first += input.batch) {
    const some = numbers.slice(first, first + input.batch);
    requests.push(
      commentRequest(
        some.map((number) => ({ number, account: ids[number % ids.length]! })),
        now,
      ),
    );
  }
  requests.reverse(); // the first is taken from the end
  const connections = await Promise.all(
    Array.from({ length: input.connections }, () => openConnection(input.port)),
  );
  const latencies: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let request = requests.pop(); request !== undefined; request = requests.pop())
        latencies.push((await connection.ask(request)).ms);
    }),
  );
  const acknowledgedSeconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  await untilAnswered(input);
  const answeredSeconds = (performance.now() - startedAt) / 1000;
  return { acknowledgedSeconds, acknowledgeP99Ms: percentile(latencies, 0.99), answeredSeconds };
});

async function untilAnswered({ port, key, comments, sendable }: RulesLoadInput): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/comment-dm-rules`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { rules } = (await response.json()) as {
      rules: { stats: { triggered: number; sent: number } }[];
    };
    const sum = (of: 'triggered' | 'sent') => rules.reduce((total, { stats }) => total + stats[of], 0);
    if (sum('triggered') >= comments && sum('sent') >= sendable) return;
    if (Date.now() > deadline)
      throw new Error(`of ${comments} comments ${sum('triggered')} are matched, ${sum('sent')} answered`);
    await pause(LOOK_EVERY_MS);
  }
}
