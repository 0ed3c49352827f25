import {
  ActionIcon,
  AppShell,
  Badge,
  Burger,
  Button,
  Group,
  NavLink,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSelector } from '@xstate/store-react';
import { lazy, Suspense, useEffect } from 'react';
import { Link, Route, Switch, useLocation, Redirect } from 'wouter';
import type { Session } from '../../base/api.ts';
import { type Connection, live } from '../../base/live/live.ts';
import { useUnreadText } from '../../features/inbox/unread-count.tsx';
import { MoonIcon, OutIcon, SunIcon } from '../../base/parts/icons.tsx';
import { Empty, Waiting } from '../../base/parts/states.tsx';
import { TitleCount } from '../../base/parts/title.ts';
import { IfCan, useCan } from '../../base/can.tsx';
import { pages } from '../pages.tsx';
import { Boundary } from './boundary.tsx';
import { PersonMenu } from './person-menu.tsx';
import { useScrollPlace } from './scroll-place.ts';
import { WorkspaceMenu } from './workspace-menu.tsx';

const NotAllowed = lazy(() => import('./not-allowed.tsx'));

/** The frame of every page: navigation, workspace, state of the live feed. */
export function Shell({ session }: { session: Session }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [path] = useLocation();
  useEffect(close, [path, close]);
  useScrollPlace(path);
  const unread = useUnreadText();

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a href="#main" className="skip-link">
        Skip to the page
      </a>
      <AppShell.Header>
        <Header session={session} opened={opened} toggle={toggle} />
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages">
        <Navigation sandboxUrl={session.sandboxUrl} path={path} close={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Boundary key={path}>
          <TitleCount value={unread}>
            <Suspense fallback={<Waiting />}>
              <Pages />
            </Suspense>
          </TitleCount>
        </Boundary>
      </AppShell.Main>
    </AppShell>
  );
}

function Header({ session, opened, toggle }: { session: Session; opened: boolean; toggle: () => void }) {
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
      <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
        <Burger
          opened={opened}
          onClick={toggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={opened ? 'Close the navigation' : 'Open the navigation'}
          aria-expanded={opened}
        />
        <Text fw={700} component={Link} href="/posts" c="inherit" td="none" visibleFrom="xs">
          Troupe
        </Text>
        <WorkspaceMenu workspaces={session.workspaces} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <LiveSign />
        <SchemeSwitch />
        <PersonMenu user={session.user!} />
      </Group>
    </Group>
  );
}

interface NavigationProps {
  /** null means this installation has no sandbox. */
  sandboxUrl: string | null;
  path: string;
  close: () => void;
}

function Navigation({ sandboxUrl, path, close }: NavigationProps) {
  const can = useCan();
  return (
    <>
      {pages.flatMap(({ nav, needs }) =>
        nav === undefined || (needs !== undefined && !can(needs)) ? (
          []
        ) : (
          <NavLink
            key={nav.href}
            component={Link}
            href={nav.href}
            label={nav.label}
            leftSection={<nav.icon />}
            rightSection={nav.count && <nav.count />}
            active={path === nav.href || path.startsWith(`${nav.href}/`)}
            aria-current={path === nav.href ? 'page' : undefined}
            onClick={close}
          />
        ),
      )}
      {sandboxUrl !== null && (
        <NavLink
          component="a"
          href={sandboxUrl}
          target="_blank"
          rel="noreferrer"
          label="Sandbox"
          description="What simulated networks received"
          leftSection={<OutIcon />}
          mt="auto"
        />
      )}
    </>
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
      <Route path="/">
        <Redirect to="/posts" replace />
      </Route>
      <Route>
        <Empty
          isPage
          title="There is no such page"
          action={
            <Button component={Link} href="/posts">
              To the posts
            </Button>
          }
        >
          The address is mistyped, or the page was removed.
        </Empty>
      </Route>
    </Switch>
  );
}

const SIGNS: { [connection in Connection]: { color: string; label: string; hint: string } } = {
  live: { color: 'green', label: 'Live', hint: 'What you see changes as it happens.' },
  connecting: { color: 'gray', label: 'Connecting', hint: 'Connecting to the live feed.' },
  lost: {
    color: 'orange',
    label: 'Offline',
    hint: 'The live feed is interrupted. It reconnects by itself, and nothing is missed.',
  },
};

function LiveSign() {
  const connection = useSelector(live, ({ context }) => context.connection);
  const { color, label, hint } = SIGNS[connection];
  return (
    <Badge color={color} variant="dot" size="md" role="status" title={hint} tt="none" fw={500}>
      {label}
    </Badge>
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
      aria-label={`Switch to ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      {scheme === 'dark' ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  );
}
