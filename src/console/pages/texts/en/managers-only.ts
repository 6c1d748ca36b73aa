export const managersOnly = 'Only owners and admins see this page. Ask one of them.'
