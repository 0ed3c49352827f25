/** The networks whose people go through automations. The service refuses accounts of others. */
const PLATFORMS = ['instagram', 'facebook'];

export const hasAutomations = (platform: string): boolean => PLATFORMS.includes(platform);
