/** `troupe inbound`: prints what an operator enters at a network so that its webhooks reach this service. */
import { networks } from '../../adapters/networks.ts';
import { readConfig } from '../service/config.ts';
import { keepVerifyToken } from '../service/receiving.ts';
import { type Command, print, takesNo } from './command.ts';

export const inboundCommands: { [name: string]: Command } = {
  inbound: {
    options: [],
    help: `troupe inbound [--json]

Prints the addresses that networks call when people write, and the verify token: enter both in the settings of your app at the
network (docs/receiving.md). Set BASE_URL as the service has it.

  --json   {"verifyToken", "networks": [{"platform", "callbackUrl", "deauthorizeUrl", "deletionUrl"}]}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      return async ({ sql: directory }) => {
        const verifyToken = await keepVerifyToken(directory);
        const base = `${readConfig().baseUrl ?? 'http://localhost:3000'}/inbound`;
        const list = Object.values(networks)
          .filter(({ inbound }) => inbound !== undefined)
          .map(({ platform, inbound }) => ({
            platform,
            callbackUrl: `${base}/${platform}`,
            ...(inbound?.signedRequest && {
              deauthorizeUrl: `${base}/${platform}/deauthorize`,
              deletionUrl: `${base}/${platform}/deletion`,
            }),
          }));
        if (values.json) return print({ verifyToken, networks: list });
        const lines = list.flatMap(({ platform, callbackUrl, deauthorizeUrl, deletionUrl }) => [
          platform,
          `  callback URL           ${callbackUrl}`,
          ...(deauthorizeUrl ? [`  deauthorise callback   ${deauthorizeUrl}`] : []),
          ...(deletionUrl ? [`  data deletion          ${deletionUrl}`] : []),
        ]);
        process.stdout.write(`verify token   ${verifyToken}\n\n${lines.join('\n')}\n`);
      };
    },
  },
};
