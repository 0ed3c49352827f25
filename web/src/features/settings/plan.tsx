import { Alert, Badge, Group, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, messageOf, type Reply } from '../../base/api.ts';
import { Copyable } from '../../base/parts/copy.tsx';
import { CloseIcon, DoneIcon } from '../../base/parts/icons.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { fromNow, inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { t } from '../../base/language/text.ts';

type PlanView = Reply<'getPlan'>;

const REFRESH_MS = 60_000;

const NAMES: { [plan: string]: string } = {
  none: t('No plan'),
  trial: t('Trial'),
  starter: t('Starter'),
  developer: t('Developer'),
  pro: t('Pro'),
  agency: t('Agency'),
};

const FEATURES: { [feature: string]: { name: string; without: string } } = {
  publishing: { name: t('Publish and schedule posts'), without: t('Drafts can be written and saved.') },
  comments: { name: t('Answer, hide and delete comments'), without: t('Comments can be read.') },
  inbox: { name: t('Answer direct messages'), without: t('Messages can be read.') },
  rules: {
    name: t('Comment-to-DM rules'),
    without: t('Rules can be made, paused and deleted; comments that match are listed as skipped.'),
  },
  automations: {
    name: t('Automations of direct messages'),
    without: t('Automations can be read, paused and deleted.'),
  },
  webhooks: { name: t('Webhooks'), without: t('They come with Developer, Pro and Agency.') },
};

/** The plan of the workspace, what it includes, what is used of it, and its price. */
export function Plan() {
  const { slug } = useWorkspace();
  const plan = useQuery({
    queryKey: ['plan', slug],
    queryFn: ({ signal }) => call('getPlan', { workspace: slug }, { signal }),
    refetchInterval: REFRESH_MS,
  });
  if (plan.isPending) return <Waiting rows={3} />;
  if (plan.isError) return <Fault message={messageOf(plan.error)} onRetry={() => void plan.refetch()} />;
  return (
    <Stack maw={720} gap="xl">
      <Standing view={plan.data} />
      <Includes view={plan.data} />
      <Usage view={plan.data} />
      <Price view={plan.data} />
    </Stack>
  );
}

/** Which plan it is, and what to do where it has ended or is about to. */
function Standing({ view }: { view: PlanView }) {
  const { timezone } = useWorkspace();
  const now = useNow(REFRESH_MS);
  const { plan, active, trialEndsAt, postsWithoutPlan } = view;
  const end = trialEndsAt === null ? null : `${inZone(trialEndsAt, timezone)}, ${fromNow(trialEndsAt, now)}`;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Title order={2} size="h3">
          {NAMES[plan] ?? plan}
        </Title>
        <Badge variant="light" color={active ? 'green' : 'red'} tt="none">
          {active ? t('Active') : plan === 'none' ? t('Not active') : t('Ended')}
        </Badge>
      </Group>
      {active ? (
        <>
          {end !== null && <Text size="sm">{t('The trial ends {end}.', { end })}</Text>}
          {postsWithoutPlan > 0 && (
            <WhatToDo
              view={view}
              color="yellow"
              title={t('{posts} due after the trial', { posts: posts(postsWithoutPlan) })}
            >
              {t(
                '{postsWithoutPlan, plural, one {It fails} other {They fail}} unless a plan is set before, and can be sent again afterwards.',
                { postsWithoutPlan },
              )}
            </WhatToDo>
          )}
        </>
      ) : (
        <WhatToDo
          view={view}
          color="red"
          title={end === null ? t('This workspace has no plan') : t('The trial ended {end}', { end })}
        >
          {postsWithoutPlan > 0
            ? t(
                'Everything can still be read, and drafts can be written. Nothing is published and nobody is answered. {posts} will fail at {postsWithoutPlan, plural, one {its time} other {their times}}, and can be sent again under a plan.',
                { posts: posts(postsWithoutPlan), postsWithoutPlan },
              )
            : t(
                'Everything can still be read, and drafts can be written. Nothing is published and nobody is answered.',
              )}
        </WhatToDo>
      )}
    </Stack>
  );
}

const posts = (count: number) =>
  t('{count, plural, one {# scheduled post} other {# scheduled posts}}', { count });

function WhatToDo(props: { view: PlanView; color: string; title: string; children: ReactNode }) {
  return (
    <Alert color={props.color} variant="light" title={props.title}>
      <Stack gap="sm">
        <Text size="sm">{props.children}</Text>
        <Text size="sm">
          {t(
            'The operator of this service sets plans. To go on with the Developer plan, they run on the server:',
          )}
        </Text>
        <Copyable text={props.view.command} label={t('Command that sets a plan')} />
      </Stack>
    </Alert>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={3} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function Includes({ view }: { view: PlanView }) {
  return (
    <Section title={t('What it includes')}>
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {view.includes.map(({ feature, included }) => (
          <Group key={feature} component="li" gap="sm" wrap="nowrap" align="flex-start">
            <Text c={included ? 'green' : 'dimmed'} lh={1} pt={3}>
              {included ? <DoneIcon /> : <CloseIcon />}
            </Text>
            <div>
              <Text>
                {FEATURES[feature]?.name ?? feature}
                {!included && `: ${t('not included')}`}
              </Text>
              {!included && (
                <Text size="sm" c="dimmed">
                  {FEATURES[feature]?.without}
                </Text>
              )}
            </div>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function Usage({ view: { usage, active } }: { view: PlanView }) {
  const { accounts, workspaces, rules, automations, webhooks } = usage;
  return (
    <Section title={t('What is used')}>
      <Used
        name={t('Accounts')}
        detail={active ? t('in your workspaces with this plan') : t('in your workspaces without a plan')}
        {...accounts}
      />
      <Used name={t('Workspaces')} detail={t('of yours')} {...workspaces} />
      <Used name={t('Comment-to-DM rules')} detail={t('of this workspace')} {...rules} />
      <Used name={t('Automations')} detail={t('of this workspace')} {...automations} />
      <Used name={t('Webhooks')} detail={t('of this workspace')} {...webhooks} />
    </Section>
  );
}

function Used(props: { name: string; detail: string; used: number; limit: number | null }) {
  const { name, detail, used, limit } = props;
  return (
    <div>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Text>
          {name}{' '}
          <Text span size="sm" c="dimmed">
            {detail}
          </Text>
        </Text>
        <Text style={{ flexShrink: 0 }}>
          {limit === null ? t('{used}, no limit', { used }) : t('{used} of {limit}', { used, limit })}
        </Text>
      </Group>
      {limit !== null && (
        <Progress
          mt={4}
          value={Math.min(100, (used / limit) * 100)}
          color={used > limit ? 'red' : 'accent'}
          aria-label={t('{name}: {used} of {limit} used', { name, used, limit })}
        />
      )}
    </div>
  );
}

function Price({ view }: { view: PlanView }) {
  return (
    <Section title={t('Price')}>
      <Text>{priceOf(view)}</Text>
      {view.plan !== 'starter' && view.price !== null && <Tiers view={view} />}
      <Text size="sm" c="dimmed">
        {t(
          'In units of the operator’s currency, for a month. Troupe takes no payment; calls and posts cost nothing.',
        )}
      </Text>
    </Section>
  );
}

function priceOf({ plan, active, price, usage, developer }: PlanView): string {
  const { used, limit } = usage.accounts;
  const accounts = t('{used, plural, one {# account} other {# accounts}}', { used });
  if (!active || plan === 'trial')
    return active
      ? t('The trial costs nothing. The Developer plan costs {price} a month for {accounts}.', {
          price: developer.price,
          accounts,
        })
      : t('Nothing is charged. The Developer plan costs {price} a month for {accounts}.', {
          price: developer.price,
          accounts,
        });
  if (price === null && limit !== null)
    return t(
      'This plan is for up to {limit} accounts, and there are {used}: ask the operator for another one. Developer costs {price} a month for {accounts}.',
      { limit, used, price: developer.price, accounts },
    );
  if (price === null) return t('The operator says what this plan costs.');
  return limit === null
    ? t('{price} a month for {accounts}', { price, accounts })
    : t('{price} a month for up to {limit} accounts', { price, limit });
}

/** What the accounts cost on the Developer plan, tier by tier. */
function Tiers({ view: { developer } }: { view: PlanView }) {
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table aria-label={t('Price of the Developer plan')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Accounts')}</Table.Th>
            <Table.Th ta="end">{t('Each')}</Table.Th>
            <Table.Th ta="end">{t('Yours')}</Table.Th>
            <Table.Th ta="end">{t('A month')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {developer.tiers.map(({ from, upTo, each, accounts, price }) => (
            <Table.Tr key={from}>
              <Table.Td>
                {upTo === null ? t('{from} and more', { from }) : t('{from} to {upTo}', { from, upTo })}
              </Table.Td>
              <Table.Td ta="end">{each}</Table.Td>
              <Table.Td ta="end">{accounts}</Table.Td>
              <Table.Td ta="end">{price}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
