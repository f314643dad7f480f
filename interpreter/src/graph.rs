//! Dependencies between things, followed without recursion because texts may be of any length.

/// Numbers the strongly connected components (Tarjan), dependencies first. `to` lists the successors of each node.
pub fn groups<T>(to: &[Vec<T>], index: impl Fn(&T) -> usize) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let n = to.len();
    let (mut number, mut low, mut group) = (vec![NEW; n], vec![NEW; n], vec![NEW; n]);
    let (mut numbers, mut groups) = (0, 0);
    // Nodes without a group yet, and the way to the current node: each with the number of its edges that are done.
    let (mut open, mut way): (Vec<usize>, Vec<(usize, usize)>) = (vec![], vec![]);
    for root in 0..n {
        if number[root] == NEW {
            way.push((root, 0));
        }
        while let Some((v, edge)) = way.last_mut() {
            let v = *v;
            if number[v] == NEW {
                (number[v], low[v]) = (numbers, numbers);
                numbers += 1;
                open.push(v);
            }
            if let Some(next) = to[v].get(*edge).map(&index) {
                *edge += 1;
                if number[next] == NEW {
                    way.push((next, 0));
                } else if group[next] == NEW {
                    low[v] = low[v].min(number[next]);
                }
                continue;
            }
            way.pop();
            if low[v] == number[v] {
                while let Some(top) = open.pop() {
                    group[top] = groups;
                    if top == v {
                        break;
                    }
                }
                groups += 1;
            }
            if let Some((before, _)) = way.last() {
                low[*before] = low[*before].min(low[v]);
            }
        }
    }
    group
}

/// The nodes of each group, in order.
pub fn members(group: &[usize]) -> Vec<Vec<usize>> {
    let mut members = vec![vec![]; group.iter().max().map_or(0, |most| most + 1)];
    group.iter().enumerate().for_each(|(node, group)| members[*group].push(node));
    members
}

/// The predecessors of each node.
pub fn backwards<T>(to: &[Vec<T>], index: impl Fn(&T) -> usize) -> Vec<Vec<usize>> {
    let mut from = vec![vec![]; to.len()];
    to.iter().enumerate().for_each(|(node, all)| all.iter().for_each(|next| from[index(next)].push(node)));
    from
}
