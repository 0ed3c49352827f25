/** What an app or a key may do, in words. */
import type { Input } from '../../base/operations.ts';
import { t } from '../../base/language/text.ts';

export type Scope = NonNullable<Input<'createKey'>['scopes']>[number];

interface ScopeWords {
  label: string;
  description: string;
}

const WORDS: { [scope in Scope]: ScopeWords } = {
  read: { label: t('Read'), description: t('Posts, numbers, comments, messages, settings') },
  draft: { label: t('Write drafts'), description: t('Create, change and delete drafts; upload media') },
  publish: { label: t('Publish'), description: t('Publish, schedule and delete posts') },
  answer: { label: t('Answer people'), description: t('Comments, messages, rules, automations') },
  manage: { label: t('Manage'), description: t('Accounts, webhooks, workspaces, settings') },
};

export const SCOPES = Object.keys(WORDS) as Scope[];

/** @param scope one that the service knows; a later service may know more */
export const scopeWords = (scope: string): ScopeWords =>
  (WORDS as { [scopeName: string]: ScopeWords })[scope] ?? { label: scope, description: '' };
