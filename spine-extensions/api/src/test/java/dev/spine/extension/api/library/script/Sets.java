package dev.spine.extension.api.library.script;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedCollection;
import java.util.Set;
import java.util.TreeSet;

/** Sets of all kinds. */
@SuppressWarnings({"BoxingComparator", "DistinctVarargsChecker", "DoNotCall", "NonApiType", "UndefinedEquals"}) // odd calls, too
public final class Sets {
    private Sets() {}

    public static String run(long seed) {
        Trace trace = new Trace(seed);
        Set<Key> set = new HashSet<>();
        steps(trace, set, 400);
        steps(trace, new HashSet<>(trace.upTo(100)), 100);
        steps(trace, new LinkedHashSet<>(set), 300, true);
        steps(trace, new LinkedHashSet<>(2), 100, true);
        TreeSet<Key> tree = new TreeSet<>();
        steps(trace, tree, 300);
        trace.run("tree copy", () -> steps(trace, new TreeSet<>(set), 100));
        steps(trace, new TreeSet<>(Comparator.comparing(each -> each == null ? -1 : -each.value())), 200);
        trace.run("unmodifiable", () -> steps(trace, Collections.unmodifiableSet(tree), 60));
        trace.run("empty", () -> steps(trace, Collections.emptySet(), 40));
        trace.run("of none", () -> steps(trace, Set.of(), 40));
        trace.run("of one", () -> steps(trace, Set.of(new Key(3)), 60));
        trace.of("of many", () -> new TreeSet<>(Set.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)));
        trace.of("copy of", () -> new TreeSet<>(Set.copyOf(List.of(1, 2, 1, 3))));
        trace.of("twice", () -> Set.of(1, 2, 1));
        trace.of("null", () -> Set.of(1, null));
        trace.run("collection", () -> all(trace, Collections.unmodifiableCollection(set)));
        trace.of("negative", () -> new HashSet<>(-1));
        return trace.toString();
    }

    private static void all(Trace trace, Collection<Key> shown) {
        trace.of("is", () -> shown + " " + shown.size() + shown.contains(new Key(1)));
        trace.of("add", () -> shown.add(null));
        trace.of("remove", () -> shown.remove(null));
        trace.of("array", shown::toArray);
    }

    private static void steps(Trace trace, Set<Key> set, int count) {
        steps(trace, set, count, false);
    }

    private static void steps(Trace trace, Set<Key> set, int count, boolean linked) {
        for (int i = 0; i < count; i++) {
            if (set instanceof TreeSet<Key> tree && trace.once(3)) {
                neighbours(trace, tree);
            } else if (linked && set instanceof SequencedCollection<Key> sequence && trace.once(3)) {
                ends(trace, sequence);
            } else {
                step(trace, set);
            }
            trace.of("is", () -> set + " " + set.hashCode() + " " + set.size() + " " + set.isEmpty());
        }
    }

    private static void ends(Trace trace, SequencedCollection<Key> set) {
        Key key = trace.key();
        switch (trace.upTo(6)) {
            case 0 -> trace.run("add first", () -> set.addFirst(key));
            case 1 -> trace.run("add last", () -> set.addLast(key));
            case 2 -> trace.of("first", set::getFirst);
            case 3 -> trace.of("last", set::getLast);
            case 4 -> trace.of("remove first", set::removeFirst);
            default -> trace.of("remove last", set::removeLast);
        }
    }

    private static void neighbours(Trace trace, TreeSet<Key> set) {
        Key key = trace.key();
        trace.of("near", () -> set.lower(key) + " " + set.floor(key) + " " + set.ceiling(key) + " " + set.higher(key));
        trace.of("ends", () -> set.first() + " " + set.last() + " " + set.getFirst() + " " + set.getLast());
        if (trace.once(4)) {
            trace.of("poll", () -> set.pollFirst() + " " + set.pollLast());
        } else if (trace.once(4)) {
            trace.of("remove", () -> set.removeFirst() + " " + set.removeLast());
        }
        trace.run("add first", () -> set.addFirst(key));
    }

    private static Collection<Key> some(Trace trace) {
        List<Key> some = new ArrayList<>();
        for (int i = trace.upTo(6); i > 0; i--) {
            some.add(trace.key());
        }
        return trace.once(2) ? some : new HashSet<>(some);
    }

    private static void step(Trace trace, Set<Key> set) {
        Key key = trace.key();
        switch (trace.upTo(20)) {
            case 0, 1, 2, 3, 4, 5 -> trace.of("add", () -> set.add(key));
            case 6, 7 -> trace.of("remove", () -> set.remove(key));
            case 8 -> trace.of("contains", () -> set.contains(key));
            case 9 -> trace.of("add all", () -> set.addAll(some(trace)));
            case 10 -> trace.of("remove all", () -> set.removeAll(some(trace)));
            case 11 -> trace.of("retain all", () -> trace.once(4) && set.retainAll(some(trace)));
            case 12 -> trace.of("contains all", () -> set.containsAll(some(trace)));
            case 13 -> trace.of("remove if", () -> set.removeIf(each -> each == null || each.value() % 7 == 0));
            case 14 -> trace.run("clear", () -> {
                if (trace.once(4)) {
                    set.clear();
                }
            });
            case 15 -> trace.of("array", set::toArray);
            case 16 -> trace.of("typed array", () -> set.toArray(new Key[trace.upTo(6)]));
            case 17 -> trace.of("equal", () -> set.equals(new HashSet<>(set)) + " " + new HashSet<>(set).equals(set)
                + set.equals(some(trace)));
            case 18 -> trace.run("for each", () -> set.forEach(each -> each.value()));
            default -> trace.iterate(set, () -> set.add(new Key(55)), set instanceof HashSet);
        }
    }
}
