/** The dashboard calls operations by their names: the address of each is in the generated tables alone. */
import t from 'tap';
import { type OperationId, operationTable, requestOf } from '../../web/src/base/operations.ts';
import { filesIn } from '../support/imports.ts';

/** The API's reference reads the description of all operations. */
const READS = [{ path: 'web/src/features/reference/main.ts', address: '/v1/openapi.json' }];

void t.test('no page names an address of the service, but for the description of all of them', async (t) => {
  const pages = filesIn('web/src').filter(({ path }) => !path.startsWith('web/src/base/'));
  t.ok(pages.length > 200, `${pages.length} files were read`);
  t.strictSame(
    pages.flatMap(({ path, code }) =>
      [...code.matchAll(/\/(?:v1|app\/api)\/[\w./{}$-]*/g)].map(([address]) => ({ path, address })),
    ),
    READS,
  );
});

void t.test(
  'a request of each operation has its ids in the path and all other fields where they belong',
  async (t) => {
    const ids = Object.keys(operationTable) as OperationId[];
    t.ok(ids.length > 120, `${ids.length} operations`);
    for (const id of ids) {
      const { method, path, ...row } = operationTable[id];
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const inPath = Object.fromEntries(names.map((name) => [name, `${name}/a?b`]));
      const others = { text: 'é & more', count: 3, isOn: false, absent: undefined };
      const request = requestOf(id, { ...inPath, ...others });
      t.equal(request.method, method, id);
      const [address, query = ''] = request.address.split('?');
      t.equal(address, path.replaceAll(/\{(\w+)\}/g, '$1%2Fa%3Fb'), `${id}: ids are encoded in the path`);
      if ('body' in row) t.strictSame([request.body, query], [others, ''], `${id}: the others are its body`);
      else {
        t.equal(request.body, undefined, `${id} has no body`);
        t.strictSame(
          [...new URLSearchParams(query)],
          [
            ['text', 'é & more'],
            ['count', '3'],
            ['isOn', 'false'],
          ],
          `${id}: the others are its query`,
        );
      }
      for (const wrong of ['', '.', '..', undefined])
        if (names.length > 0) t.throws(() => requestOf(id, { ...inPath, [names[0]!]: wrong }), TypeError);
    }
  },
);

void t.test('an operation with a body may have fields of the query, too', async (t) => {
  const fields = { slots: [], accountId: 'acc_1', workspace: 'home' };
  t.strictSame(requestOf('setPostingSchedule', fields), {
    method: 'PUT',
    address: '/v1/posting-schedule?accountId=acc_1',
    body: { slots: [], workspace: 'home' },
  });
  t.equal(requestOf('setPostingSchedule', { slots: [] }).address, '/v1/posting-schedule');
});

void t.test('a request without fields has no question mark', async (t) => {
  t.strictSame(requestOf('readSession', {}), { method: 'GET', address: '/app/api/session' });
});
