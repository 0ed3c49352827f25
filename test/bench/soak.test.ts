/** The long run, for a second: requests, a live feed and readings, until no due work is left. */
// Long test: it starts the service and its load as processes, which only measure.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import t from 'tap';

void t.test('a run of a second answers every request and leaves no work', async (t) => {
  const soak = ['bench/soak.ts', '--minutes', '0.02', '--rate', '20', '--every', '1'];
  const child = spawn(process.execPath, soak, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  t.equal(code, 0, err);
  t.match(out, / requests, 0 failed, /);
  t.match(out, / 0 missing or repeated\./);
  t.match(out, /No due work was left\./);
});
