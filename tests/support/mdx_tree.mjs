// Reads a JSON list of MDX texts from standard input; writes, for each, the kinds and lines (1-based, inclusive) of
// the nodes at the top of the tree that @mdx-js/mdx makes of it, or the message with which it refuses it.
// The one argument is the folder of the packages.
import path from 'node:path'
import process from 'node:process'
import {pathToFileURL} from 'node:url'

const load = (name) => import(pathToFileURL(path.join(path.resolve(process.argv[2]), name, 'index.js')).href)
const {createProcessor} = await load('@mdx-js/mdx')
const {default: remarkFrontmatter} = await load('remark-frontmatter')
const {default: remarkGfm} = await load('remark-gfm')
const processor = createProcessor({remarkPlugins: [[remarkFrontmatter, ['yaml', 'toml']], remarkGfm]})

const parts = []
for await (const part of process.stdin) parts.push(part)
const trees = JSON.parse(Buffer.concat(parts).toString('utf8')).map((text) => {
  try {
    return processor.parse(text).children.map(({type, position}) => [type, position.start.line, position.end.line])
  } catch (error) {
    return String(error.message)
  }
})
process.stdout.write(JSON.stringify(trees))
