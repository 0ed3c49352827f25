/** Accounts are connected on the hosted page, by people who are signed in and by people who were sent a link. */
import { useMutation } from '@tanstack/react-query';
import { ApiError, call, type Platform } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';

/** How long the link works: the person is sent there at once, so an hour is enough. */
const OWN_HOURS = 1;

/** Makes a link and goes there; the page leads back to where the person was. */
export function useConnect() {
  const { slug } = useWorkspace();
  return useMutation({
    mutationFn: async ({ platform }: { platform?: Platform }) => {
      const body = {
        workspace: slug,
        expiresInHours: OWN_HOURS,
        platforms: platform && [platform],
      };
      const back = `${location.origin}/app/w/${slug}/accounts`;
      const make = (redirectUrl?: string) => call('createConnectLink', { ...body, redirectUrl });
      try {
        return (await make(back)).connectLink;
      } catch (error) {
        // over plain http in a local network the page cannot lead back: people close it instead
        if (error instanceof ApiError && error.param === '/redirectUrl') return (await make()).connectLink;
        throw error;
      }
    },
    onSuccess: ({ url }) => {
      // the link has the service's public address: networks send people back there
      location.assign(url);
    },
    onError: showFailure,
  });
}
