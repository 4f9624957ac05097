package dev.spine.extension.api.library.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Set;

/** Lists of all kinds. */
@SuppressWarnings({"CollectionToArraySafeParameter", "EqualsIncompatibleType", "ListRemoveAmbiguous"}) // odd calls do the same, too
public final class Lists {
    private Lists() {}

    public static String run(long seed) {
        Trace trace = new Trace(seed);
        List<Integer> list = new ArrayList<>();
        steps(trace, list, 400);
        trace.run("new", () -> steps(trace, new ArrayList<>(trace.upTo(3)), 50));
        trace.run("copy", () -> steps(trace, new ArrayList<>(list), 50));
        trace.of("negative", () -> new ArrayList<>(-1));
        Integer[] array = list.toArray(new Integer[0]);
        trace.run("as list", () -> steps(trace, Arrays.asList(array), 100));
        trace.of("array", () -> array);
        trace.run("empty", () -> steps(trace, Collections.emptyList(), 40));
        trace.run("single", () -> steps(trace, Collections.singletonList(trace.number()), 40));
        trace.run("copies", () -> steps(trace, Collections.nCopies(trace.upTo(4), trace.number()), 40));
        trace.run("unmodifiable", () -> steps(trace, Collections.unmodifiableList(list), 60));
        trace.run("of none", () -> steps(trace, List.of(), 40));
        trace.run("of two", () -> steps(trace, List.of(3, 5), 40));
        trace.run("of many", () -> steps(trace, List.of(3, 5, 3, 7, 9, 11, 3, 0, 1, 2, 3, 4), 60));
        trace.run("copy of", () -> steps(trace, List.copyOf(list), 40));
        trace.of("of null", () -> List.of(1, null));
        return trace.toString();
    }

    private static void steps(Trace trace, List<Integer> list, int count) {
        for (int i = 0; i < count; i++) {
            step(trace, list);
            trace.of("is", () -> list + " " + list.hashCode() + " " + list.size() + " " + list.isEmpty());
        }
    }

    private static Collection<Integer> some(Trace trace) {
        List<Integer> some = new ArrayList<>();
        for (int i = trace.upTo(5); i > 0; i--) {
            some.add(trace.number());
        }
        return trace.once(2) ? some : new HashSet<>(some);
    }

    private static void step(Trace trace, List<Integer> list) {
        Integer number = trace.number();
        int index = trace.upTo(list.size() + 2) - (trace.once(10) ? 1 : 0);
        switch (trace.upTo(38)) {
            case 0, 1, 2, 3, 4 -> trace.of("add", () -> list.add(number));
            case 5 -> trace.run("add at", () -> list.add(index, number));
            case 6 -> trace.of("add all", () -> list.addAll(some(trace)));
            case 7 -> trace.of("add all at", () -> list.addAll(index, some(trace)));
            case 8 -> trace.of("remove at", () -> list.remove(index));
            case 9 -> trace.of("remove", () -> list.remove(number));
            case 10 -> trace.of("set", () -> list.set(index, number));
            case 11 -> trace.of("get", () -> list.get(index));
            case 12 -> trace.of("contains", () -> list.contains(number));
            case 13 -> trace.of("index", () -> list.indexOf(number) + " " + list.lastIndexOf(number));
            case 14 -> trace.of("contains all", () -> list.containsAll(some(trace)));
            case 15 -> trace.of("remove all", () -> list.removeAll(some(trace)));
            case 16 -> trace.of("retain all", () -> trace.once(3) && list.retainAll(some(trace)));
            case 17 -> trace.of("remove if", () -> list.removeIf(each -> each != null && each == 7));
            case 18 -> trace.of("remove if it fails", () -> list.removeIf(each -> each > 3));
            case 19 -> trace.run("replace all", () -> list.replaceAll(each -> each == null ? null : (each + 1) % 24));
            case 20 -> trace.run("sort", () -> {
                new ArrayList<>(list).sort(null); // what fails leaves the list in no certain order
                list.sort(trace.once(2) ? Comparator.<Integer>naturalOrder() : null);
            });
            case 21 -> trace.run("sort with null", () -> list.sort(Comparator.comparingInt(each -> each == null ? -1 : each / 4)));
            case 22 -> trace.run("clear", () -> {
                if (trace.once(4)) {
                    list.clear();
                }
            });
            case 23 -> trace.of("first", list::getFirst);
            case 24 -> trace.of("last", list::getLast);
            case 25 -> trace.of("remove first", list::removeFirst);
            case 26 -> trace.of("remove last", list::removeLast);
            case 27 -> trace.run("add first", () -> list.addFirst(number));
            case 28 -> trace.run("add last", () -> list.addLast(number));
            case 29 -> trace.of("array", list::toArray);
            case 30 -> trace.of("typed array", () -> list.toArray(new Integer[trace.upTo(6)]));
            case 31 -> trace.of("array of others", () -> list.toArray(new String[0]));
            case 32 -> trace.run("for each", () -> list.forEach(each -> {
                if (each != null && each == 3) {
                    list.add(1);
                }
            }));
            case 33 -> both(trace, list);
            case 34 -> trace.of("equal", () -> list.equals(new ArrayList<>(list)) + " " + new ArrayList<>(list).equals(list) + " "
                + list.equals(List.of(1)) + list.equals(Set.of()));
            case 35 -> trace.run("shuffled", () -> {
                Collections.reverse(list);
                if (list.size() > 1) {
                    Collections.swap(list, 0, index);
                }
            });
            case 36 -> trace.of("extremes", () -> Collections.max(list) + " " + Collections.min(list, Comparator.reverseOrder()) + " "
                + Collections.min(list) + " " + Collections.frequency(list, number));
            default -> trace.iterate(list, () -> list.add(5), list instanceof ArrayList);
        }
    }

    /** Back and forth, with changes. */
    private static void both(Trace trace, List<Integer> list) {
        trace.of("both ways", () -> {
            int start = trace.upTo(list.size() + 2);
            ListIterator<Integer> each = list.listIterator(start);
            String seen = "";
            for (int i = 0; i < 12; i++) {
                seen += each.nextIndex() + "/" + each.previousIndex() + " ";
                switch (trace.upTo(6)) {
                    case 0, 1 -> seen += each.hasNext() ? each.next() : "end";
                    case 2 -> seen += each.hasPrevious() ? each.previous() : "begin";
                    case 3 -> each.set(trace.number());
                    case 4 -> each.add(trace.number());
                    default -> {
                        if (list instanceof ArrayList) {
                            each.remove();
                        }
                    }
                }
            }
            return seen;
        });
        trace.of("rest", () -> {
            Iterator<Integer> each = list.iterator();
            each.next();
            int[] sum = {0};
            each.forEachRemaining(one -> sum[0] += one == null ? 0 : one);
            return sum[0];
        });
    }
}
