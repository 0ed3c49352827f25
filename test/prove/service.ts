/**
 * The service as `src/main.ts` starts it, with a Postgres and a sandbox of its own and one difference: it uses the
 * stage's clock. It loads all code, says so, and starts on request, so that a restart after a kill does not have to
 * wait for loading.
 */
import '../../src/install/node-version.ts';
import { dirname, join } from 'node:path';
import { networks } from '../../adapters/networks.ts';
import { createLog } from '../../src/base/log.ts';
import { readMailServer } from '../../src/base/mail-server.ts';
import { redactOwn } from '../../src/base/redact.ts';
import { withStreams } from '../../src/features/receiving/index.ts';
import { createService } from '../../src/service/service.ts';
import { connect } from '../../store/connect.ts';
import { migrate } from '../../store/migrate.ts';
import { fileClock } from './clock.ts';

export interface Begin {
  databaseUrl: string;
  secretKey: string;
  baseUrl: string;
  sandboxUrl: string;
  allowedOrigins: string[];
  clockFile: string;
  /** Address of the mail server. */
  mailUrl: string;
  /** Platforms whose events come by a stream. */
  streams: readonly string[];
  /**
   * As with the embedded Postgres: the work of the former process is taken over at once, before its heartbeat expires.
   */
  alone: boolean;
}
export type Said = { kind: 'loaded' } | { kind: 'ready'; baseUrl: string };

const say = (said: Said) => process.send?.(said);

async function begin({ databaseUrl, secretKey, clockFile, mailUrl, streams, ...rest }: Begin): Promise<void> {
  const mailServer = readMailServer({ url: mailUrl, from: 'troupe@example.org' });
  if (typeof mailServer === 'string') throw new Error(mailServer);
  const admin = connect(databaseUrl, { applicationName: 'troupe migrate', maxConnections: 1 });
  await migrate(admin);
  await admin.end({ timeout: 5 });
  const service = await createService({
    databaseUrl,
    secretKeys: [Buffer.from(secretKey, 'base64')],
    ...rest, // where it is reached, whom it may reach, whether it is alone
    media: { folder: join(dirname(clockFile), 'media'), s3: null },
    log: createLog('error', redactOwn),
    clock: fileClock(clockFile),
    ratePerMinute: 1_000_000,
    mailServer,
    adapters: withStreams(networks, streams),
  });
  await service.http.listen('127.0.0.1', 0);
  process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
  say({ kind: 'ready', baseUrl: `http://127.0.0.1:${service.http.port}` });
}

process.once('disconnect', () => process.exit(0)); // the prover has ended
process.once('message', (message) => {
  begin(message as Begin).catch((fault: unknown) => {
    console.error(fault);
    process.exit(1);
  });
});
say({ kind: 'loaded' });
