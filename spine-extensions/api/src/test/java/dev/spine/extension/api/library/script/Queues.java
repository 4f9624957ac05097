package dev.spine.extension.api.library.script;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;

/** Queues of both kinds. */
@SuppressWarnings({"BoxingComparator", "ModifyingCollectionWithItself"}) // odd calls do the same, too
public final class Queues {
    private Queues() {}

    public static String run(long seed) {
        Trace trace = new Trace(seed);
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        steps(trace, deque, 400);
        steps(trace, new ArrayDeque<>(trace.upTo(40)), 200);
        trace.run("copy", () -> steps(trace, new ArrayDeque<>(deque), 50));
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        steps(trace, queue, 400);
        steps(trace, new PriorityQueue<>(Comparator.reverseOrder()), 200);
        steps(trace, new PriorityQueue<>(1, Comparator.comparing(each -> each / 3)), 200);
        trace.of("no room", () -> new PriorityQueue<>(0));
        trace.of("no order", () -> new PriorityQueue<Object>().add(new Object()));
        return trace.toString();
    }

    private static void steps(Trace trace, Queue<Integer> queue, int count) {
        for (int i = 0; i < count; i++) {
            if (queue instanceof Deque<Integer> deque && trace.once(2)) {
                ends(trace, deque);
            } else {
                step(trace, queue);
            }
            trace.of("is", () -> queue + " " + queue.size() + " " + queue.isEmpty() + " " + queue.peek());
        }
    }

    private static Collection<Integer> some(Trace trace) {
        List<Integer> some = new ArrayList<>();
        for (int i = trace.upTo(5); i > 0; i--) {
            some.add(trace.once(20) ? trace.number() : Integer.valueOf(trace.upTo(24)));
        }
        return some;
    }

    private static void ends(Trace trace, Deque<Integer> deque) {
        Integer number = trace.number();
        switch (trace.upTo(19)) {
            case 0, 1, 2 -> trace.run("add first", () -> deque.addFirst(number));
            case 3, 4, 5 -> trace.run("add last", () -> deque.addLast(number));
            case 6 -> trace.of("offer first", () -> deque.offerFirst(number));
            case 7 -> trace.of("offer last", () -> deque.offerLast(number));
            case 8 -> trace.of("remove first", deque::removeFirst);
            case 9 -> trace.of("remove last", deque::removeLast);
            case 10 -> trace.of("poll first", deque::pollFirst);
            case 11 -> trace.of("poll last", deque::pollLast);
            case 12 -> trace.of("get first", deque::getFirst);
            case 13 -> trace.of("get last", deque::getLast);
            case 14 -> trace.of("peek last", deque::peekLast);
            case 15 -> trace.run("push", () -> deque.push(number));
            case 16 -> trace.of("pop", deque::pop);
            case 17 -> trace.of("occurrences", () -> deque.removeFirstOccurrence(number) + " " + deque.removeLastOccurrence(3));
            default -> trace.of("descending", () -> {
                String seen = "";
                Iterator<Integer> each = deque.descendingIterator();
                while (each.hasNext()) {
                    seen += each.next() + " ";
                    if (trace.once(4)) {
                        each.remove();
                    }
                }
                return seen;
            });
        }
    }

    private static void step(Trace trace, Queue<Integer> queue) {
        Integer number = trace.number();
        switch (trace.upTo(24)) {
            case 0, 1, 2, 3, 4 -> trace.of("add", () -> queue.add(number));
            case 5, 6 -> trace.of("offer", () -> queue.offer(number));
            case 7 -> trace.of("remove", queue::remove);
            case 8 -> trace.of("poll", queue::poll);
            case 9 -> trace.of("element", queue::element);
            case 10 -> trace.of("peek", queue::peek);
            case 11 -> trace.of("remove one", () -> queue.remove(number));
            case 12 -> trace.of("contains", () -> queue.contains(number));
            case 13 -> trace.of("add all", () -> queue.addAll(some(trace)));
            case 14 -> trace.of("remove all", () -> queue.removeAll(some(trace)));
            case 15 -> trace.of("retain all", () -> trace.once(4) && queue.retainAll(some(trace)));
            case 16 -> trace.of("remove if", () -> queue.removeIf(each -> each % 5 == 0));
            case 17 -> trace.run("clear", () -> {
                if (trace.once(6)) {
                    queue.clear();
                }
            });
            case 18 -> trace.of("array", queue::toArray);
            case 19 -> trace.of("typed array", () -> queue.toArray(new Integer[trace.upTo(6)]));
            case 20 -> trace.of("contains all", () -> queue.containsAll(some(trace)));
            case 21 -> trace.run("for each", () -> queue.forEach(each -> {
                if (each == 3) {
                    queue.add(1);
                }
            }));
            case 22 -> trace.run("add itself", () -> {
                if (queue instanceof PriorityQueue) {
                    queue.addAll(queue);
                }
            });
            default -> trace.iterate(queue, queue::poll, true);
        }
    }
}
