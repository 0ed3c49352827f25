import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

void t.test(
  'a start first prints where the dashboard is, and then a curl command that publishes',
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
