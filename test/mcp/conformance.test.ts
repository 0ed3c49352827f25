/** The protocol's own suite, as far as it is about every server: `npm run prove` runs the whole. */
import t from 'tap';
import { startService } from '../support/service.ts';
import { runScenario } from './conformance.ts';
import { forwardWithKey } from './forwarder.ts';

const SCENARIOS = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': ['tools-list', 'http-header-validation', 'dns-rebinding-protection'],
};

void t.test('the scenarios about every server pass', async (t) => {
  const forwarder = await forwardWithKey(await startService(t));
  t.teardown(forwarder.stop);
  for (const [version, scenarios] of Object.entries(SCENARIOS)) {
    const runs = await Promise.all(scenarios.map((name) => runScenario(forwarder.url, version, name)));
    for (const [index, { passed, output }] of runs.entries())
      t.ok(passed, `${version}: ${scenarios[index]}`, { output });
  }
});
