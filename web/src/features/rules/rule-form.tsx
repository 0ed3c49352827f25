/** The fields of a rule, with the phone and the trial of comments beside them. */
import '../../base/parts/compose.css';
import {
  Alert,
  Anchor,
  Box,
  Button,
  Input,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Account } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { Fold } from '../../base/parts/fold.tsx';
import { useKeepDraft, useRestoredDraft } from '../../base/parts/kept-draft.ts';
import { AccountLabel, networkName } from '../../base/parts/network.tsx';
import { PageTitle } from '../../base/parts/states.tsx';
import { KeywordsField } from './keywords-field.tsx';
import { MessageField } from './message-field.tsx';
import { PhonePreview } from './phone-preview.tsx';
import { LateField } from './late-field.tsx';
import { ThenField } from './then-field.tsx';
import { PublicRepliesField } from './public-replies-field.tsx';
import { useRules, useSaveRule } from './queries.ts';
import { missingIn, parseRule, placeOf, type RuleDraft, termsOf } from './rule-draft.ts';
import type { Rule } from './shapes.ts';
import { TryComments } from './try-comments.tsx';
import { WatchedField } from './watched-field.tsx';
import { rich, t } from '../../base/language/text.ts';

interface RuleFormProps {
  /** The rule that is changed; null means a new one. */
  rule: Rule | null;
  /** Names what is kept in the browser until it is saved. */
  name: string;
  /** Those to choose from. */
  accounts: Account[];
  start: RuleDraft;
}

type Side = 'write' | 'preview';

/** The rule that is written, what is kept of it in the browser, and how it is saved. */
function useRuleForm({ rule, name, start }: RuleFormProps, setSide: (side: Side) => void) {
  const [, go] = useLocation();
  const restored = useRestoredDraft(name, parseRule);
  const save = useSaveRule();
  const form = useApiForm({
    name: 'rule',
    initialValues: restored ?? start,
    validate: missingIn,
    onInvalid: () => setSide('write'),
    send: (draft) => {
      setSide('write');
      return save({ id: rule?.id ?? null, accountId: draft.accountId, terms: termsOf(draft) });
    },
    onSent: ({ id }) => {
      stored.forget();
      go(`/rules/${id}`);
    },
    placeOf,
  });
  const stored = useKeepDraft(name, form.values, start);
  return { form, isTouched: stored.isTouched, isBack: restored !== null };
}

type Writing = ReturnType<typeof useRuleForm>;

export function RuleForm(props: RuleFormProps) {
  const { rule, accounts, start } = props;
  const [side, setSide] = useState<Side>('write');
  const writing = useRuleForm(props, setSide);
  const { form, isTouched } = writing;
  return (
    <>
      <PageTitle>{rule === null ? t('New rule') : t('Edit the rule')}</PageTitle>
      <SegmentedControl
        hiddenFrom="md"
        fullWidth
        mb="md"
        aria-label={t('Write, or see the preview')}
        data={[
          { value: 'write', label: t('Write') },
          { value: 'preview', label: t('Preview') },
        ]}
        value={side}
        onChange={setSide}
      />
      <div className="rule-columns">
        <Box {...(side === 'write' ? {} : { visibleFrom: 'md' })}>
          <Fields rule={rule} accounts={accounts} writing={writing} />
        </Box>
        <Preview draft={form.values} accounts={accounts} isShown={side === 'preview'} />
      </div>
      <div className="compose-bar">
        <Submit of={form}>{rule === null ? t('Make the rule') : t('Save')}</Submit>
        <Button component={Link} href={rule === null ? '/rules' : `/rules/${rule.id}`} variant="default">
          {t('Cancel')}
        </Button>
        {isTouched && (
          <Button variant="subtle" onClick={() => form.set(start)}>
            {t('Discard what is written')}
          </Button>
        )}
      </div>
    </>
  );
}

interface PreviewProps {
  draft: RuleDraft;
  accounts: Account[];
  /** On a phone, in place of the fields. */
  isShown: boolean;
}

function Preview({ draft, accounts, isShown }: PreviewProps) {
  return (
    <Box
      className="rule-side"
      tabIndex={0}
      role="region"
      aria-label={t('Preview')}
      {...(isShown ? {} : { visibleFrom: 'md' })}
    >
      <PhonePreview draft={draft} account={accounts.find(({ id }) => id === draft.accountId)} />
      <section aria-labelledby="rule-try">
        <Title order={2} size="h4" id="rule-try" mb="xs">
          {t('What would it answer?')}
        </Title>
        <TryComments rules={{ rule: tryable(draft) }} />
      </section>
    </Box>
  );
}

interface FieldsProps extends Pick<RuleFormProps, 'rule' | 'accounts'> {
  writing: Writing;
}

function Fields({ rule, accounts, writing: { form, isTouched, isBack } }: FieldsProps) {
  const { field, values: draft } = form;
  return (
    <Form of={form} noValidate label={t('Rule')}>
      <Stack gap="lg">
        {isBack && isTouched && (
          <Text size="sm" c="dimmed" role="status">
            {t('What you had written was restored.')}
          </Text>
        )}
        <Notes rule={rule} draft={draft} />
        <AccountChoice rule={rule} accounts={accounts} form={form} />
        <WatchedField accountId={draft.accountId} {...field('watched')} />
        <KeywordsField match={field('match')} keywords={field('keywords')} />
        <MessageField
          platform={accounts.find(({ id }) => id === draft.accountId)?.platform ?? null}
          {...field('dmText')}
        />
        <PublicRepliesField
          {...field('publicReplies')}
          fieldOf={(index) => field(`publicReplies.${index}`)}
        />
        <MoreOptions form={form} />
        <FormFault of={form} />
      </Stack>
    </Form>
  );
}

/** Options that most rules go without: an automation that follows, clicks on links, and public replies that would come late. */
function MoreOptions({ form }: Pick<Writing, 'form'>) {
  const { field, values: draft } = form;
  const names = ['thenId', 'trackLinks', 'publicReplyLateMinutes'] as const;
  const isSet = names.some((name) => draft[name] !== null && draft[name] !== false);
  return (
    <Fold
      title={t('More options')}
      says={t('an automation that follows, clicks on links')}
      startsOpen={isSet}
      hasError={names.some((name) => form.errors[name] !== undefined)}
      label={t('More options')}
    >
      <ThenField accountId={draft.accountId} {...field('thenId')} />
      <Switch
        label={t('Count the clicks on links')}
        description={t(
          'Links in the message become short addresses of this service that lead to yours: people see those.',
        )}
        {...field('trackLinks', { type: 'checkbox' })}
      />
      {draft.publicReplies.length > 0 && <LateField {...field('publicReplyLateMinutes')} />}
    </Fold>
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
        <Alert color="accent" variant="light" p="xs">
          {t(
            '{count, plural, one {# message} other {# messages}} that {count, plural, one {waits keeps its} other {wait keep their}} text. Comments that come after the change are answered by it.',
            { count: rule.stats.queued },
          )}
        </Alert>
      )}
      {watched.kind === 'post' && others.length > 0 && (
        <Alert color="accent" variant="light" p="xs">
          {rich(
            'This post has <link>{count, plural, one {# rule} other {# rules}}</link> already. When several match a comment, the oldest answers.',
            {
              link: (words) => (
                <Anchor
                  component={Link}
                  href={`/rules?post=${watched.postId}`}
                  inherit
                  underline="always"
                  c="inherit"
                >
                  {words}
                </Anchor>
              ),
              count: others.length,
            },
          )}
        </Alert>
      )}
    </>
  );
}

interface AccountChoiceProps extends Pick<Writing, 'form'> {
  rule: Rule | null;
  accounts: Account[];
}

/** The account: chosen where there are several, and said otherwise. A rule keeps its account. */
function AccountChoice({ rule, accounts, form }: AccountChoiceProps) {
  const { accountId } = form.values;
  const field = form.field('accountId');
  const [only] = accounts;
  if (rule !== null || (accounts.length === 1 && accountId === only?.id))
    return (
      <Input.Wrapper
        label={t('Account')}
        labelElement="div"
        error={field.error}
        data-path={field['data-path']}
      >
        <AccountLabel
          platform={only?.platform ?? rule?.platform ?? ''}
          account={only && (only.displayName || only.username)}
        />
      </Input.Wrapper>
    );
  return (
    <Select
      label={t('Account')}
      placeholder={t('Choose an account')}
      data={accounts.map(({ id, displayName, username, platform }) => ({
        value: id,
        label: `${displayName || username}, ${networkName(platform)}`,
      }))}
      {...field}
      value={accountId === '' ? null : accountId}
      // a post or an automation of one account is none of another
      onChange={(chosen) => form.set({ accountId: chosen ?? '', watched: { kind: 'every' }, thenId: null })}
      allowDeselect={false}
    />
  );
}
