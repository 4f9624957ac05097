package dev.spine.extension.api.library.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.TreeMap;

/** Optional values, comparators, arrays, iterators of a program's own. */
@SuppressWarnings({"BoxingComparator", "NullArgumentForNonNullParameter", "ObjectEqualsForPrimitives"}) // odd calls do the same, too
public final class Others {
    private record Pair(int first, int second) {}

    private record Count(int to) implements Iterable<Integer> {
        @Override
        public Iterator<Integer> iterator() {
            int[] next = {0};
            return new PrimitiveIterator.OfInt() {
                @Override
                public boolean hasNext() {
                    return next[0] < to;
                }

                @Override
                public int nextInt() {
                    return next[0]++;
                }
            };
        }
    }

    private Others() {}

    public static String run(long seed) {
        Trace trace = new Trace(seed);
        optional(trace, Optional.empty());
        optional(trace, Optional.of(trace.upTo(4)));
        optional(trace, Optional.ofNullable(trace.number()));
        ints(trace, OptionalInt.empty());
        ints(trace, OptionalInt.of(trace.upTo(4)));
        trace.of("of null", () -> Optional.of(null));
        for (int i = 0; i < 60; i++) {
            sorted(trace);
            arrays(trace);
        }
        objects(trace);
        own(trace);
        return trace.toString();
    }

    private static void optional(Trace trace, Optional<Integer> value) {
        trace.of("optional", () -> value + " " + value.isPresent() + value.isEmpty() + value.hashCode() + value.equals(Optional.of(1)));
        trace.of("get", value::get);
        trace.of("or", () -> value.orElse(null) + " " + value.orElseGet(() -> 5));
        trace.of("throw", () -> value.orElseThrow());
        trace.of("throw own", () -> value.orElseThrow(IllegalStateException::new));
        trace.of("map", () -> value.map(each -> each > 1 ? "many" : null) + " " + value.flatMap(each -> Optional.of(each + 1)));
        trace.of("filter", () -> value.filter(each -> each > 1));
        trace.of("flat null", () -> value.flatMap(each -> null));
        trace.run("if present", () -> {
            value.ifPresent(each -> trace.of("has", () -> each));
            value.ifPresentOrElse(each -> trace.of("has", () -> each), () -> trace.of("has", () -> "none"));
        });
    }

    private static void ints(Trace trace, OptionalInt value) {
        trace.of("int", () -> value + " " + value.isPresent() + value.isEmpty() + value.hashCode() + value.equals(OptionalInt.of(1)));
        trace.of("get", value::getAsInt);
        trace.of("or", () -> value.orElse(7));
        trace.of("throw", value::orElseThrow);
        trace.run("if present", () -> value.ifPresent(each -> trace.of("has", () -> each)));
    }

    /** Pairs whose order is by the first only show by the second whether equal ones have kept theirs. */
    private static void sorted(Trace trace) {
        Pair[] pairs = new Pair[trace.upTo(trace.once(10) ? 600 : 40)];
        int values = 1 + trace.upTo(20);
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = new Pair(trace.upTo(values), i);
        }
        Comparator<Pair> order = switch (trace.upTo(6)) {
            case 0 -> Comparator.comparing(Pair::first);
            case 1 -> Comparator.comparingLong(Pair::first);
            case 2 -> Comparator.comparingDouble(Pair::first);
            case 3 -> Comparator.comparing(Pair::first, Comparator.reverseOrder());
            case 4 -> Comparator.comparingInt(Pair::first).reversed();
            default -> Comparator.comparingInt(Pair::first).thenComparing(Pair::second, Comparator.reverseOrder());
        };
        List<Pair> list = new ArrayList<>(Arrays.asList(pairs));
        trace.of("sorted", () -> {
            Arrays.sort(pairs, order);
            return pairs;
        });
        trace.of("sorted list", () -> {
            Collections.sort(list, order);
            return list.equals(Arrays.asList(pairs));
        });
        trace.run("no order", () -> Arrays.sort((Object[]) pairs));
        Map<Integer, Integer> map = new TreeMap<>();
        list.forEach(pair -> map.merge(pair.first(), 1, Integer::sum));
        List<Map.Entry<Integer, Integer>> entries = new ArrayList<>(map.entrySet());
        entries.sort(Map.Entry.comparingByValue());
        trace.of("by value", () -> entries);
        entries.sort(Map.Entry.comparingByKey(Collections.reverseOrder()));
        trace.of("by key", () -> entries);
    }

    private static void arrays(Trace trace) {
        Integer[] objects = new Integer[trace.upTo(5)];
        int[] numbers = new int[trace.upTo(5)];
        Arrays.setAll(objects, index -> trace.number());
        Arrays.setAll(numbers, index -> trace.upTo(9));
        trace.of("texts", () -> Arrays.toString(objects) + Arrays.toString(numbers) + Arrays.toString((Object[]) null));
        trace.of("hashes", () -> Arrays.hashCode(objects) + " " + Arrays.hashCode(numbers) + Objects.hash(1, null, "x"));
        trace.of("equal", () -> Arrays.equals(objects, new Integer[] {1}) + " " + Arrays.equals(objects, objects.clone())
            + Arrays.equals(objects, null));
        trace.of("copies", () -> Arrays.copyOf(objects, 3));
        trace.of("ranges", () -> Arrays.copyOfRange(objects, trace.upTo(4), trace.upTo(6)));
        trace.of("fill", () -> {
            Arrays.fill(objects, trace.upTo(4), trace.upTo(6), 7);
            return objects;
        });
        trace.of("fill with others", () -> {
            Arrays.fill((Object[]) objects, "text");
            return objects;
        });
        trace.of("sort", () -> {
            Arrays.sort(numbers);
            Arrays.sort(objects);
            return Arrays.toString(numbers) + Arrays.binarySearch(numbers, 4);
        });
    }

    private static void objects(Trace trace) {
        trace.of("same", () -> Objects.equals(null, null) + " " + Objects.equals(1, null) + Objects.equals(null, 1) + Objects.equals(1, 1));
        trace.of("null", () -> Objects.requireNonNull(null, "x"));
        trace.of("else", () -> Objects.requireNonNullElse(null, 3) + Objects.toString(null) + Objects.toString(null, "y"));
        trace.of("no else", () -> Objects.requireNonNullElse(null, null));
        trace.of("index", () -> Objects.checkIndex(3, 3));
        trace.of("range", () -> Objects.checkFromToIndex(1, 3, 3) + Objects.checkFromIndexSize(1, 2, 3));
        trace.of("hash", () -> Objects.hashCode(null) + Objects.hashCode("x"));
        trace.of("nullness", () -> Objects.isNull(null) + " " + Objects.nonNull(null));
    }

    private static void own(Trace trace) {
        List<Integer> seen = new ArrayList<>();
        Count count = new Count(5);
        count.forEach(seen::add);
        for (int each : count) {
            seen.add(each);
        }
        count.iterator().forEachRemaining(seen::add);
        trace.of("own", () -> seen);
        trace.run("own remove", () -> count.iterator().remove());
        Map<String, List<Integer>> groups = new HashMap<>();
        seen.forEach(each -> groups.computeIfAbsent("of " + each % 2, key -> new ArrayList<>()).add(each));
        trace.of("groups", () -> groups);
        trace.of("added", () -> Collections.addAll(seen, 4, 5) + " " + seen);
    }
}
