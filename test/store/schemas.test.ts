import t from 'tap';
import { connect } from '../../store/connect.ts';
import { schemasOf, withoutSchema } from '../../store/schemas.ts';
import { testDatabase } from '../support/database.ts';

void t.test('the schemas of an installation follow from its address and its cell', async (t) => {
  const ofTroupe = {
    base: 'public',
    directory: 'troupe_directory',
    cell: 'troupe_cell_1',
    firstCell: 'troupe_cell_1',
  };
  t.same(schemasOf('postgres://u:p@host:5432/db'), ofTroupe);
  t.same(schemasOf('postgres://u:p@host/db?search_path=public&sslmode=require'), ofTroupe);
  t.same(schemasOf('postgres://host/db', 'eu'), { ...ofTroupe, cell: 'troupe_eu' });
  const ofAcme = {
    base: 'acme',
    directory: 'acme_directory',
    cell: 'acme_cell_1',
    firstCell: 'acme_cell_1',
  };
  t.same(schemasOf('postgres://host/db?sslmode=require&search_path=acme'), ofAcme);
  t.same(schemasOf('postgres://host/db?search_path=%22acme%22%2C%20public'), ofAcme);
});

void t.test('the schema of an address is left out, and everything else stays', async (t) => {
  const address = 'postgres://u:p%40@host:5432/db';
  t.equal(withoutSchema(address), address);
  t.equal(withoutSchema(`${address}?search_path=acme`), address);
  t.equal(withoutSchema(`${address}?search_path=acme&sslmode=require`), `${address}?sslmode=require`);
  t.equal(withoutSchema(`${address}?sslmode=require&search_path=acme`), `${address}?sslmode=require`);
});

void t.test('a connection sees the schemas it names, or all of those of its address', async (t) => {
  const { url } = await testDatabase(t, { migrated: false });
  const pathOf = async (address: string, schemas?: string[]) => {
    const options = { applicationName: 'path', maxConnections: 1, ...(schemas && { schemas }) };
    const sql = connect(address, options);
    const [row] = await sql`select current_setting('search_path') as path`;
    await sql.end({ timeout: 5 });
    return row!['path'] as string;
  };
  t.equal(await pathOf(url), '"troupe_cell_1", "troupe_directory", "public"');
  t.equal(await pathOf(`${url}?search_path=acme`), '"acme_cell_1", "acme_directory", "acme"');
  t.equal(await pathOf(`${url}?search_path=acme`, ['acme_cell_2']), '"acme_cell_2"');
});
