package dev.spine.extension.services.host.filter;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The nodes of a graph in an order in which each comes before those that it leads to, and where it goes on when false right behind it. */
final class NodeOrder {
    private final List<DecisionNode> nodes = new ArrayList<>();
    private final Map<DecisionNode, Integer> numbers = new HashMap<>();
    private final Set<DecisionNode> seen = new HashSet<>();

    private NodeOrder() {}

    static NodeOrder of(DecisionNode first) {
        NodeOrder order = new NodeOrder();
        order.add(first);
        List<DecisionNode> reversed = order.nodes.reversed();
        for (int i = 0; i < reversed.size(); i++) {
            order.numbers.put(reversed.get(i), i);
        }
        return order;
    }

    private void add(DecisionNode node) {
        if (!seen.add(node)) {
            return;
        }
        switch (node) {
            case DecisionNode.Branch branch -> {
                add(branch.outside());
                add(branch.whenTrue());
                add(branch.whenFalse());
            }
            case DecisionNode.Count count -> add(count.next());
            case DecisionNode.Verdict verdict -> { }
            case DecisionNode.Undecided undecided -> { }
        }
        nodes.add(node);
    }

    List<DecisionNode> nodes() {
        return nodes.reversed();
    }

    /** The place of a node in the order, from 0. */
    int number(DecisionNode node) {
        Integer number = numbers.get(node);
        checkArgument(number != null, "a node of another graph");
        return number;
    }
}
