import { Select, Tabs } from '@mantine/core';
import { useLocation, useParams } from 'wouter';
import { ConnectedApps } from '../apps/index.ts';
import { People } from '../people/index.ts';
import { PageTitle } from '../../base/parts/states.tsx';
import { InboxSettings } from './inbox-settings.tsx';
import { Keys } from './keys.tsx';
import { Plan } from './plan.tsx';
import { Schedule } from './schedule.tsx';
import { Webhooks } from './webhooks.tsx';
import { You } from './you.tsx';

const KeysAndApps = () => (
  <>
    <Keys />
    <ConnectedApps />
  </>
);

const TABS = [
  { value: 'keys', label: 'API & MCP', content: <KeysAndApps /> },
  { value: 'webhooks', label: 'Webhooks', content: <Webhooks /> },
  { value: 'inbox', label: 'Inbox', content: <InboxSettings /> },
  { value: 'schedule', label: 'Posting schedule', content: <Schedule /> },
  { value: 'plan', label: 'Plan', content: <Plan /> },
  { value: 'people', label: 'People', content: <People /> },
  { value: 'you', label: 'You', content: <You /> },
];

export default function SettingsPage() {
  const { tab = 'keys' } = useParams<{ tab?: string }>();
  const [, go] = useLocation();
  const shown = TABS.find(({ value }) => value === tab) ?? TABS[0]!;
  const choose = (value: string | null) => value !== null && go(`/settings/${value}`);
  return (
    <>
      <PageTitle tab={`${shown.label} · Settings`}>Settings</PageTitle>
      <Select
        hiddenFrom="sm"
        mb="md"
        aria-label="Which settings"
        data={TABS.map(({ value, label }) => ({ value, label }))}
        value={shown.value}
        onChange={choose}
        allowDeselect={false}
      />
      <Tabs value={shown.value} onChange={choose} keepMounted={false}>
        <Tabs.List mb="lg" visibleFrom="sm" aria-label="Settings">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ value, content }) => (
          <Tabs.Panel key={value} value={value}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
