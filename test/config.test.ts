import t from 'tap';
import { ConfigError, readConfig } from '../src/config.ts';

const key = Buffer.alloc(32, 1).toString('base64');

void t.test('without any setting there is a sensible default for each', async (t) => {
  const config = readConfig({});
  t.match(config, {
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    redisUrl: null,
    role: 'both',
    sandbox: true,
  });
  t.match(config.dataDir, /\.troupe$/);
});

void t.test('every fault is told at once, each in a sentence that names its setting', async (t) => {
  const faulty = {
    PORT: '70000',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://me:hunter2@db/x',
    TROUPE_SECRET_KEYS: 'short',
    TROUPE_ROLE: 'boss',
    TROUPE_SANDBOX: 'maybe',
    TROUPE_ALLOWED_ORIGINS: 'localhost',
    TROUPE_CONCURRENCY: '1.5',
  };
  try {
    readConfig(faulty);
    t.fail('it was taken');
  } catch (fault) {
    t.type(fault, ConfigError);
    const { faults, message } = fault as ConfigError;
    t.equal(faults.length, Object.keys(faulty).length);
    for (const name of Object.keys(faulty))
      t.ok(
        faults.some((one) => one.startsWith(name)),
        name,
      );
    t.notMatch(message, /hunter2/, 'a password is not repeated');
  }
});

void t.test('addresses lose the slash at their end, and keys are read', async (t) => {
  const config = readConfig({
    BASE_URL: 'https://troupe.example/',
    TROUPE_SECRET_KEYS: `${key}, ${key}`,
    PORT: '0',
  });
  t.equal(config.baseUrl, 'https://troupe.example');
  t.equal(config.secretKeys?.length, 2);
  t.equal(config.port, 0);
});
