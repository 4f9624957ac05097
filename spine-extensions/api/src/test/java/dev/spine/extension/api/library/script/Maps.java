package dev.spine.extension.api.library.script;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Maps of all kinds. */
@SuppressWarnings({"BoxingComparator", "DistinctVarargsChecker", "NonApiType"}) // odd calls do the same, too
public final class Maps {
    private Maps() {}

    public static String run(long seed) {
        Trace trace = new Trace(seed);
        Map<Key, Integer> map = new HashMap<>();
        steps(trace, map, 500);
        steps(trace, new HashMap<>(trace.upTo(100)), 100);
        steps(trace, new LinkedHashMap<>(map), 100);
        steps(trace, new LinkedHashMap<>(3), 100);
        TreeMap<Key, Integer> tree = new TreeMap<>();
        steps(trace, tree, 500);
        trace.run("tree copy", () -> steps(trace, new TreeMap<>(map), 100));
        steps(trace, new TreeMap<>(Comparator.comparing(each -> each == null ? -1 : -each.value())), 300);
        trace.run("unmodifiable", () -> steps(trace, Collections.unmodifiableMap(tree), 60));
        trace.run("empty", () -> steps(trace, Collections.emptyMap(), 40));
        trace.run("of one", () -> steps(trace, Map.of(new Key(3), 4), 60));
        trace.run("copy of", () -> steps(trace, Map.copyOf(tree.isEmpty() ? tree : one(tree)), 60));
        trace.of("twice", () -> Map.of(new Key(1), 2, new Key(2), 3, new Key(1), 3));
        trace.of("null key", () -> Map.of(null, 2));
        trace.of("null value", () -> Map.of(2, null));
        trace.of("entries", () -> new TreeMap<>(Map.ofEntries(Map.entry(3, 4), Map.entry(1, 2))));
        trace.of("null entry", () -> Map.entry(null, 1));
        trace.of("many", () -> new TreeMap<>(Map.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)));
        trace.of("negative", () -> new HashMap<>(-1));
        trace.of("no order", () -> new TreeMap<Object, Object>().put(new Object(), 1));
        trace.of("no order to look for", () -> new TreeMap<Object, Object>().get(new Object()));
        trace.of("itself", () -> {
            Map<Object, Object> self = new HashMap<>();
            self.put(self, 2);
            self.put(1, self);
            return self.toString();
        });
        trace.of("growing", () -> {
            Map<Integer, Integer> many = new HashMap<>();
            for (int i = 0; i < 1000; i++) {
                many.put(trace.upTo(600), i);
                many.remove(trace.upTo(600));
            }
            String text = many.toString();
            many.clear();
            many.put(1, 2);
            return text + many;
        });
        return trace.toString();
    }

    private static Map<Key, Integer> one(TreeMap<Key, Integer> map) {
        Map<Key, Integer> one = new HashMap<>();
        one.put(map.firstKey(), map.get(map.firstKey()));
        return one;
    }

    private static void steps(Trace trace, Map<Key, Integer> map, int count) {
        for (int i = 0; i < count; i++) {
            if (map instanceof TreeMap<Key, Integer> tree && trace.once(3)) {
                neighbours(trace, tree);
            } else {
                step(trace, map);
            }
            trace.of("is", () -> map + " " + map.hashCode() + " " + map.size() + " " + map.isEmpty());
        }
    }

    private static void neighbours(Trace trace, TreeMap<Key, Integer> map) {
        Key key = trace.key();
        trace.of("keys", () -> map.lowerKey(key) + " " + map.floorKey(key) + " " + map.ceilingKey(key) + " " + map.higherKey(key));
        trace.of("entries", () -> map.lowerEntry(key) + " " + map.floorEntry(key) + " " + map.ceilingEntry(key) + " "
            + map.higherEntry(key));
        trace.of("ends", () -> map.firstEntry() + " " + map.lastEntry() + " " + map.firstKey() + " " + map.lastKey());
        if (trace.once(4)) {
            trace.of("poll", () -> map.pollFirstEntry() + " " + map.pollLastEntry());
        }
        trace.of("set", () -> map.firstEntry().setValue(1));
    }

    private static void step(Trace trace, Map<Key, Integer> map) {
        Key key = trace.key();
        Integer value = trace.number();
        switch (trace.upTo(33)) {
            case 0, 1, 2, 3, 4, 5 -> trace.of("put", () -> map.put(key, value));
            case 6 -> trace.of("get", () -> map.get(key) + " " + map.getOrDefault(key, -1));
            case 7 -> trace.of("contains", () -> map.containsKey(key) + " " + map.containsValue(value));
            case 8, 9 -> trace.of("remove", () -> map.remove(key));
            case 10 -> trace.of("absent", () -> map.putIfAbsent(key, value));
            case 11 -> trace.of("compute absent", () -> map.computeIfAbsent(key, any -> value));
            case 12 -> trace.of("compute present", () -> map.computeIfPresent(key, (any, before) -> value));
            case 13 -> trace.of("compute", () -> map.compute(key, (any, before) -> before == null ? value : null));
            case 14 -> trace.of("merge", () -> map.merge(key, value, (one, other) -> one > other ? null : one + other));
            case 15 -> trace.run("put all", () -> map.putAll(some(trace)));
            case 16 -> trace.run("clear", () -> {
                if (trace.once(4)) {
                    map.clear();
                }
            });
            case 17 -> trace.run("replace all", () -> map.replaceAll((any, before) -> before == null ? value : (before + 1) % 24));
            case 18 -> trace.of("for each", () -> {
                List<Object> seen = new ArrayList<>();
                map.forEach((one, other) -> seen.add(one + "/" + other));
                return seen;
            });
            case 19 -> trace.of("compute and change", () -> map.computeIfAbsent(key, any -> map.put(new Key(99), 1)));
            case 20 -> trace.of("merge and change", () -> map.merge(key, 2, (one, other) -> map.remove(key)));
            case 21 -> trace.of("keys", () -> map.keySet() + " " + map.keySet().hashCode() + map.keySet().contains(key)
                + map.keySet().equals(Map.copyOf(map).keySet()));
            case 22 -> trace.of("values", () -> map.values() + " " + map.values().contains(value) + map.values().size());
            case 23 -> trace.of("remove key", () -> map.containsKey(key) && map.keySet().remove(key));
            case 24 -> trace.of("remove value", () -> map.containsValue(value) && map.values().remove(value));
            case 25 -> trace.of("entries", () -> map.entrySet().toString() + map.entrySet().contains(Map.entry(new Key(3), 4)));
            case 26 -> trace.of("set value", () -> {
                for (Map.Entry<Key, Integer> entry : map.entrySet()) {
                    if (trace.once(3)) {
                        entry.setValue(value);
                    }
                }
                return map.entrySet().iterator().next().toString();
            });
            case 27 -> trace.of("keep", () -> isOpen(map) && trace.once(3)
                && map.keySet().removeIf(each -> each == null || each.value() > 30));
            case 28 -> trace.of("replace", () -> map.replace(key, value) + " " + map.replace(key, value, 3) + map.remove(key, 3));
            case 29 -> trace.of("equal", () -> map.equals(new HashMap<>(map)) + " " + new HashMap<>(map).equals(map)
                + map.equals(some(trace)));
            case 30 -> trace.iterate(map.values(), () -> map.put(new Key(77), 1), map instanceof HashMap);
            case 31 -> trace.iterate(map.entrySet(), () -> map.remove(key), map instanceof TreeMap);
            default -> trace.iterate(map.keySet(), () -> map.put(new Key(78), 1), map instanceof HashMap);
        }
    }

    /** The views of others refuse to remove also what is not there; the JDK's do not always. */
    private static boolean isOpen(Map<?, ?> map) {
        return map instanceof HashMap || map instanceof TreeMap;
    }

    private static Map<Key, Integer> some(Trace trace) {
        Map<Key, Integer> some = trace.once(2) ? new HashMap<>() : new TreeMap<>();
        for (int i = trace.upTo(5); i > 0; i--) {
            some.put(new Key(trace.upTo(40)), trace.number());
        }
        return some;
    }
}
