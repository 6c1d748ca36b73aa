import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertMembership } from '../../src/access/memberships.ts'
import { addPictureHost } from '../../src/objects/picture-hosts.ts'
import { addMember } from '../support/console.ts'
import { consoleOf, ownComplaints, startPages } from '../support/console-page.ts'
import { addWorkspace, owner, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

test('a host is listed from its suggestion, then pictures are loaded from it without a referrer, and from no other host', async (t) => {
  const api = await startServer(t)
  const pages = await startPages(t)
  const updatedAt = api.clock.now()
  const products = ['cdn.shop.example', 'other.example'].map((host, index) => ({
    ...{ id: `p${index + 1}`, updatedAt, title: 'Scarf', imageUrl: `https://${host}/scarf.jpg` },
  }))
  await api.push('products', products)
  const memberId = await addMember(api, { role: 'owner' })
  const asked: { url: string; referrer: string | undefined }[] = []
  const { page, follow, checkThemes, complaints } = await pages.open(api, '/settings/pictures', {
    memberId,
    prepare: (page) =>
      page.route(/^https:/, async (route) => {
        asked.push({ url: route.request().url(), referrer: route.request().headers().referer })
        await route.fulfill({ contentType: 'image/gif', body: PIXEL })
      }),
  })
  await page.getByText('No host is listed').waitFor()
  await checkThemes()
  await page.getByRole('button', { name: 'Add cdn.shop.example' }).click()
  await page.getByRole('button', { name: 'Remove cdn.shop.example' }).waitFor()
  await page.locator('[data-pictures="cdn.shop.example"]').waitFor({ state: 'attached' })
  await follow('/data/products/p1')
  await page.locator('img.picture').waitFor()
  await until(async () => asked.length > 0)
  await follow('/data/products/p2')
  await page.locator('span.picture').waitFor()
  assert.deepEqual(asked, [{ url: 'https://cdn.shop.example/scarf.jpg', referrer: undefined }])
  assert.deepEqual(ownComplaints(complaints), [])
})

test('a member of two workspaces loads pictures from the hosts of the one that is open', async (t) => {
  const api = await startServer(t)
  const pages = await startPages(t)
  const memberId = await addMember(api, { role: 'owner' })
  const { workspaceId: other } = await addWorkspace(api.store, 'other shop', api.clock)
  const now = api.clock.now()
  await api.store.write((tx) => insertMembership(tx, { memberId, workspaceId: other, role: 'owner' }, now))
  for (const [workspaceId, host] of [
    [api.workspaceId, 'one.example'],
    [other, 'two.example'],
  ] as const)
    await api.store.write((tx) => addPictureHost(tx, owner, { workspaceId, host }, now))
  const { page } = await pages.open(api, '/', { memberId })
  const allowed = (hosts: string) => page.locator(`[data-pictures="${hosts}"]`).waitFor({ state: 'attached' })
  await allowed('one.example')
  await page.getByRole('button', { name: /shop/ }).first().click()
  await page.getByRole('button', { name: 'other shop' }).click()
  await allowed('two.example')
})

test('a link of another site leads to a page with the pictures of the workspace', async (t) => {
  const api = await startServer(t)
  const pages = await startPages(t)
  const memberId = await addMember(api, { role: 'owner' })
  const { workspaceId, clock } = api
  await api.store.write((tx) => addPictureHost(tx, owner, { workspaceId, host: 'one.example' }, clock.now()))
  const { page } = await pages.open(api, '/', { memberId })
  await page.route('https://mail.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${consoleOf(api)}/data">the console</a>` }),
  )
  await page.goto('https://mail.example/')
  // Without the cookie, which browsers keep back then, the document has no host.
  const documents: string[] = []
  page.on('response', async (response) => {
    if (response.url() === `${consoleOf(api)}/data`)
      documents.push(String(response.headers()['content-security-policy']?.includes('one.example')))
  })
  await page.getByText('the console').click()
  await page.locator('[data-pictures="one.example"]').waitFor({ state: 'attached' })
  assert.deepEqual(documents, ['false', 'true'])
})
