/** Texts of the pages of segments. */
export const segments = {
  none: 'There is no segment yet.',
  noneHelp:
    'A segment is a rule that selects customers, such as all who bought within 90 days. Create one by the API or the command line:',
  example: `storewire segments create 'Good customers' \\
  --rule '{"all":[{"field":"ordersCount","op":">=","value":5}]}'`,
  name: 'Name',
  rule: 'Rule',
  customers: 'Customers',
  created: 'Created',
  counting: 'Counting…',
  atLeast: (count: string) => `${count} or more`,
  incomplete: 'Pushed data are still being counted: customers may be missing.',
  nobody: 'No customer fits the rule now.',
  noneHere: 'No match on this page. The list goes on.',
  totals:
    'Totals that your shop pushes of a customer count; what it does not push is counted from the orders that arrived.',
  groups: { all: 'all of', any: 'any of', not: 'none of' },
  days: (value: string) => `within ${value} days`,
}
