import { Select, Tabs } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation, useParams } from 'wouter';
import { Audit } from '../audit/index.ts';
import { Installation } from '../installation/index.ts';
import { NotificationSettings } from '../notifications/index.ts';
import { People } from '../people/index.ts';
import type { OperationId } from '../../base/operations.ts';
import { useCan } from '../../base/can.tsx';
import { PageTitle, Waiting } from '../../base/parts/states.tsx';
import { t } from '../../base/language/text.ts';

// each tab is loaded when it is shown
const Approval = lazy(async () => ({ default: (await import('./approval.tsx')).Approval }));
const InboxSettings = lazy(async () => ({ default: (await import('./inbox-settings.tsx')).InboxSettings }));
const KeysAndApps = lazy(async () => ({
  default: (await import('./keys-and-apps.tsx')).KeysAndApps,
}));
const Plan = lazy(async () => ({ default: (await import('./plan.tsx')).Plan }));
const Schedule = lazy(async () => ({ default: (await import('./schedule.tsx')).Schedule }));
const Webhooks = lazy(async () => ({ default: (await import('./webhooks.tsx')).Webhooks }));
const WorkspaceSettings = lazy(async () => ({
  default: (await import('./workspace-settings.tsx')).WorkspaceSettings,
}));
const You = lazy(async () => ({ default: (await import('./you.tsx')).You }));

const TABS: { value: string; label: string; content: ReactNode; call?: OperationId }[] = [
  { value: 'keys', label: 'API & MCP', content: <KeysAndApps /> },
  { value: 'webhooks', label: t('Webhooks'), content: <Webhooks />, call: 'listWebhooks' },
  { value: 'inbox', label: t('Inbox'), content: <InboxSettings />, call: 'getInboxSettings' },
  { value: 'schedule', label: t('Posting schedule'), content: <Schedule /> },
  { value: 'approval', label: t('Approval'), content: <Approval /> },
  { value: 'plan', label: t('Plan'), content: <Plan />, call: 'getPlan' },
  { value: 'people', label: t('People'), content: <People /> },
  { value: 'audit', label: t('Audit'), content: <Audit />, call: 'listAudit' },
  { value: 'workspace', label: t('Workspace'), content: <WorkspaceSettings />, call: 'deleteWorkspace' },
  { value: 'notifications', label: t('Notifications'), content: <NotificationSettings /> },
  { value: 'you', label: t('You'), content: <You /> },
  { value: 'installation', label: t('Installation'), content: <Installation />, call: 'readInstallation' },
];

export default function SettingsPage() {
  const can = useCan();
  const tabs = TABS.filter(({ call }) => call === undefined || can(call));
  const { tab = 'keys' } = useParams<{ tab?: string }>();
  const [, go] = useLocation();
  const openTab = tabs.find(({ value }) => value === tab) ?? tabs[0]!;
  const choose = (value: string | null) => value !== null && go(`/settings/${value}`);
  return (
    <>
      <PageTitle tab={t('{label} · Settings', { label: openTab.label })}>{t('Settings')}</PageTitle>
      <Select
        hiddenFrom="sm"
        mb="md"
        aria-label={t('Which settings')}
        data={tabs.map(({ value, label }) => ({ value, label }))}
        value={openTab.value}
        onChange={choose}
        allowDeselect={false}
      />
      <Tabs value={openTab.value} onChange={choose} keepMounted={false}>
        <Tabs.List mb="lg" visibleFrom="sm" aria-label={t('Settings')}>
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} px={10}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, content }) => (
          <Tabs.Panel key={value} value={value}>
            <Suspense fallback={<Waiting />}>{content}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
