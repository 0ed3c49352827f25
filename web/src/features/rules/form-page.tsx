/** A new rule, or one that is changed: the address says which, and from which post it was asked for. */
import './rules.css';
import { useAccounts } from '../accounts/index.ts';
import { Button } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { hasRules } from '../../base/parts/network.tsx';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { usePost } from '../posts/index.ts';
import { useRules } from './queries.ts';
import { NoRules } from './no-rules.tsx';
import { draftOfRule, emptyRule } from './rule-draft.ts';
import { RuleForm } from './rule-form.tsx';
import { t } from '../../base/language/text.ts';

export default function RuleFormPage() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <NewRule /> : <EditRule key={id} id={id} />;
}

function NewRule() {
  const [search] = useSearchParams();
  const postId = search.get('post');
  const accounts = useAccounts();
  const post = usePost(postId ?? undefined);
  if (accounts.isPending || (postId !== null && post.isPending)) return <Waiting />;
  if (accounts.data === undefined)
    return <Fault message={messageOf(accounts.error)} onRetry={() => void accounts.refetch()} />;
  const able = accounts.data.filter(({ platform }) => hasRules(platform));
  if (able.length === 0)
    return (
      <>
        <PageTitle>{t('New rule')}</PageTitle>
        <NoRules />
      </>
    );
  const ofPost = able.filter(({ id }) => post.data?.accountIds.includes(id));
  const offered = ofPost.length > 0 ? ofPost : able;
  const accountId = offered.length === 1 || ofPost.length > 0 ? offered[0]!.id : '';
  const watched =
    ofPost.length > 0 ? ({ kind: 'post', postId: postId! } as const) : ({ kind: 'every' } as const);
  return (
    <RuleForm
      key={postId}
      rule={null}
      name={postId === null ? 'rule' : `rule-${postId}`}
      accounts={offered}
      start={emptyRule(accountId, watched)}
    />
  );
}

function EditRule({ id }: { id: string }) {
  const rules = useRules();
  const accounts = useAccounts();
  if (rules.isPending || accounts.isPending) return <Waiting />;
  const failed = rules.data === undefined ? rules : accounts.data === undefined ? accounts : null;
  if (failed !== null || rules.data === undefined)
    return <Fault message={messageOf(failed?.error)} onRetry={() => void failed?.refetch()} />;
  const rule = rules.data.find((one) => one.id === id);
  if (rule === undefined) return <NoSuchRule />;
  return (
    <RuleForm
      rule={rule}
      name={id}
      accounts={accounts.data?.filter((one) => one.id === rule.accountId) ?? []}
      start={draftOfRule(rule)}
    />
  );
}

export function NoSuchRule() {
  return (
    <Empty
      isPage
      title={t('This rule is not here')}
      action={
        <Button component={Link} href="/rules" mt="sm">
          {t('To the rules')}
        </Button>
      }
    >
      {t('It was deleted, or it belongs to another workspace.')}
    </Empty>
  );
}
