import {
  ActionIcon,
  AppShell,
  Badge,
  Box,
  Button,
  Group,
  NavLink,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSelector } from '@xstate/store-react';
import { lazy, Suspense, useEffect } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import type { Session } from '../../base/api.ts';
import { IfCan, useCan } from '../../base/can.tsx';
import { useSandboxUrl, useWorkspace } from '../../base/session.ts';
import { type Connection, live } from '../../base/live/live.ts';
import {
  CalendarIcon,
  InboxIcon,
  MenuIcon,
  MoonIcon,
  OutIcon,
  PlusIcon,
  HomeIcon,
  SunIcon,
} from '../../base/parts/icons.tsx';
import type { Look } from '../../base/parts/look.ts';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { Empty, PageWaiting } from '../../base/parts/states.tsx';
import { TitleCount } from '../../base/parts/title.ts';
import { useUnreadText } from '../../features/home/counts.tsx';
import { NAV_GROUPS, pages } from '../pages.tsx';
import { Bell } from './bell.tsx';
import { Boundary } from './boundary.tsx';
import { PersonMenu } from './person-menu.tsx';
import { useScrollPlace } from './scroll-place.ts';
import { type Search, SearchButton, useSearch } from './search-button.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';
import { t } from '../../base/language/text.ts';

const NotAllowed = lazy(() => import('./not-allowed.tsx'));

/** The frame of every page: search, navigation, workspace, and a sign while the live feed is away. */
export function Shell({ session }: { session: Session }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [path] = useLocation();
  useEffect(close, [path, close]);
  useScrollPlace(path);
  const unread = useUnreadText();
  const search = useSearch();

  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a href="#main" className="skip-link">
        {t('Skip to the page')}
      </a>
      <AppShell.Header>
        <Header session={session} search={search} />
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t('Pages')}>
        <div className="nav-scroll">
          <Navigation path={path} close={close} />
        </div>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className="frame">
        <div className="frame-main">
          <Boundary key={path}>
            <TitleCount value={unread}>
              <Suspense fallback={<PageWaiting title={titleOf(path)} />}>
                <Pages />
              </Suspense>
            </TitleCount>
          </Boundary>
        </div>
      </AppShell.Main>
      <BottomBar path={path} opened={opened} toggle={toggle} />
      {search.dialog}
    </AppShell>
  );
}

/** What the page of an address is called, where the navigation names it. */
const titleOf = (path: string): string | undefined => pages.find(({ nav }) => nav?.href === path)?.nav?.label;

function Header({ session, search }: { session: Session; search: Search }) {
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="md">
      <Group gap="sm" wrap="nowrap" style={{ minWidth: 0, flex: '0 1 auto' }}>
        <Text fw={600} component={Link} href="/" c="inherit" td="none" visibleFrom="xs">
          {'Troupe'}
        </Text>
        <WorkspaceMenu workspaces={session.workspaces} />
        <SandboxBadge />
      </Group>
      <SearchButton search={search} />
      <Group gap="xs" wrap="nowrap">
        <LiveSign />
        <Bell />
        <SchemeSwitch />
        <PersonMenu user={session.user!} />
      </Group>
    </Group>
  );
}

/** Says on every page that nothing of this workspace reaches a real network. */
function SandboxBadge() {
  const { sandbox, mixed } = useWorkspace();
  if (!sandbox) return null;
  const title = mixed
    ? t('This workspace may have accounts on real networks and on simulated ones')
    : t('The networks of this workspace are simulated: nothing reaches a real one');
  return (
    <Badge variant="outline" color="gray" tt="none" fw={500} title={title} visibleFrom="sm">
      {mixed ? t('Partly simulated') : t('Simulated')}
    </Badge>
  );
}

interface NavigationProps {
  path: string;
  close: () => void;
}

function Navigation({ path, close }: NavigationProps) {
  const sandboxUrl = useSandboxUrl();
  const can = useCan();
  const visible = pages.filter(({ nav, needs }) => nav && (needs === undefined || can(needs)));
  return (
    <>
      <IfCan call="createPost">
        <Button component={Link} href="/posts/new" leftSection={<PlusIcon />} fullWidth visibleFrom="sm">
          {t('New post')}
        </Button>
      </IfCan>
      {NAV_GROUPS.map(({ id, label }) => (
        <div key={id} role="group" {...(id !== '' && { 'aria-label': label })}>
          {id === '' && <hr className="nav-line" />}
          {id !== '' && id !== 'home' && (
            <div className="nav-group" aria-hidden="true">
              {label}
            </div>
          )}
          {visible.flatMap(({ nav, component }) =>
            nav?.group === id
              ? [<NavItem key={nav.href} nav={nav} preload={component.preload} path={path} close={close} />]
              : [],
          )}
        </div>
      ))}
      {sandboxUrl !== null && (
        <NavLink
          component="a"
          href={sandboxUrl}
          target="_blank"
          rel="noreferrer"
          label={t('Sandbox')}
          description={t('What simulated networks received')}
          leftSection={<OutIcon />}
        />
      )}
    </>
  );
}

interface NavItemProps {
  nav: NonNullable<(typeof pages)[number]['nav']>;
  preload: () => void;
  path: string;
  close: () => void;
}

const NavItem = ({ nav: { href, label, icon: Icon, count: Count }, preload, path, close }: NavItemProps) => (
  <NavLink
    component={Link}
    href={href}
    label={label}
    leftSection={<Icon />}
    rightSection={Count && <Count />}
    active={path === href || path.startsWith(`${href}/`)}
    aria-current={path === href ? 'page' : undefined}
    onClick={close}
    onPointerEnter={preload}
    onFocus={preload}
  />
);

interface BottomBarProps {
  path: string;
  /** Whether the navigation is open. */
  opened: boolean;
  toggle: () => void;
}

/** On a phone: what is used most, within reach of a thumb, and the rest of the navigation. */
function BottomBar({ path, opened, toggle }: BottomBarProps) {
  const item = (href: string) => ({ href, 'aria-current': path === href ? ('page' as const) : undefined });
  return (
    <Box component="nav" aria-label={t('Quick access')} hiddenFrom="sm" className="bottom-bar">
      <Link {...item('/')}>
        <HomeIcon /> {t('Home')}
      </Link>
      <Link {...item('/calendar')}>
        <CalendarIcon /> {t('Calendar')}
      </Link>
      <IfCan call="createPost" fallback={<span />}>
        <Link {...item('/posts/new')} className="bottom-new">
          <PlusIcon size={22} /> {t('New post')}
        </Link>
      </IfCan>
      <Link {...item('/inbox')}>
        <InboxIcon /> {t('Inbox')}
      </Link>
      <button
        type="button"
        onClick={toggle}
        aria-expanded={opened}
        aria-label={opened ? t('More: close the navigation') : t('More: open the navigation')}
      >
        <MenuIcon /> {t('More')}
      </button>
    </Box>
  );
}

function Pages() {
  return (
    <Switch>
      {pages.map(({ path, component: Page, needs }) => (
        <Route key={path} path={path}>
          {needs === undefined ? (
            <Page />
          ) : (
            <IfCan call={needs} fallback={<NotAllowed />}>
              <Page />
            </IfCan>
          )}
        </Route>
      ))}
      <Route>
        <Empty
          isPage
          title={t('There is no such page')}
          action={
            <Button component={Link} href="/">
              {t('To Home')}
            </Button>
          }
        >
          {t('The address is mistyped, or the page was removed.')}
        </Empty>
      </Route>
    </Switch>
  );
}

const SIGNS: { [connection in Connection]: Look & { hint: string } } = {
  live: { tone: 'live', label: t('Live'), hint: t('What you see changes as it happens.') },
  connecting: { tone: 'neutral', label: t('Connecting'), hint: t('Connecting to the live feed.') },
  lost: {
    tone: 'working',
    label: t('Offline'),
    hint: t('The live feed is interrupted. It reconnects by itself, and nothing is missed.'),
  },
};

/** Says when the live feed is away. While it works it is quiet: only screen readers hear of it. */
function LiveSign() {
  const connection = useSelector(live, ({ context }) => context.connection);
  const { tone, label, hint } = SIGNS[connection];
  return (
    <span role="status" title={hint}>
      {connection === 'live' ? (
        <VisuallyHidden>{label}</VisuallyHidden>
      ) : (
        <LookBadge look={{ label, tone }} />
      )}
    </span>
  );
}

function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={other === 'dark' ? t('Switch to dark colours') : t('Switch to light colours')}
      onClick={() => setColorScheme(other)}
    >
      {scheme === 'dark' ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  );
}
