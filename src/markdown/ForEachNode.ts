import type { Nodes } from "mdast"

/** Visits every node of a tree in the order of the text, parents first. The visitor may change a node, but not its parent. */
export const forEachNode = (node: Nodes, visit: (node: Nodes) => void): void => {
  visit(node)
  if ("children" in node) for (const child of node.children) forEachNode(child, visit)
}
