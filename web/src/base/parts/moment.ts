/** Whether day and time are both there. @param moment what a `MomentField` holds, such as `2026-05-04T10:00` */
export const isWhole = (moment: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(moment);
