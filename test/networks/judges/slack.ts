/** Slack's methods in the types of `@slack/web-api`. */
import type { Judge } from './judge.ts';
import { typesJudge } from './types.ts';

/** Where the name of a type is not that of the method. */
const ARGUMENTS: { [type: string]: string } = { OauthV2Access: 'OAuthV2Access' };

export function slackJudge(): Judge {
  return typesJudge("import type * as slack from '@slack/web-api';", (call) => {
    const method = /\/api\/([\w.]+)$/.exec(call.address.pathname)?.[1];
    if (method === undefined) return null;
    const type = method.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
    const args = `NonNullable<slack.${ARGUMENTS[type] ?? type}Arguments>`;
    return { operation: method, params: args, body: args, response: `slack.${type}Response` };
  });
}
