/** The pages of a workspace. Each is loaded when it is first opened. */
import type { ComponentType, LazyExoticComponent } from 'react';
import { page } from './load-page.ts';
import { WaitingCount } from './agents/waiting-count.tsx';
import { OpenCount } from './comments/open-count.tsx';
import { UnreadCount } from './inbox/unread-count.tsx';
import {
  AccountsIcon,
  AgentsIcon,
  AutomationsIcon,
  CalendarIcon,
  ChartIcon,
  CommentsIcon,
  InboxIcon,
  NumbersIcon,
  PostsIcon,
  RulesIcon,
  SettingsIcon,
} from './parts/icons.tsx';

export interface Page {
  /** The path below the workspace's address, in wouter's format. */
  path: string;
  component: LazyExoticComponent<ComponentType>;
  /** Its label and icon in the navigation. Pages without are reached from others. */
  nav?: { label: string; icon: ComponentType<{ size?: number }>; href: string; count?: ComponentType };
}

export const pages: Page[] = [
  {
    path: '/posts',
    component: page(() => import('./posts/list-page.tsx')),
    nav: { label: 'Posts', icon: PostsIcon, href: '/posts' },
  },
  { path: '/posts/new', component: page(() => import('./posts/compose-page.tsx')) },
  { path: '/posts/:id/edit', component: page(() => import('./posts/compose-page.tsx')) },
  { path: '/posts/:id', component: page(() => import('./posts/post-page.tsx')) },
  {
    path: '/calendar',
    component: page(() => import('./posts/calendar-page.tsx')),
    nav: { label: 'Calendar', icon: CalendarIcon, href: '/calendar' },
  },
  {
    path: '/inbox',
    component: page(() => import('./inbox/inbox-page.tsx')),
    nav: { label: 'Inbox', icon: InboxIcon, href: '/inbox', count: UnreadCount },
  },
  {
    path: '/comments',
    component: page(() => import('./comments/comments-page.tsx')),
    nav: { label: 'Comments', icon: CommentsIcon, href: '/comments', count: OpenCount },
  },
  {
    path: '/rules',
    component: page(() => import('./rules/list-page.tsx')),
    nav: { label: 'Rules', icon: RulesIcon, href: '/rules' },
  },
  { path: '/rules/new', component: page(() => import('./rules/form-page.tsx')) },
  { path: '/rules/:id/edit', component: page(() => import('./rules/form-page.tsx')) },
  { path: '/rules/:id', component: page(() => import('./rules/rule-page.tsx')) },
  {
    path: '/automations',
    component: page(() => import('./automations/list-page.tsx')),
    nav: { label: 'Automations', icon: AutomationsIcon, href: '/automations' },
  },
  { path: '/automations/new', component: page(() => import('./automations/editor-page.tsx')) },
  { path: '/automations/:id/edit', component: page(() => import('./automations/editor-page.tsx')) },
  { path: '/automations/:id', component: page(() => import('./automations/automation-page.tsx')) },
  {
    path: '/analytics',
    component: page(() => import('./numbers/numbers-page.tsx')),
    nav: { label: 'Analytics', icon: NumbersIcon, href: '/analytics' },
  },
  { path: '/analytics/post', component: page(() => import('./numbers/post-page.tsx')) },
  {
    path: '/accounts',
    component: page(() => import('./accounts/accounts-page.tsx')),
    nav: { label: 'Accounts', icon: AccountsIcon, href: '/accounts' },
  },
  {
    path: '/agents',
    component: page(() => import('./agents/activity-page.tsx')),
    nav: { label: 'Agents', icon: AgentsIcon, href: '/agents', count: WaitingCount },
  },
  { path: '/agents/connect', component: page(() => import('./agents/connect-page.tsx')) },
  {
    path: '/debugger',
    component: page(() => import('./debugger/list-page.tsx')),
    nav: { label: 'Debugger', icon: ChartIcon, href: '/debugger' },
  },
  { path: '/debugger/charts/:kind', component: page(() => import('./debugger/heat-page.tsx')) },
  { path: '/debugger/:id', component: page(() => import('./debugger/actor-page.tsx')) },
  {
    path: '/settings/:tab?',
    component: page(() => import('./settings/settings-page.tsx')),
    nav: { label: 'Settings', icon: SettingsIcon, href: '/settings' },
  },
];
