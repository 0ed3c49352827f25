/** `npm run schema`: rewrites store/schema.sql from the migrations. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { connect } from '../../store/connect.ts';
import { dumpInstallation } from '../../store/dump-schema.ts';
import { migrate } from '../../store/migrate.ts';
import { schemasOf } from '../../store/schemas.ts';
import { startTestPostgres } from './postgres.ts';

const server = await startTestPostgres();
const sql = connect(server.url, { applicationName: 'troupe schema', maxConnections: 1 });
try {
  await migrate(sql);
  const schema = fileURLToPath(new URL('../../store/schema.sql', import.meta.url));
  await writeFile(schema, await dumpInstallation(sql, schemasOf('')));
  console.log('Wrote store/schema.sql.');
} finally {
  await sql.end({ timeout: 5 });
  await server.stop();
}
