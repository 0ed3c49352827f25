import t from 'tap';
import { networks } from '../adapters/networks.ts';
import { readConfig } from '../src/service/config.ts';
import { ConfigError } from '../src/base/settings.ts';
import { withNumbersSettings } from '../src/features/numbers/settings.ts';

const key = Buffer.alloc(32, 1).toString('base64');

void t.test('every setting has a sensible default', async (t) => {
  const config = readConfig({});
  t.match(config, {
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    redisUrl: null,
    cell: 'cell_1',
    role: 'both',
    sandbox: true,
    sandboxHost: '127.0.0.1',
    sandboxPort: null,
  });
  t.match(readConfig({ TROUPE_SANDBOX_HOST: '0.0.0.0', TROUPE_SANDBOX_PORT: '4100' }), {
    sandboxHost: '0.0.0.0',
    sandboxPort: 4100,
  });
  t.equal(config.linksUrl, null);
  t.same(readConfig({ TROUPE_HOSTS: 'Troupe.internal, troupe' }).hosts, ['troupe.internal', 'troupe']);
  t.throws(() => readConfig({ TROUPE_HOSTS: 'troupe:3000' }), /TROUPE_HOSTS/);
  t.equal(readConfig({ TROUPE_LINKS_URL: 'https://go.example/' }).linksUrl, 'https://go.example');
  t.match(config.dataDir, /\.troupe$/);
  t.match(config.mediaDir, /\.troupe\/media$/);
  t.equal(config.s3, null);
});

void t.test('a cell has a name that can be a part of the name of a schema', async (t) => {
  t.equal(readConfig({ TROUPE_CELL: 'eu_2' }).cell, 'eu_2');
  for (const name of ['EU', '2', 'a-b', 'a"b', 'x'.repeat(40)])
    t.throws(() => readConfig({ TROUPE_CELL: name }), { message: /TROUPE_CELL: .* is no name for a cell/ });
});

void t.test('a bucket for media needs name and keys, and its address decides the URL style', async (t) => {
  const keys = { TROUPE_S3_ACCESS_KEY_ID: 'id', TROUPE_S3_SECRET_ACCESS_KEY: 'hunter2' };
  const amazon = { ...keys, TROUPE_S3_BUCKET: 'pictures', TROUPE_S3_REGION: 'eu-central-1' };
  t.same(readConfig(amazon).s3, {
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'pictures',
    prefix: '',
    accessKeyId: 'id',
    secretAccessKey: 'hunter2',
    pathStyle: false,
  });
  const own = { ...amazon, TROUPE_S3_ENDPOINT: 'http://minio:9000/', TROUPE_S3_PREFIX: 'troupe/' };
  t.match(readConfig(own).s3, { endpoint: 'http://minio:9000', pathStyle: true, prefix: 'troupe/' });
  t.equal(readConfig({ ...own, TROUPE_S3_PATH_STYLE: 'off' }).s3?.pathStyle, false);
  t.equal(readConfig({ TROUPE_DATA: '/data' }).mediaDir, '/data/media');
  t.equal(readConfig({ TROUPE_MEDIA_DIR: '/pictures' }).mediaDir, '/pictures');
  try {
    readConfig({ TROUPE_S3_BUCKET: 'pictures', TROUPE_S3_SECRET_ACCESS_KEY: 'hunter2' });
    t.fail('it was taken');
  } catch (fault) {
    t.match(fault, { faults: [/^TROUPE_S3_ACCESS_KEY_ID is needed/] });
    t.notMatch(String(fault), /hunter2/);
  }
});

void t.test('an app at a network needs its id, and a bot its complete token', async (t) => {
  const env = {
    LINKEDIN_CLIENT_ID: 'id',
    LINKEDIN_CLIENT_SECRET: 'hunter2',
    GOOGLE_BUSINESS_CLIENT_ID: 'public',
    TELEGRAM_BOT_TOKEN: `123456789:${'a'.repeat(35)}`,
  };
  t.same(readConfig(env).apps, {
    linkedin: { clientId: 'id', clientSecret: 'hunter2' },
    google_business: { clientId: 'public', clientSecret: '' },
    telegram: { clientId: '123456789', clientSecret: env.TELEGRAM_BOT_TOKEN },
  });
  t.same(readConfig({}).apps, {});
  const ofX = {
    X_CLIENT_ID: 'id',
    X_CLIENT_SECRET: 'hunter2',
    X_CONSUMER_KEY: 'key',
    X_CONSUMER_SECRET: 'hunter4',
  };
  t.same(readConfig(ofX).apps, {
    x: { clientId: 'id', clientSecret: 'hunter2', consumer: { key: 'key', secret: 'hunter4' } },
  });
  for (const lacks of ['X_CONSUMER_KEY', 'X_CONSUMER_SECRET', 'X_CLIENT_ID'])
    t.throws(
      () => readConfig({ ...ofX, X_CLIENT_SECRET: undefined, [lacks]: undefined }),
      { name: 'ConfigError' },
      lacks,
    );
  try {
    readConfig({ X_CLIENT_SECRET: 'hunter2', TELEGRAM_BOT_TOKEN: 'hunter3' });
    t.fail('it was taken');
  } catch (fault) {
    t.match(fault, { faults: [/^X_CLIENT_ID is needed/, /^TELEGRAM_BOT_TOKEN must be/] });
    t.notMatch(String(fault), /hunter/);
  }
});

void t.test('all errors are reported together, each in a sentence that names its setting', async (t) => {
  const faulty = {
    PORT: '70000',
    TROUPE_METRICS_KEY: 'short',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://me:hunter2@db/x',
    TROUPE_SECRET_KEYS: 'short',
    TROUPE_ROLE: 'boss',
    TROUPE_SANDBOX: 'maybe',
    TROUPE_ALLOWED_ORIGINS: 'localhost',
    TROUPE_CONCURRENCY: '1.5',
    TROUPE_MEDIA_MEMORY_MB: '8',
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

void t.test('addresses lose their trailing slash, and keys are decoded', async (t) => {
  const config = readConfig({
    BASE_URL: 'https://troupe.example/',
    TROUPE_SECRET_KEYS: `${key}, ${key}`,
    PORT: '0',
  });
  t.equal(config.baseUrl, 'https://troupe.example');
  t.equal(config.secretKeys?.length, 2);
  t.equal(config.port, 0);
});

void t.test('what is read at a network that charges for it has a budget', async (t) => {
  t.same(readConfig({}).readsPerDay, { x: 100 });
  t.same(readConfig({ X_READS_PER_DAY: '0' }).readsPerDay, { x: 0 });
  t.throws(() => readConfig({ X_READS_PER_DAY: '-1' }), { message: /X_READS_PER_DAY/ });
});

void t.test('numbers have a price a day and a time that they are kept', async (t) => {
  const preset = { x: { centsPerDay: 15, simulatedCentsPerDay: 100_000 }, youtube: { keepDays: 30 } };
  t.same(readConfig({}).numbers, preset, 'what simulated accounts cost is no money');
  const set = readConfig({ X_NUMBERS_CENTS_PER_DAY: '0', YOUTUBE_NUMBERS_DAYS: '400' }).numbers;
  t.same(set, { x: { centsPerDay: 0 }, youtube: { keepDays: 400 } });
  t.throws(() => readConfig({ X_NUMBERS_CENTS_PER_DAY: '0.5' }), { message: /X_NUMBERS_CENTS_PER_DAY/ });
  t.throws(() => readConfig({ YOUTUBE_NUMBERS_DAYS: '0' }), { message: /YOUTUBE_NUMBERS_DAYS/ });
  const adapters = withNumbersSettings(networks, set);
  t.equal(adapters['x']!.insights!.price!.perDay, 0);
  t.equal(adapters['youtube']!.insights!.terms!.keepDays, 400);
  t.equal(adapters['bluesky'], networks.bluesky, 'others stay');
});

void t.test('events come by a stream only where the operator says so', async (t) => {
  t.same(readConfig({}).streams, []);
  t.same(readConfig({ X_STREAM: '1' }).streams, ['x']);
  t.throws(() => readConfig({ X_STREAM: 'maybe' }), { message: /X_STREAM/ });
});
