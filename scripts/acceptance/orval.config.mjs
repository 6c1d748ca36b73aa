export default {
  storewire: {
    input: './build/spec.json',
    output: { target: './build/clients/orval.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
}
