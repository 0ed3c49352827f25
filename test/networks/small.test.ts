/** The parameters that a simulator knows are held against the description of its network. */
import { deepEqual } from 'node:assert/strict';
import t from 'tap';
import type { KnownCalls } from '../../simulators/known.ts';
import { fits, type Exception } from './exceptions.ts';
import { openApiJudge } from './judges/openapi.ts';
import { call, openApi } from './judges/samples.ts';
import { judgeAll } from './report.ts';
import { smallSchemaFaults } from './small.ts';

const BOATS = 'https://boats.example/boats';
const judge = () => openApiJudge(openApi, { base: 'https://boats.example' });
const launched = call(BOATS, {
  by: 'simulator',
  site: 'simulators/boats launch',
  body: { kind: 'json', json: { name: 'Rosa' } },
  response: { status: 200, headers: {}, body: { name: 'Rosa' } },
});
const faults = async (known: KnownCalls, whole = false) =>
  (await smallSchemaFaults(known, [launched], judge, whole)).map((one) => `${one.in} ${one.what}`);

void t.test('a part of the description is proved', async () => {
  const known: KnownCalls = {
    launch: {
      query: { view: { listOf: { oneOf: ['full'] } } },
      body: { name: 'text', sails: 'number', color: { oneOf: ['red', 'blue'] } },
    },
  };
  deepEqual(await faults(known), []);
});

void t.test('what the description does not have, or has otherwise, is found', async () => {
  deepEqual(await faults({ launch: { query: { look: 'text' } } }), ['schema query.look: is no parameter']);
  deepEqual(await faults({ launch: { body: { name: 'text', mast: 'number' } } }), [
    'schema body.mast: is no field',
  ]);
  deepEqual(await faults({ launch: { body: { name: 'text', sails: 'text' } } }), [
    'schema body.sails: must be integer',
  ]);
  deepEqual(await faults({ launch: { body: { name: 'text', color: { oneOf: ['red', 'pink'] } } } }), [
    'schema body.color: must be equal to one of the allowed values (red,blue)',
  ]);
});

void t.test('a call that no test makes is not proved', async () => {
  deepEqual(await faults({ sink: {} }, true), ['schema no test makes this call']);
  deepEqual(await faults({ sink: {} }), []);
});

const exception = (what: string): Exception => ({
  network: 'boats',
  in: 'request',
  operation: 'POST /boats',
  what,
  reason: 'The description is older than the field',
  date: '2026-11-27',
});

void t.test('an exception takes its violation away, and one that fits nothing is reported', async () => {
  const sent = call(BOATS, { body: { kind: 'json', json: { name: 'Rosa', mast: 1 } } });
  const used = exception('body.mast: *');
  const stale = exception('body.keel: is no field');
  const report = await judgeAll([sent], { boats: { judge, known: undefined } }, [used, stale]);
  deepEqual(report.stale, [stale]);
  deepEqual(
    report.networks.map(({ requests, violations, excepted }) => [requests, violations.length, excepted]),
    [[1, 0, 1]],
  );
  const strict = await judgeAll([sent], { boats: { judge, known: undefined } }, []);
  deepEqual(strict.networks[0]?.violations, [
    { in: 'request', operation: 'POST /boats', what: 'body.mast: is no field', times: 1 },
  ]);
});

void t.test('an exception is of one network, one part and one operation', async () => {
  const one = exception('body.mast: is no field');
  const violation = { in: 'request', operation: 'POST /boats', what: 'body.mast: is no field' } as const;
  deepEqual(fits(one, 'boats', violation), true);
  deepEqual(fits(one, 'ships', violation), false);
  deepEqual(fits(one, 'boats', { ...violation, in: 'response' }), false);
  deepEqual(fits(one, 'boats', { ...violation, operation: 'GET /boats' }), false);
  deepEqual(fits(one, 'boats', { ...violation, what: 'body.mast: is no field at all' }), false);
});
