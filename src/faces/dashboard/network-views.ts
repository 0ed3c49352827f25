/** What the dashboard shows of networks, so that it has no list of networks of its own. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { MessagesPort } from '../../../adapters/port/messages.ts';
import { FLOW_PLATFORMS } from '../../features/flows/index.ts';
import { RULE_PLATFORM } from '../../features/rules/index.ts';
import type { SessionView } from './session-view.ts';

export function networkViews(adapters: { [platform: string]: Manifest }): SessionView['networks'] {
  return Object.values(adapters).map(({ platform, name, mark, messages, comments, firstComment }) => ({
    platform,
    name,
    mark,
    messages: messages ? limitsOf(messages) : null,
    comments: comments !== undefined,
    firstComments: firstComment !== undefined,
    rules: platform === RULE_PLATFORM,
    automations: FLOW_PLATFORMS.includes(platform),
  }));
}

function limitsOf({ limits }: MessagesPort) {
  const kinds = limits?.files?.kinds;
  return {
    maxBytes: limits?.textBytes ?? null,
    maxCharacters: limits?.textChars ?? null,
    fileTypes: kinds ? Object.values(kinds).flatMap(({ types }) => [...types]) : [],
  };
}
