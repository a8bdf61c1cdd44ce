import type { Nodes } from "mdast"

/** Sees every node of a tree, parents first, in the order of the text; it may change a node, but not its parent. */
export const eachNode = (node: Nodes, see: (node: Nodes) => void): void => {
  see(node)
  if ("children" in node) for (const child of node.children) eachNode(child, see)
}
