/** The pages of a workspace. Each is loaded when it is first opened. */
import type { ComponentType } from 'react';
import { type LoadedPage, page } from '../base/load-page.ts';
import type { OperationId } from '../base/operations.ts';
import { CallCount, NeedsYouCount, OpenCount, UnreadCount } from '../features/home/counts.tsx';
import {
  AccountsIcon,
  AgentsIcon,
  AutomationsIcon,
  CalendarIcon,
  ChartIcon,
  CommentsIcon,
  HomeIcon,
  FeedIcon,
  InboxIcon,
  NumbersIcon,
  PictureIcon,
  PostsIcon,
  RepeatIcon,
  RulesIcon,
  SettingsIcon,
} from '../base/parts/icons.tsx';
import { t } from '../base/language/text.ts';

interface Page {
  /** The path below the workspace's address, in wouter's format. */
  path: string;
  component: LoadedPage;
  /** What it is for: it is shown to people who may call this operation. Absent means to everybody. */
  needs?: OperationId;
  /** Its place, label and icon in the navigation. Pages without are reached from others. */
  nav?: {
    group: NavGroup;
    label: string;
    icon: ComponentType<{ size?: number }>;
    href: string;
    count?: ComponentType;
  };
}

/** The groups of the navigation, in their order. The first and the last one have no heading. */
const GROUPS = ['home', 'plan', 'talk', 'automate', 'measure', ''] as const;
type NavGroup = (typeof GROUPS)[number];
const GROUP_LABELS: { [group in NavGroup]: string } = {
  home: t('Home'),
  plan: t('Plan'),
  talk: t('Talk'),
  automate: t('Automate'),
  measure: t('Measure'),
  '': '',
};
export const NAV_GROUPS = GROUPS.map((id) => ({ id, label: GROUP_LABELS[id] }));

export const pages: Page[] = [
  {
    path: '/',
    component: page(() => import('../features/home/home-page.tsx')),
    nav: { group: 'home', label: t('Home'), icon: HomeIcon, href: '/', count: NeedsYouCount },
  },
  {
    path: '/calendar',
    component: page(() => import('../features/posts/calendar-page.tsx')),
    nav: { group: 'plan', label: t('Calendar'), icon: CalendarIcon, href: '/calendar' },
  },
  {
    path: '/posts',
    component: page(() => import('../features/posts/list-page.tsx')),
    nav: { group: 'plan', label: t('Posts'), icon: PostsIcon, href: '/posts' },
  },
  {
    path: '/posts/new',
    needs: 'createPost',
    component: page(() => import('../features/posts/compose-page.tsx')),
  },
  {
    path: '/posts/:id/edit',
    needs: 'updatePost',
    component: page(() => import('../features/posts/compose-page.tsx')),
  },
  {
    path: '/series',
    component: page(() => import('../features/posts/series-page.tsx')),
    nav: { group: 'plan', label: t('Series'), icon: RepeatIcon, href: '/series' },
  },
  {
    path: '/library',
    component: page(() => import('../features/library/library-page.tsx')),
    nav: { group: 'plan', label: t('Library'), icon: PictureIcon, href: '/library' },
  },
  {
    path: '/feeds',
    needs: 'listFeeds',
    component: page(() => import('../features/feeds/feeds-page.tsx')),
    nav: { group: 'plan', label: t('Feeds'), icon: FeedIcon, href: '/feeds' },
  },
  {
    path: '/imports',
    needs: 'createImport',
    component: page(() => import('../features/imports/imports-page.tsx')),
  },
  { path: '/posts/:id', component: page(() => import('../features/posts/post-page.tsx')) },
  {
    path: '/inbox',
    component: page(() => import('../features/inbox/inbox-page.tsx')),
    nav: { group: 'talk', label: t('Inbox'), icon: InboxIcon, href: '/inbox', count: UnreadCount },
  },
  {
    path: '/comments',
    component: page(() => import('../features/comments/comments-page.tsx')),
    nav: { group: 'talk', label: t('Comments'), icon: CommentsIcon, href: '/comments', count: OpenCount },
  },
  {
    path: '/rules',
    component: page(() => import('../features/rules/list-page.tsx')),
    nav: { group: 'automate', label: t('Rules'), icon: RulesIcon, href: '/rules' },
  },
  {
    path: '/rules/new',
    needs: 'createCommentRule',
    component: page(() => import('../features/rules/form-page.tsx')),
  },
  {
    path: '/rules/:id/edit',
    needs: 'updateCommentRule',
    component: page(() => import('../features/rules/form-page.tsx')),
  },
  { path: '/rules/:id', component: page(() => import('../features/rules/rule-page.tsx')) },
  {
    path: '/automations',
    component: page(() => import('../features/automations/list-page.tsx')),
    nav: { group: 'automate', label: t('Automations'), icon: AutomationsIcon, href: '/automations' },
  },
  {
    path: '/automations/new',
    needs: 'createDmAutomation',
    component: page(() => import('../features/automations/editor-page.tsx')),
  },
  {
    path: '/automations/:id/edit',
    needs: 'updateDmAutomation',
    component: page(() => import('../features/automations/editor-page.tsx')),
  },
  { path: '/automations/:id', component: page(() => import('../features/automations/automation-page.tsx')) },
  {
    path: '/analytics',
    component: page(() => import('../features/numbers/numbers-page.tsx')),
    nav: { group: 'measure', label: t('Analytics'), icon: NumbersIcon, href: '/analytics' },
  },
  { path: '/analytics/post', component: page(() => import('../features/numbers/post-page.tsx')) },
  {
    path: '/accounts',
    component: page(() => import('../features/accounts/accounts-page.tsx')),
    nav: { group: '', label: t('Accounts'), icon: AccountsIcon, href: '/accounts' },
  },
  {
    path: '/agents',
    needs: 'listToolCalls',
    component: page(() => import('../features/agents/activity-page.tsx')),
    nav: { group: '', label: t('Agents'), icon: AgentsIcon, href: '/agents', count: CallCount },
  },
  { path: '/agents/connect', component: page(() => import('../features/agents/connect-page.tsx')) },
  {
    path: '/debugger',
    needs: 'listActors',
    component: page(() => import('../features/debugger/list-page.tsx')),
    nav: { group: '', label: t('Debugger'), icon: ChartIcon, href: '/debugger' },
  },
  {
    path: '/debugger/charts/:kind',
    needs: 'getHeat',
    component: page(() => import('../features/debugger/heat-page.tsx')),
  },
  {
    path: '/debugger/:id',
    needs: 'getActor',
    component: page(() => import('../features/debugger/actor-page.tsx')),
  },
  {
    path: '/settings/:tab?',
    component: page(() => import('../features/settings/settings-page.tsx')),
    nav: { group: '', label: t('Settings'), icon: SettingsIcon, href: '/settings' },
  },
];
