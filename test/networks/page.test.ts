/** `docs/networks.md` says of every network what it was judged by, as the table in code has it. */
import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import { exceptions } from './exceptions.ts';
import { TABLE } from './judges/table.ts';
import { networksTable } from './page.ts';

void t.test('every network has a row in the table, and no other', async () => {
  deepEqual(Object.keys(TABLE).toSorted(), Object.keys(networks).toSorted());
});

void t.test('the page shows the table', async () => {
  const page = readFileSync(new URL('../../docs/networks.md', import.meta.url), 'utf8');
  // the formatter pads cells
  const plain = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
  ok(plain(page).includes(plain(networksTable())), `docs/networks.md lacks this table:\n${networksTable()}`);
});

void t.test('versions from npm are those that are installed', async () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { [group: string]: { [name: string]: string } };
  const installed = { ...dependencies, ...devDependencies };
  const named = Object.values(TABLE)
    .filter(({ from }) => from === 'npm')
    .flatMap(({ contract }) => [...contract.matchAll(/`([^`]+)` ([\d.]+)/g)]);
  ok(named.length >= 5);
  for (const [, name = '', version] of named) {
    const full = name in installed ? name : `@googleapis/${name}`;
    deepEqual([full, installed[full]], [full, version]);
  }
});

void t.test('each exception has a reason and a date, and is of a network that is judged', async () => {
  for (const { network, reason, date, what } of exceptions) {
    ok(TABLE[network]?.judge, network);
    ok(reason.length > 20, what);
    ok(/^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date)), what);
  }
});
