/** Secrets that this service makes are recognized by one list of prefixes, wherever they turn up. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import t from 'tap';
import { problemBody } from '../../src/faces/http/response.ts';
import { Problem } from '../../src/api/problem.ts';
import { createLog } from '../../src/base/log.ts';
import { redactDeep, redactOwn, redactText, SECRET_PREFIXES } from '../../src/base/redact.ts';

const SECRETS = [
  ...Object.values(SECRET_PREFIXES).flatMap((prefix) =>
    Array.from({ length: 20 }, () => ({
      shown: `${prefix}${randomBytes(32).toString('base64url')}`,
      secret: prefix,
    })),
  ),
  ...Array.from({ length: 20 }, () => ({
    shown: `https://troupe.example.org/connect/${randomBytes(32).toString('base64url')}`,
    secret: '/connect/',
  })),
];
const AROUND: ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `the token ${secret}, which`,
  (secret) => `x_${secret}`,
  (secret) => JSON.stringify({ error: `no: ${secret}`, more: [secret] }),
  (secret) => `https://app.example.org/cb?code=${encodeURIComponent(secret)}&state=1`,
  (secret) => `troupe=${secret}; Path=/`,
  (secret) => `%22${secret}%22`,
];
const tailOf = ({ shown, secret }: (typeof SECRETS)[number]) =>
  shown.slice(shown.indexOf(secret) + secret.length);

void t.test('each is removed from texts, in whatever stands around it', async (t) => {
  for (const one of SECRETS)
    for (const around of AROUND) {
      const text = around(one.shown);
      const tail = tailOf(one).slice(0, 16);
      for (const clean of [redactText(text), redactOwn(text), JSON.stringify(redactDeep({ at: [text] }))])
        if (clean.includes(tail)) t.fail(`${text} became ${clean}`);
    }
  t.equal(
    redactOwn('a post of rosa_trs_ and https://x.example/connect/me'),
    'a post of rosa_trs_ and https://x.example/connect/me',
  );
});

void t.test('each is removed from logs and from errors', async (t) => {
  const lines: string[] = [];
  const log = createLog(
    'info',
    redactOwn,
    new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }),
  );
  for (const { shown } of SECRETS) {
    log.info({ url: shown, err: new Error(`it failed with ${shown}`) }, `seen: ${shown}`);
    const body = JSON.stringify(problemBody(new Problem('not_found', `there is no ${shown}`), 'req_1'));
    t.notOk(body.includes(shown));
  }
  t.equal(lines.length, SECRETS.length);
  for (const [index, one] of SECRETS.entries()) t.notOk(lines[index]!.includes(tailOf(one).slice(0, 16)));
});

void t.test('no other file makes secrets with a prefix of its own', async (t) => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  t.ok(files.length > 200);
  for (const name of files) {
    const made = /[`'"]\w+_(?:\$\{randomBytes\((?:2[4-9]|[3-9]\d)\))/.exec(
      readFileSync(`src/${name}`, 'utf8'),
    );
    t.notOk(made, `${name}: ${made?.[0]}`);
  }
});
