/** The fields of a rule, with the phone and the trial of comments beside them. */
import '../../base/parts/compose.css';
import {
  Alert,
  Anchor,
  Box,
  Button,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type Account, ApiError, messageOf } from '../../base/api.ts';
import { useKeptDraft } from '../../base/parts/kept-draft.ts';
import { AccountLabel, networkName } from '../../base/parts/network.tsx';
import { Fault, PageTitle } from '../../base/parts/states.tsx';
import { KeywordsField } from './keywords-field.tsx';
import { MessageField } from './message-field.tsx';
import { PhonePreview } from './phone-preview.tsx';
import { LateField } from './late-field.tsx';
import { ThenField } from './then-field.tsx';
import { PublicRepliesField } from './public-replies-field.tsx';
import { useRules, useSaveRule } from './queries.ts';
import {
  type FieldErrors,
  fieldOf,
  missingIn,
  parseRule,
  type RuleDraft,
  saidAt,
  termsOf,
} from './rule-draft.ts';
import type { Rule } from './shapes.ts';
import { TryComments } from './try-comments.tsx';
import { WatchedField } from './watched-field.tsx';
import { countOf } from './words.ts';

interface RuleFormProps {
  /** The rule that is changed; null means a new one. */
  rule: Rule | null;
  /** Names what is kept in the browser until it is saved. */
  name: string;
  /** Those to choose from. */
  accounts: Account[];
  start: RuleDraft;
}

const FORM = 'rule-form';

type Side = 'write' | 'preview';

/** The rule that is written, what is wrong with it, and how it is saved. */
function useRuleForm({ rule, name, start }: RuleFormProps, setSide: (side: Side) => void) {
  const [, go] = useLocation();
  const kept = useKeptDraft(name, start, parseRule);
  const { draft, setDraft } = kept;
  const save = useSaveRule();
  const [missing, setMissing] = useState<FieldErrors>({});
  const set = (changes: Partial<RuleDraft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setMissing({});
    save.reset();
  };
  const { error } = save;
  const refused = error instanceof ApiError ? fieldOf(error.param, draft) : null;
  const errors: FieldErrors =
    refused === null || !(error instanceof ApiError)
      ? missing
      : { ...missing, [refused]: saidAt(error.param, error.message, draft) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = missingIn(draft);
    setMissing(found);
    setSide('write');
    if (Object.keys(found).length > 0) return;
    save.mutate(
      { id: rule?.id ?? null, accountId: draft.accountId, terms: termsOf(draft) },
      {
        onSuccess: ({ id }) => {
          kept.forget();
          go(`/rules/${id}`);
        },
      },
    );
  };
  const failure = save.isError && refused === null ? messageOf(save.error) : null;
  return { kept, draft, set, errors, submit, failure, isSaving: save.isPending };
}

type Writing = ReturnType<typeof useRuleForm>;

export function RuleForm(props: RuleFormProps) {
  const { rule, accounts, start } = props;
  const [side, setSide] = useState<Side>('write');
  const writing = useRuleForm(props, setSide);
  const { draft, kept } = writing;
  return (
    <>
      <PageTitle>{rule === null ? 'New rule' : 'Edit the rule'}</PageTitle>
      <SegmentedControl
        hiddenFrom="md"
        fullWidth
        mb="md"
        aria-label="Write, or see the preview"
        data={[
          { value: 'write', label: 'Write' },
          { value: 'preview', label: 'Preview' },
        ]}
        value={side}
        onChange={setSide}
      />
      <div className="rule-columns">
        <Box {...(side === 'write' ? {} : { visibleFrom: 'md' })}>
          <Fields rule={rule} accounts={accounts} writing={writing} />
        </Box>
        <Box
          className="rule-side"
          tabIndex={0}
          role="region"
          aria-label="Preview"
          {...(side === 'preview' ? {} : { visibleFrom: 'md' })}
        >
          <PhonePreview draft={draft} account={accounts.find(({ id }) => id === draft.accountId)} />
          <section aria-labelledby="rule-try">
            <Title order={2} size="h4" id="rule-try" mb="xs">
              What would it answer?
            </Title>
            <TryComments rules={{ rule: tryable(draft) }} />
          </section>
        </Box>
      </div>
      <div className="compose-bar">
        <Button type="submit" form={FORM} loading={writing.isSaving}>
          {rule === null ? 'Make the rule' : 'Save'}
        </Button>
        <Button component={Link} href={rule === null ? '/rules' : `/rules/${rule.id}`} variant="default">
          Cancel
        </Button>
        {kept.isTouched && (
          <Button variant="subtle" onClick={() => kept.setDraft(start)}>
            Discard what is written
          </Button>
        )}
      </div>
    </>
  );
}

interface FieldsProps extends Pick<RuleFormProps, 'rule' | 'accounts'> {
  writing: Writing;
}

function Fields({ rule, accounts, writing }: FieldsProps) {
  const { kept, draft, set, errors, submit, failure } = writing;
  const form = useRef<HTMLFormElement>(null);
  const faults = Object.keys(errors).length;
  useEffect(() => {
    if (faults > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  return (
    <form id={FORM} ref={form} onSubmit={submit} noValidate aria-label="Rule">
      <Stack gap="lg">
        {kept.isBack && kept.isTouched && (
          <Text size="sm" c="dimmed" role="status">
            What you had written was restored.
          </Text>
        )}
        <Notes rule={rule} draft={draft} />
        <AccountChoice rule={rule} accounts={accounts} draft={draft} error={errors.account} onChange={set} />
        <WatchedField
          accountId={draft.accountId}
          value={draft.watched}
          error={errors.watched}
          onChange={(watched) => set({ watched })}
        />
        <KeywordsField draft={draft} error={errors.keywords} onChange={set} />
        <MessageField
          value={draft.dmText}
          platform={accounts.find(({ id }) => id === draft.accountId)?.platform ?? null}
          error={errors.dmText}
          onChange={(dmText) => set({ dmText })}
        />
        <Switch
          label="Count the clicks on links"
          description="Links in the message become short addresses of this service that lead to yours: people see those."
          checked={draft.trackLinks}
          onChange={({ currentTarget }) => set({ trackLinks: currentTarget.checked })}
        />
        <AfterMessage draft={draft} errors={errors} set={set} />
        {failure !== null && <Fault message={failure} />}
      </Stack>
    </form>
  );
}

/** What follows the message: the public reply, and an automation. */
function AfterMessage({ draft, errors, set }: Pick<Writing, 'draft' | 'errors' | 'set'>) {
  return (
    <>
      <PublicRepliesField
        value={draft.publicReplies}
        errors={errors}
        onChange={(publicReplies) => set({ publicReplies })}
      />
      {draft.publicReplies.length > 0 && (
        <LateField
          value={draft.publicReplyLateMinutes}
          error={errors.lateMinutes}
          onChange={(publicReplyLateMinutes) => set({ publicReplyLateMinutes })}
        />
      )}
      <ThenField
        accountId={draft.accountId}
        value={draft.thenId}
        error={errors.then}
        onChange={(thenId) => set({ thenId })}
      />
    </>
  );
}

/** What a rule that is being written says, for the trial: as if every post were watched. */
function tryable(draft: RuleDraft) {
  const { keywords, match, dmText, publicReplies } = termsOf(draft);
  return { keywords, match, dmText, publicReplies };
}

/** What a person should know before they save. */
function Notes({ rule, draft: { watched } }: { rule: Rule | null; draft: RuleDraft }) {
  const { data: rules = [] } = useRules();
  const others = rules.filter(
    ({ id, postId, mediaId }) =>
      id !== rule?.id &&
      ((watched.kind === 'post' && watched.postId === postId) ||
        (watched.kind === 'media' && watched.mediaId === mediaId)),
  );
  return (
    <>
      {rule !== null && rule.stats.queued > 0 && (
        <Alert color="blue" variant="light" p="xs">
          {countOf(rule.stats.queued, 'message')} that{' '}
          {rule.stats.queued === 1 ? 'waits keeps its' : 'wait keep their'} text. Comments that come after the
          change are answered by it.
        </Alert>
      )}
      {watched.kind === 'post' && others.length > 0 && (
        <Alert color="blue" variant="light" p="xs">
          This post has{' '}
          <Anchor
            component={Link}
            href={`/rules?post=${watched.postId}`}
            inherit
            underline="always"
            c="inherit"
          >
            {countOf(others.length, 'rule')}
          </Anchor>{' '}
          already. When several match a comment, the oldest answers.
        </Alert>
      )}
    </>
  );
}

interface AccountChoiceProps {
  rule: Rule | null;
  accounts: Account[];
  draft: RuleDraft;
  error: string | undefined;
  onChange: (changes: Partial<RuleDraft>) => void;
}

/** The account: chosen where there are several, and said otherwise. A rule keeps its account. */
function AccountChoice({ rule, accounts, draft, error, onChange }: AccountChoiceProps) {
  const [only] = accounts;
  if (rule !== null || (accounts.length === 1 && draft.accountId === only?.id))
    return (
      <div>
        <Text size="sm" fw={600} mb={4}>
          Account
        </Text>
        <AccountLabel
          platform={only?.platform ?? rule?.platform ?? ''}
          account={only && (only.displayName || only.username)}
        />
        {error !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
            {error}
          </Text>
        )}
      </div>
    );
  return (
    <Select
      label="Account"
      placeholder="Choose an account"
      data={accounts.map(({ id, displayName, username, platform }) => ({
        value: id,
        label: `${displayName || username}, ${networkName(platform)}`,
      }))}
      value={draft.accountId === '' ? null : draft.accountId}
      // a post or an automation of one account is none of another
      onChange={(accountId) =>
        onChange({ accountId: accountId ?? '', watched: { kind: 'every' }, thenId: null })
      }
      allowDeselect={false}
      error={error}
    />
  );
}
