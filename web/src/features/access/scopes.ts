/** What an app or a key may do, in words. */
const WORDS: { [scope: string]: { label: string; description: string } } = {
  read: { label: 'Read', description: 'Posts, numbers, comments, messages, settings' },
  draft: { label: 'Write drafts', description: 'Create, change and delete drafts; upload media' },
  publish: { label: 'Publish', description: 'Publish, schedule and delete posts' },
  answer: { label: 'Answer people', description: 'Comments, messages, rules, automations' },
  manage: { label: 'Manage', description: 'Accounts, webhooks, workspaces, settings' },
};

export const SCOPES = Object.keys(WORDS);

export const scopeWords = (scope: string): { label: string; description: string } =>
  WORDS[scope] ?? { label: scope, description: '' };
