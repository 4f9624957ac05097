package dev.spine.iop.engine;

/**
 * Which node's first event is the first of all: a tournament tree over the nodes' first events, for the serial way of a run. Events of
 * different nodes at one instant are ordered as those of one are, and where that does not decide, by node.
 */
final class NodeQueue {
    private final ModelledNode[] nodes;
    /** The first leaf, a power of two not below the number of nodes. */
    private final int leaves;
    /** The number of the node that is first below each inner place; place 1 is the root. */
    private final int[] winners;
    private final long[] times;
    private final long[] orders;

    NodeQueue(ModelledNode[] nodes) {
        this.nodes = nodes;
        this.leaves = Math.max(2, Integer.highestOneBit(Math.max(1, nodes.length - 1)) * 2);
        this.winners = new int[leaves];
        this.times = new long[leaves];
        this.orders = new long[leaves];
        rebuild();
    }

    /** Looks at all nodes anew. */
    void rebuild() {
        for (int i = 0; i < leaves; i++) {
            look(i);
        }
        for (int place = leaves - 1; place >= 1; place--) {
            winners[place] = play(place);
        }
    }

    private void look(int number) {
        EventHeap heap = number < nodes.length ? nodes[number].heap() : null;
        boolean empty = heap == null || heap.isEmpty();
        times[number] = empty ? ModelledContext.NEVER : heap.firstTime();
        orders[number] = empty ? Long.MAX_VALUE : heap.firstOrder();
    }

    private int play(int place) {
        int left = at(2 * place);
        int right = at(2 * place + 1);
        return times[right] < times[left] || (times[right] == times[left] && orders[right] < orders[left]) ? right : left;
    }

    private int at(int place) {
        return place >= leaves ? place - leaves : winners[place];
    }

    /** The first event of a node is another one now. */
    void changed(ModelledNode node) {
        int number = node.number();
        look(number);
        for (int place = leaves + number >> 1; place >= 1; place >>= 1) {
            winners[place] = play(place);
        }
    }

    /** The node whose turn it is; any when none has an event. */
    ModelledNode first() {
        return nodes[winners[1]];
    }
}
