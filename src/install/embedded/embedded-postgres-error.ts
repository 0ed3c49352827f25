/** Postgres could not be started or stopped. The message is for the person who runs the service. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  readonly code = 'embedded_postgres';
}
