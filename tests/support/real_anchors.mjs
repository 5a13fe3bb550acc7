// Anchors as VitePress, Nuxt's MDC and Docusaurus make them of a document on stdin; run in a folder with their packages.
import { createRequire } from 'node:module'

const [name] = process.argv.slice(2)
const folder = `${process.cwd()}/node_modules`
const require = createRequire(`${folder}/x.js`)
let document = ''
for await (const part of process.stdin) document += part

const walk = (node, found, idOf) => {
  const id = idOf(node)
  if (id !== undefined) found.push(id)
  for (const child of node.children ?? []) walk(child, found, idOf)
  return found
}

const made = {
  async vitepress() {
    const { createMarkdownRenderer } = await import(`${folder}/vitepress/dist/node/index.js`)
    const html = await (await createMarkdownRenderer('.')).render(document)
    return [...html.matchAll(/<h[1-6][^>]*\sid="([^"]*)"/g)].map((match) => match[1])
  },
  async mdc() {
    const { createMarkdownParser } = await import(`${folder}/@nuxtjs/mdc/dist/runtime/index.js`)
    const { body } = await (await createMarkdownParser({}))(document)
    return walk({ children: body.children }, [], (node) => (/^h[1-6]$/.test(node.tag) ? node.props.id : undefined))
  },
  async docusaurus() {
    const plugin = require('@docusaurus/mdx-loader/lib/remark/headings/index.js').default
    const { unified } = await import(`${folder}/unified/index.js`)
    const remarkParse = (await import(`${folder}/remark-parse/index.js`)).default
    const tree = unified().use(remarkParse).parse(document)
    await plugin({})(tree)
    return walk(tree, [], (node) => (node.type === 'heading' ? node.data.id : undefined))
  },
  async github() {
    const { default: Slugger } = await import(`${folder}/github-slugger/index.js`)
    const slugger = new Slugger()
    return JSON.parse(document).map((text) => slugger.slug(text))
  },
}
process.stdout.write(JSON.stringify(await made[name]()))
