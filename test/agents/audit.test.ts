/** What writes the audit list: beside the calls, never in their way. */
import t from 'tap';
import type { Db, Sql } from '../../store/connect.ts';
import type { ToolCallRow } from '../../store/tool-calls.ts';
import { createAudit, type RecordedCall } from '../../src/features/agents/index.ts';

const called = (more: Partial<RecordedCall> = {}): RecordedCall => ({
  workspaceId: 'ws_1',
  at: Date.parse('2026-05-04T08:00:00Z'),
  userId: 'usr_1',
  keyId: 'ses_1', // a session has no name that would be looked up
  client: null,
  tool: 'list_posts',
  operation: 'listPosts',
  changes: false,
  arguments: {},
  outcome: 'done',
  code: null,
  resourceId: null,
  requestId: 'req_1',
  confirmedBy: null,
  ...more,
});

type Write = (db: Db, rows: readonly ToolCallRow[]) => Promise<void>;

function start(write: Write) {
  const logged: { level: string; fields: { [name: string]: unknown }; message: string }[] = [];
  const say = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields: { ...fields }, message });
  const none = null as unknown as Sql;
  const audit = createAudit({
    sql: none,
    directory: none,
    log: { warn: say('warn'), error: say('error') },
    write,
  });
  return { audit, logged };
}

const unreachable = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

void t.test('what changes something is written at once, and what was read before it with it', async (t) => {
  const { promise: written, resolve } = Promise.withResolvers<readonly ToolCallRow[]>();
  const { audit } = start(async (_, rows) => resolve(rows));
  t.teardown(() => audit.stop());
  audit.record(called());
  audit.record(called({ tool: 'create_post', changes: true }));
  t.strictSame(
    (await written).map(({ tool, keyName }) => [tool, keyName]),
    [
      ['list_posts', 'Dashboard'],
      ['create_post', 'Dashboard'],
    ],
  );
});

void t.test('calls that come while others are written are written after them, each once', async (t) => {
  const written: string[] = [];
  const { promise: first, resolve: release } = Promise.withResolvers<void>();
  const { audit } = start(async (_, rows) => {
    if (written.length === 0) await first;
    written.push(...rows.map(({ tool }) => tool));
  });
  audit.record(called({ tool: 'a', changes: true }));
  audit.record(called({ tool: 'b', changes: true }));
  audit.record(called({ tool: 'c' }));
  release();
  await audit.stop();
  t.strictSame(written, ['a', 'b', 'c']);
});

void t.test('while the database cannot be reached calls wait', async (t) => {
  const written: string[] = [];
  let isUp = false;
  const { audit, logged } = start(async (_, rows) => {
    if (!isUp) throw unreachable();
    written.push(...rows.map(({ tool }) => tool));
  });
  audit.record(called({ tool: 'a', changes: true }));
  await audit.flush();
  t.strictSame(written, []);
  t.match(logged, [{ level: 'warn', fields: { waiting: 1 } }]);
  isUp = true;
  await audit.flush();
  t.strictSame(written, ['a']);
  await audit.stop();
});

void t.test('when too many wait, the oldest are dropped, and the log says how many', async (t) => {
  const written: string[] = [];
  let isUp = false;
  const { audit, logged } = start(async (_, rows) => {
    if (!isUp) throw unreachable();
    written.push(...rows.map(({ tool }) => tool));
  });
  for (let count = 0; count < 10_002; count += 1) audit.record(called({ tool: `tool ${count}` }));
  await audit.flush();
  isUp = true;
  await audit.stop();
  t.equal(written.length, 10_000);
  t.equal(written[0], 'tool 2');
  t.equal(written.at(-1), 'tool 10001');
  t.match(logged.at(-1), { level: 'error', fields: { dropped: 2 } });
});

void t.test('calls that the database refuses for good do not hold up the next ones', async (t) => {
  const written: string[] = [];
  const { audit, logged } = start(async (_, rows) => {
    if (rows.some(({ tool }) => tool === 'bad')) throw Object.assign(new Error('no'), { code: '22P05' });
    written.push(...rows.map(({ tool }) => tool));
  });
  audit.record(called({ tool: 'bad' }));
  await audit.flush();
  audit.record(called({ tool: 'good' }));
  await audit.stop();
  t.strictSame(written, ['good']);
  t.match(logged, [{ level: 'error', fields: { calls: 1 } }]);
});

void t.test('what a program calls itself is cut, and holds no secret and no control character', async (t) => {
  const clients: (string | null)[] = [];
  const { audit } = start(async (_, rows) => void clients.push(...rows.map(({ client }) => client)));
  for (const client of [
    'claude-code 2.1',
    ' \0\n',
    'x'.repeat(300),
    'a \ud800',
    `with trp_${'k'.repeat(43)}`,
  ])
    audit.record(called({ client }));
  await audit.stop();
  t.strictSame(clients, ['claude-code 2.1', null, 'x'.repeat(100), 'a \ufffd', 'with trp_[redacted]']);
});
