package dev.spine.iop.engine.modelled;

/**
 * Which node's first event is the first of all: a tournament tree over the nodes' first events, for the serial way of a run. Events of
 * different nodes at one instant are ordered as those of one are, and where that does not decide, by node.
 *
 * <p>One node often has several events before any other has one. So the tree is left alone while the present node's first event comes
 * before that of the next one, which is kept apart; the tree then knows of the present node only an older, earlier event.
 */
final class NodeQueue {
    private static final int NONE = Integer.MAX_VALUE;

    private final ModelledNode[] nodes;
    /** The first leaf, a power of two not below the number of nodes. */
    private final int leaves;
    /** The number of the node that is first below each inner place; place 1 is the root. */
    private final int[] winners;
    private final long[] times;
    private final long[] orders;
    /** The node whose turn it is. */
    private int present;
    /** The node whose turn is next, unless the present one is still before it; and its first event as the tree knows it. */
    private int next;
    private long nextTime;
    private long nextOrder;

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
        choose();
    }

    private void look(int number) {
        if (number < nodes.length && !nodes[number].isIdle()) {
            EventHeap heap = nodes[number].heap();
            times[number] = heap.firstTime();
            orders[number] = heap.firstOrder();
        } else {
            times[number] = VirtualTime.NEVER;
            orders[number] = Long.MAX_VALUE;
        }
    }

    private int play(int place) {
        int left = at(2 * place);
        int right = at(2 * place + 1);
        return times[right] < times[left] || (times[right] == times[left] && orders[right] < orders[left]) ? right : left;
    }

    private int at(int place) {
        return place >= leaves ? place - leaves : winners[place];
    }

    private void replay(int number) {
        look(number);
        for (int place = leaves + number >> 1; place >= 1; place >>= 1) {
            winners[place] = play(place);
        }
    }

    /** The tree is right: its winner is the present node, and the first of those that lost against it is the next. */
    private void choose() {
        present = winners[1];
        next = NONE;
        nextTime = VirtualTime.NEVER;
        nextOrder = Long.MAX_VALUE;
        for (int place = leaves + present; place > 1; place >>= 1) {
            propose(at(place ^ 1));
        }
    }

    private void propose(int number) {
        if (comesBefore(times[number], orders[number], number)) {
            next = number;
            nextTime = times[number];
            nextOrder = orders[number];
        }
    }

    /** Whether an event of a node comes before the first one of the next node. */
    private boolean comesBefore(long time, long order, int number) {
        return time < nextTime || (time == nextTime && (order < nextOrder || (order == nextOrder && number < next)));
    }

    /** An event was entered into a node other than by that node itself. */
    void changed(ModelledNode node) {
        int number = node.number();
        if (number != present) {
            replay(number);
            propose(number);
        }
    }

    /** The node whose turn it is; any when none has an event. */
    ModelledNode first() {
        ModelledNode node = nodes[present];
        EventHeap heap = node.heap();
        if (!heap.isEmpty() && comesBefore(heap.firstTime(), heap.firstOrder(), present)) {
            return node;
        }
        replay(present);
        choose();
        return nodes[present];
    }
}
