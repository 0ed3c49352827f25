import { Center, Loader } from '@mantine/core';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { messageOf, type Session, signedOut } from '../base/api.ts';
import { follow } from './follow.ts';
import { watch } from '../base/live/live.ts';
import { pages } from './pages.tsx';
import { PageFault } from '../base/parts/states.tsx';
import { sessionKey, signOutKey, useSession, WorkspaceContext } from '../base/session.ts';
import { Shell } from './shell/shell.tsx';
import { t } from '../base/language/text.ts';

// what a person who is signed in does not see is loaded when it is needed
const ConsentPage = lazy(async () => ({
  default: (await import('../features/apps/consent-page.tsx')).ConsentPage,
}));
const FirstWorkspace = lazy(async () => ({
  default: (await import('./sign-in/first-workspace.tsx')).FirstWorkspace,
}));
const InstallationPage = lazy(async () => ({
  default: (await import('./sign-in/installation-page.tsx')).InstallationPage,
}));
const InvitationPage = lazy(async () => ({
  default: (await import('./sign-in/invitation-page.tsx')).InvitationPage,
}));
const SetUp = lazy(async () => ({ default: (await import('./sign-in/set-up.tsx')).SetUp }));
const SignIn = lazy(async () => ({ default: (await import('./sign-in/sign-in.tsx')).SignIn }));

const ForgotPassword = lazy(async () => ({
  default: (await import('./sign-in/forgot-password.tsx')).ForgotPassword,
}));
const ResetPassword = lazy(async () => ({
  default: (await import('./sign-in/forgot-password.tsx')).ResetPassword,
}));

const LAST_WORKSPACE = 'troupe.workspace';

const Loading = () => (
  <Center h="100vh">
    <Loader aria-label={t('Loading')} />
  </Center>
);

/** Decides what is shown: sign-in, the workspace that the address names, and its page. */
export const App = () => (
  <Suspense fallback={<Loading />}>
    <Pages />
  </Suspense>
);

function Pages() {
  const session = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: sessionKey });
    signedOut.addEventListener('signed-out', again);
    return () => signedOut.removeEventListener('signed-out', again);
  }, [queries]);

  const [location] = useLocation();
  const isSigningOut = useIsMutating({ mutationKey: signOutKey }) > 0;

  if (session.isPending || isSigningOut) return <Loading />;
  if (session.isError)
    return <PageFault message={messageOf(session.error)} onRetry={() => void session.refetch()} />;
  const { user, setup, workspaces, isOperator, sandboxUrl } = session.data;
  if (setup !== null) return <SetUp setup={setup} sandboxUrl={sandboxUrl} />;
  if (location === '/app/invitation') return <InvitationPage user={user} />;
  if (location === '/app/reset-password') return <ResetPassword />;
  if (user === null)
    return location === '/app/forgot-password' ? (
      <ForgotPassword sendsMail={session.data.sendsMail} />
    ) : (
      <SignIn />
    );
  return (
    <Switch>
      <Route path="/app/consent">
        <ConsentPage session={session.data} />
      </Route>
      {isOperator && (
        <Route path="/app/installation">
          {workspaces.length === 0 ? (
            <InstallationPage />
          ) : (
            <Redirect to={`/app/w/${lastWorkspace(session.data)}/settings/installation`} replace />
          )}
        </Route>
      )}
      <Route path="/app/w/:slug/*?">
        {({ slug }) =>
          workspaces.length === 0 ? (
            <FirstWorkspace isOperator={isOperator} />
          ) : (
            <InWorkspace key={slug} slug={slug} session={session.data} />
          )
        }
      </Route>
      <Route>
        {workspaces.length === 0 ? (
          <FirstWorkspace isOperator={isOperator} />
        ) : (
          <ToWorkspace session={session.data} />
        )}
      </Route>
    </Switch>
  );
}

/** An address that names no workspace leads to the one that was open last. */
function ToWorkspace({ session }: { session: Session }) {
  const [place] = useLocation();
  return <Redirect to={`/app/w/${lastWorkspace(session)}${pageIn(place)}`} replace />;
}

function InWorkspace({ slug, session }: { slug: string; session: Session }) {
  const queries = useQueryClient();
  const [place, go] = useLocation();
  const workspace = session.workspaces.find((one) => one.slug === slug);
  const hasWorkspace = workspace !== undefined;
  // lists are read from the first render on, and the session was read before
  const [readFrom] = useState(workspace?.feedSeq ?? null);
  useEffect(() => {
    if (!hasWorkspace) return undefined;
    localStorage.setItem(LAST_WORKSPACE, slug);
    const stopFollowing = follow(queries);
    const stopWatching = watch(slug, readFrom);
    return () => {
      stopWatching();
      stopFollowing();
    };
  }, [slug, hasWorkspace, queries, readFrom]);

  const renamed = session.workspaces.find(({ formerSlugs }) => formerSlugs.includes(slug));
  if (!hasWorkspace && renamed !== undefined)
    return <Redirect to={place.replace(`/app/w/${slug}`, `/app/w/${renamed.slug}`)} replace />;
  if (!hasWorkspace)
    return (
      <PageFault
        message={t(
          'You are not a member of a workspace “{slug}”. You may have been removed from it, or you may have used another account before.',
          { slug },
        )}
        label={t('To your workspaces')}
        onRetry={() => go('/app')}
      />
    );
  return (
    <WorkspaceContext value={workspace}>
      <Router base={`/app/w/${slug}`}>
        <Shell session={session} />
      </Router>
    </WorkspaceContext>
  );
}

/** The page that an address names without a workspace, such as `/app/agents/connect` of llms.txt. */
function pageIn(location: string): string {
  const path = location.replace(/^\/app/, '');
  return pages.some((page) => page.path === path) ? path : '/';
}

function lastWorkspace({ workspaces }: Session): string {
  const last = localStorage.getItem(LAST_WORKSPACE);
  const isLast = ({ slug, formerSlugs }: Session['workspaces'][number]) =>
    slug === last || formerSlugs.some((former) => former === last);
  return (workspaces.find(isLast) ?? workspaces[0]!).slug;
}
