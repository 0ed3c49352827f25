/** What an app or a key may do, in words. */
import type { Input } from '../../base/operations.ts';

export type Scope = NonNullable<Input<'createKey'>['scopes']>[number];

interface ScopeWords {
  label: string;
  description: string;
}

const WORDS: { [scope in Scope]: ScopeWords } = {
  read: { label: 'Read', description: 'Posts, numbers, comments, messages, settings' },
  draft: { label: 'Write drafts', description: 'Create, change and delete drafts; upload media' },
  publish: { label: 'Publish', description: 'Publish, schedule and delete posts' },
  answer: { label: 'Answer people', description: 'Comments, messages, rules, automations' },
  manage: { label: 'Manage', description: 'Accounts, webhooks, workspaces, settings' },
};

export const SCOPES = Object.keys(WORDS) as Scope[];

/** @param scope one that the service knows; a later service may know more */
export const scopeWords = (scope: string): ScopeWords =>
  (WORDS as { [known: string]: ScopeWords })[scope] ?? { label: scope, description: '' };
