// The TypeScript SDK's client: `node mcp_client.mjs MODULES URL [TOKEN]` prints what a few calls answer, as JSON.
import { pathToFileURL } from "node:url";

const [modules, url, token] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${modules}/@modelcontextprotocol/client/${name}`).href);
const { Client, StreamableHTTPClientTransport } = await load("dist/index.mjs");
const headers = token ? { Authorization: `Bearer ${token}` } : {};
const client = new Client({ name: "test", version: "0" });
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
const call = async (name, args) => (await client.callTool({ name, arguments: args })).structuredContent;
const { tools } = await client.listTools();
const found = await call("search_sections", { query: "more" });
const section = await call("get_section", { ref: found.hits[0].ref });
console.log(JSON.stringify({ tools: tools.map((tool) => tool.name), text: section.text }));
await client.close();
