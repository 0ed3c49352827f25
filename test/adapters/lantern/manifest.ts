/**
 * Lantern, a network that does not exist: lights on a shore. It shows the contents of a network's folder, and the test
 * beside it shows that no other file has to know the network.
 * The caller chooses the key of a light, so after a lost response a lookup reads that key. Credentials: `key`.
 */
import { Type } from 'typebox';
import { limit, SECOND_MS } from '../../../adapters/port/budget.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import { connect } from './connect.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { verify } from './verify.ts';

export const manifest: Manifest = {
  platform: 'lantern',
  name: 'Lantern Shore',
  mark: { letters: 'La', color: '#5a3e00' },
  endpoints: { api: 'https://api.lantern.invalid' },
  version: { version: '1', sunset: '2026-06-01' },
  budget: { limits: [limit(100, SECOND_MS, 'step')] },
  options: {
    lanternColor: Type.Optional(Type.Enum(['red', 'green'], { type: 'string', description: 'Its colour.' })),
  },
  publish: { evidence: 'record_key', plan, measure, repeatable, publish, verify },
  connect,
};
