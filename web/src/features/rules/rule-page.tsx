/** One rule: what it says, what it did and why, live. */
import './rules.css';
import { Alert, Box, Button, Card, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { AccountLabel, hasRules, networkName } from '../../base/parts/network.tsx';
import { useNow } from '../../base/parts/now.ts';
import { ReceivingProblems, useAccountNames } from '../accounts/index.ts';
import { Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { fromNow } from '../../base/parts/times.ts';
import { IfCan } from '../../base/can.tsx';
import { AccountHolds, AccountSettings } from './account-settings.tsx';
import { Activity } from './activity.tsx';
import { Figures } from './figures.tsx';
import { NoSuchRule } from './form-page.tsx';
import { Keywords } from './keywords.tsx';
import { PastComments } from './past-comments.tsx';
import { NearMisses } from './near-misses.tsx';
import { useRules } from './queries.ts';
import { ActiveSwitch, RuleMenu } from './rule-actions.tsx';
import type { Rule } from './shapes.ts';
import { TryComments } from './try-comments.tsx';
import { WatchedPost } from './watched-post.tsx';
import { answersWhat, ruleLook, ruleTitle, skippedBy } from './words.ts';
import { t } from '../../base/language/text.ts';

export default function RulePage() {
  const { id } = useParams<{ id: string }>();
  const rules = useRules();
  if (rules.isPending) return <Waiting />;
  if (rules.data === undefined)
    return <Fault message={messageOf(rules.error)} onRetry={() => void rules.refetch()} />;
  const rule = rules.data.find((one) => one.id === id);
  return rule === undefined ? <NoSuchRule /> : <RuleView key={id} rule={rule} />;
}

function RuleView({ rule }: { rule: Rule }) {
  const [side, setSide] = useState<'activity' | 'rule'>('activity');
  return (
    <>
      <Head rule={rule} />
      <ReceivingProblems isMeant={hasRules} />
      <AccountHolds accountId={rule.accountId} />
      <SegmentedControl
        hiddenFrom="md"
        fullWidth
        mb="md"
        aria-label={t('What it did, or what it is')}
        data={[
          { value: 'activity', label: t('Activity') },
          { value: 'rule', label: t('The rule') },
        ]}
        value={side}
        onChange={setSide}
      />
      <div className="rule-columns">
        <Stack
          gap="md"
          component="section"
          aria-labelledby="rule-activity"
          {...(side === 'activity' ? {} : { visibleFrom: 'md' })}
        >
          <Counts rule={rule} />
          <Title order={2} size="h4" id="rule-activity">
            {t('Activity')}
          </Title>
          <Activity rule={rule} />
        </Stack>
        <Box
          className="rule-side"
          tabIndex={0}
          role="region"
          aria-label={t('The rule')}
          {...(side === 'rule' ? {} : { visibleFrom: 'md' })}
        >
          <Says rule={rule} />
          <NearMisses rule={rule} />
          {rule.active && !rule.nextPost && <PastComments rule={rule} />}
          <Card withBorder component="section" aria-labelledby="rule-try">
            <Title order={2} size="h4" id="rule-try" mb="xs">
              {t('What would it answer?')}
            </Title>
            <TryComments rules={{ ruleId: rule.id }} known={[rule]} />
          </Card>
          <AccountSettings accountId={rule.accountId} />
        </Box>
      </div>
    </>
  );
}

function Head({ rule }: { rule: Rule }) {
  const [, go] = useLocation();
  const { id } = rule;
  return (
    <>
      <PageTitle
        tab={t('Rule: {rule}', { rule: ruleTitle(rule) })}
        actions={
          <>
            <IfCan call="getActor">
              <Button component={Link} href={`/debugger/${id}`} variant="default">
                {t('What happened, step by step')}
              </Button>
            </IfCan>
            <IfCan call="updateCommentRule">
              <Button component={Link} href={`/rules/${id}/edit`}>
                {t('Edit')}
              </Button>
            </IfCan>
            <RuleMenu rule={rule} onDeleted={() => go('/rules')} />
          </>
        }
      >
        {ruleTitle(rule)}
      </PageTitle>
      <Group gap="xs" mb="md">
        <ActiveSwitch rule={rule} />
        <Group gap="xs" role="status" aria-label={t('Status')}>
          <LookBadge look={ruleLook(rule)} />
          <Text size="sm" c="dimmed">
            {rule.active ? `${answersWhat(rule)}.` : t('Answers nothing until it is resumed.')}
          </Text>
        </Group>
      </Group>
    </>
  );
}

function Counts({ rule: { stats } }: { rule: Rule }) {
  return (
    <>
      <Card withBorder padding="sm">
        <Figures stats={stats} />
        {stats.skipped > 0 && (
          <Text size="xs" c="dimmed" mt={6}>
            {t('Skipped: {skippedBy}', { skippedBy: skippedBy(stats.skippedBy) })}
          </Text>
        )}
        {stats.own > 0 && (
          <Text size="xs" c="dimmed" mt={6}>
            {t('Not counted: {count, plural, one {# comment} other {# comments}} of the account itself', {
              count: stats.own,
            })}
          </Text>
        )}
      </Card>
      {stats.queued > 0 && <InLine />}
    </>
  );
}

/** Why messages wait. */
function InLine() {
  return (
    <Alert color="accent" variant="light" p="xs">
      {t(
        'Messages leave in the order of the comments, up to 700 an hour for an account: the network allows no more. Each one that waits says when its turn comes. Nothing has to be done.',
      )}
    </Alert>
  );
}

/** The terms of the rule. */
function Says({ rule }: { rule: Rule }) {
  const names = useAccountNames();
  const { platform, accountId, dmText, publicReplies } = rule;
  return (
    <Card withBorder component="section" aria-labelledby="rule-says">
      <Title order={2} size="h4" id="rule-says" mb="sm">
        {t('What it does')}
      </Title>
      <Stack gap="sm">
        <Keywords rule={rule} />
        <WatchedPost rule={rule} />
        <Watching rule={rule} />
        <AccountLabel platform={platform} account={names.get(accountId)} />
        <Texts title={t('Message')} texts={[dmText]} />
        <Texts
          title={t('Public reply')}
          texts={
            publicReplies.length === 0
              ? [t('None: nobody else sees that the message was sent.')]
              : publicReplies
          }
        />
      </Stack>
    </Card>
  );
}

/** How current the comments are: a network does not report every one, so the posts are read too. */
function Watching({ rule }: { rule: Rule }) {
  const now = useNow(30_000);
  const { lastCommentAt, sweptAt, foundBySweep } = rule.watch;
  const network = networkName(rule.platform);
  return (
    <Text size="xs" c="dimmed">
      {lastCommentAt === null
        ? t('No comment has come yet.')
        : t('Last comment {ago}.', { ago: ago(lastCommentAt, now) })}
      {sweptAt !== null && ` ${t('The posts were read {ago}.', { ago: ago(sweptAt, now) })}`}
      {foundBySweep > 0 &&
        ` ${t(
          '{foundBySweep, plural, one {# comment that {network} had not reported was found by that.} other {# comments that {network} had not reported were found by that.}}',
          { network, foundBySweep },
        )}`}
    </Text>
  );
}

/** How long ago something was. The clock of a network may be ahead of ours. */
const ago = (instant: string, now: number) => fromNow(instant, Math.max(now, Date.parse(instant)));

function Texts({ title, texts }: { title: string; texts: readonly string[] }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      {texts.map((text) => (
        <Text key={text} size="sm" className="rule-message" dir="auto">
          {text}
        </Text>
      ))}
    </div>
  );
}
