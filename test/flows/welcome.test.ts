import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { startProcess } from '../support/process.ts';
import { findProgram } from '../support/system-programs.js';
import { temporaryFolder } from '../support/temporary-folder.ts';

void t.test(
  'a start first prints where the dashboard is, and then a curl command that publishes',
  { skip: findProgram('curl') === undefined && 'curl is not installed' },
  async (t) => {
    const service = await startProcess(await temporaryFolder(t));
    t.teardown(() => service.kill());
    const said = service.output();
    const at = (text: string) => said.indexOf(text);
    t.ok(at(`Open the dashboard:       ${service.baseUrl}/app`) !== -1, said);
    t.ok(at('/app') < at('API key'), 'a person needs no key');
    t.ok(at('API key') < at('curl'));
    const [command = ''] = /^curl [^\0]*?'$/m.exec(said.slice(at('\ncurl'))) ?? [];
    t.ok(command.length < 600, 'it is short');

    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    const { post } = JSON.parse(stdout) as { post: { id: string; accountIds: string[] } };
    t.equal(post.accountIds.length, 3);
    for (;;) {
      const { post: now } = await service.call('GET', `/v1/posts/${post.id}`);
      if (now.status === 'published') break;
      t.equal(now.status, 'publishing');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    t.equal((await service.ledger()).length, 3);
    t.equal(await service.stop(), 0);
  },
);

longTest(
  'within a minute of the first start a message and a comment arrive, and the message is answered',
  async (t) => {
    const service = await startProcess(await temporaryFolder(t), { TROUPE_DEMO_PEOPLE: 'on' });
    t.teardown(() => service.kill());
    t.match(service.output(), `${service.sandboxUrl}/people`);
    const first = async <Entry>(what: string, list: () => Promise<readonly Entry[]>): Promise<Entry> => {
      for (const deadline = Date.now() + 60_000; ;) {
        const [one] = await list();
        if (one) return one;
        if (Date.now() > deadline) throw new Error(`there is no ${what}`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    };
    const conversation = await first(
      'conversation',
      async () => (await service.call('GET', '/v1/inbox')).conversations,
    );
    t.match(conversation, { platform: 'instagram', unread: 1 });
    const comment = await first('comment', async () => (await service.call('GET', '/v1/comments')).comments);
    t.match(comment, { platform: 'instagram', text: 'How much is this?' });
    const { message } = await service.call('POST', `/v1/inbox/${conversation.id}/messages`, {
      message: 'Yes!',
    });
    t.match(message, { status: 'sent' });
    const ben = await (
      await fetch(`${service.sandboxUrl}/control/people?network=instagram&username=ben_reads`)
    ).text();
    t.match(ben, 'Yes!');
    t.equal(await service.stop(), 0);
  },
);
