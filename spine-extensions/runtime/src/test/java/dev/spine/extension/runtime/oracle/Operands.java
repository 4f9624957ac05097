package dev.spine.extension.runtime.oracle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** Draws what calls are given: expressions of each type, of all sizes and classes, and the helper methods that make them. */
final class Operands {
    private static final Map<String, String> HELPERS = helpers();
    private static final List<String> SIZES = List.of("0", "1", "2", "10", "100", "1000", "20000");
    private static final List<String> INTS = List.of("0", "1", "-1", "2", "3", "7", "64", "100", "1000", "65536", "1 << 20",
        "Integer.MAX_VALUE", "Integer.MIN_VALUE", "r");
    private static final List<String> DOUBLES = List.of("0.0", "1.1", "-0.0", "1e308", "1e-308", "Double.MIN_VALUE", "Double.NaN",
        "Double.POSITIVE_INFINITY", "-1e300", "700.5", "0.1 + r", "2.2250738585072011e-308");
    private static final List<String> TEXTS = List.of("\"\"", "\"a\"", "\"spine\"", "\"-9223372036854775808\"",
        "\"2.2250738585072011e-308\"",
        "\"a\".repeat(1000)", "\"a\".repeat(100000)", "\"\\u4e2d\".repeat(50000)", "\"9\".repeat(5000)", "\"a\".repeat(500) + \"b\"",
        "\"ab\".repeat(30000)", "\" \".repeat(20000)", "\"0x1.\" + \"f\".repeat(1000) + \"p1\"", "\"\\ud83d\\ude00\".repeat(1000)");

    private final Random random;

    Operands(Random random) {
        this.random = random;
    }

    private String any(List<String> all) {
        return all.get(random.nextInt(all.size()));
    }

    private String size() {
        return any(SIZES);
    }

    /** {@return an expression of a type, for the place of an operand} */
    String of(Class<?> type) {
        if (random.nextInt(60) == 0 && !type.isPrimitive()) {
            return "null";
        }
        return switch (type.getSimpleName()) {
            case "int", "Integer" -> any(INTS);
            case "long", "Long" -> any(List.of("0L", "1L", "-1L", "7L", "Long.MAX_VALUE", "Long.MIN_VALUE", "1L << 33", "(long) r"));
            case "short", "Short" -> "(short) " + any(List.of("0", "-1", "32767", "r"));
            case "byte", "Byte" -> "(byte) " + any(List.of("0", "-1", "127", "r"));
            case "char", "Character" -> any(List.of("'a'", "'\\u4e2d'", "'\\0'", "' '", "'b'"));
            case "boolean", "Boolean" -> any(List.of("true", "false"));
            case "double", "Double", "Number" -> any(DOUBLES);
            case "float", "Float" -> "(float) " + any(DOUBLES);
            case "String" -> any(TEXTS);
            case "CharSequence" -> random.nextBoolean() ? any(TEXTS) : "builder(" + size() + ")";
            case "StringBuilder" -> "builder(" + size() + ")";
            case "Object" -> object();
            case "Comparable" -> any(List.of("\"a\"", "7", "new Own(3)", "\"a\".repeat(10000)"));
            case "Collection", "Iterable" -> collection();
            case "SequencedCollection", "List", "ArrayList" -> list();
            case "Set", "HashSet" -> any(List.of("new HashSet(", "new LinkedHashSet(")) + collection() + ")";
            case "LinkedHashSet" -> "new LinkedHashSet(" + collection() + ")";
            case "TreeSet", "SortedSet", "NavigableSet" -> "new TreeSet(" + any(List.of("ints(", "strings(", "owns(")) + size() + "))";
            case "Queue" -> "new PriorityQueue(" + any(List.of("ints(", "strings(", "owns(")) + size() + "))";
            case "PriorityQueue" -> "heap(" + any(List.of("ints(", "strings(", "owns(")) + size() + "))";
            case "Deque", "ArrayDeque" -> "new ArrayDeque(" + list() + ")";
            case "Map", "HashMap" -> map("new HashMap()");
            case "LinkedHashMap" -> map("new LinkedHashMap()");
            case "TreeMap", "SortedMap", "NavigableMap" -> "map(new TreeMap(), " + any(List.of("ints(", "strings(", "owns(")) + size()
                + "))";
            case "Entry" -> "Map.entry(" + any(TEXTS) + ", 1)";
            case "Iterator" -> random.nextInt(3) == 0 ? "new Iter(" + any(List.of("10", "1000", "Integer.MAX_VALUE")) + ")"
                : collection() + ".iterator()";
            case "ListIterator" -> list() + ".listIterator()";
            case "OfInt" -> "new Iter(100)";
            case "BitSet" -> "bits(" + any(List.of("0", "1", "64", "1000", "1000000")) + ")";
            case "StringJoiner" -> "joiner(" + any(TEXTS) + ", " + any(List.of("0", "1", "10", "200")) + ")";
            case "Optional" -> "Optional.of(" + any(List.of("\"a\"", "7", "ints(1000)", "\"a\".repeat(10000)")) + ")";
            case "OptionalInt" -> "OptionalInt.of(7)";
            case "Random" -> "new Random(7)";
            case "SplittableRandom" -> "new SplittableRandom(7)";
            case "Enum" -> "Colour.RED";
            case "Runnable" -> "(Runnable) () -> { }";
            case "AutoCloseable" -> "(AutoCloseable) () -> { }";
            default -> other(type);
        };
    }

    private String other(Class<?> type) {
        if (type.isArray()) {
            return array(type.getComponentType());
        }
        if (Throwable.class.isAssignableFrom(type)) {
            return type == Throwable.class || type.isAssignableFrom(IllegalStateException.class)
                ? any(List.of("thrown(1, \"x\")", "thrown(300, \"x\")", "thrown(1, \"m\".repeat(50000))", "causes(100)"))
                : "new " + type.getCanonicalName() + "()";
        }
        return type.isInterface() ? Functions.of(type, random) : "null";
    }

    private String array(Class<?> component) {
        if (component.isPrimitive()) {
            return "filled(new " + component.getName() + "[" + size() + "])";
        }
        if (component == Object.class) {
            return random.nextInt(4) == 0 ? "new Object[" + size() + "]" : collection() + ".toArray()";
        }
        if (component == String.class || component == CharSequence.class || component == Comparable.class) {
            return "texts(" + any(List.of("0", "1", "10", "1000")) + ", " + any(TEXTS) + ")";
        }
        return component.isArray() || !component.getName().startsWith("java.") ? "null" : "new " + component.getCanonicalName() + "[10]";
    }

    private String object() {
        return switch (random.nextInt(16)) {
            case 0, 1 -> any(TEXTS);
            case 2, 3 -> any(List.of("7", "7L", "1.5", "'c'", "true", "Integer.valueOf(r)"));
            case 4 -> "new Own(5)";
            case 5 -> "new Bare(5)";
            case 6 -> "new Same(5)";
            case 7 -> collection();
            case 8 -> map("new HashMap()");
            case 9 -> of(Throwable.class);
            case 10 -> "filled(new int[" + size() + "])";
            case 11 -> "builder(" + size() + ")";
            case 12 -> "bits(100000)";
            case 13 -> any(List.of("nested(5)", "nested(12)", "chain(10)", "chain(14)"));
            case 14 -> "Optional.of(ints(1000))";
            default -> any(List.of("(Runnable) () -> { }", "Colour.RED", "new Object[] {1, \"x\"}", "new Iter(5)"));
        };
    }

    private String collection() {
        return switch (random.nextInt(9)) {
            case 0 -> "new HashSet(" + list() + ")";
            case 1 -> "new ArrayDeque(" + list() + ")";
            case 2 -> "map(new HashMap(), " + list() + ")" + any(List.of(".keySet()", ".values()", ".entrySet()"));
            case 3 -> any(List.of("nested(5)", "nested(12)"));
            case 4 -> "List.copyOf(" + list() + ")";
            default -> list();
        };
    }

    private String list() {
        String small = any(List.of("0", "1", "10", "100", "300"));
        return switch (random.nextInt(8)) {
            case 0, 1 -> "ints(" + size() + ")";
            case 2 -> "strings(" + size() + ")";
            case 3 -> "owns(" + small + ")";
            case 4 -> "bares(" + small + ")";
            case 5 -> "sames(" + small + ")";
            case 6 -> "longTexts(" + small + ")";
            default -> "List.of(1, \"a\", 2L)";
        };
    }

    private String map(String made) {
        return "map(" + made + ", " + list() + ")";
    }

    /** {@return the helpers that a text names, and those that they name} */
    static String helpersOf(String text) {
        Map<String, String> needed = new LinkedHashMap<>();
        String all = text;
        for (boolean more = true; more;) {
            more = false;
            for (Map.Entry<String, String> helper : HELPERS.entrySet()) {
                if (!needed.containsKey(helper.getKey()) && all.matches("(?s).*\\b" + helper.getKey() + "\\b.*")) {
                    needed.put(helper.getKey(), helper.getValue());
                    all += helper.getValue();
                    more = true;
                }
            }
        }
        return needed.values().stream().collect(Collectors.joining("\n"));
    }

    private static Map<String, String> helpers() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Own", "static final class Own implements Comparable<Own> { final int v; Own(int v) { this.v = v; } public int hashCode() {"
            + " return v; } public boolean equals(Object o) { return o instanceof Own x && x.v == v; } public int compareTo(Own o) {"
            + " return Integer.compare(v, o.v); } public String toString() { return \"own\" + v; } }");
        all.put("Bare", "static final class Bare { final int v; Bare(int v) { this.v = v; } }");
        all.put("Same", "static final class Same { final int v; Same(int v) { this.v = v; } public int hashCode() { return 7; }"
            + " public boolean equals(Object o) { return o instanceof Same x && x.v == v; } }");
        all.put("Colour", "enum Colour { RED, GREEN, BLUE }");
        all.put("Chain", "record Chain(Object a, Object b) {}");
        all.put("Iter", "static final class Iter implements Iterator, Iterable { int left; Iter(int n) { left = n; }"
            + " public boolean hasNext() { return left > 0; } public Object next() { left--; return \"x\"; }"
            + " public Iterator iterator() { return new Iter(left); } }");
        all.put("ints", made("ints", "i"));
        all.put("strings", made("strings", "\"s\" + i"));
        all.put("longTexts", "static List longTexts(int n) { List l = new ArrayList(); String t = \"t\".repeat(2000);"
            + " for (int i = 0; i < n; i++) { l.add(t); } return l; }");
        all.put("owns", made("owns", "new Own(i)"));
        all.put("bares", made("bares", "new Bare(i)"));
        all.put("sames", made("sames", "new Same(i)"));
        all.put("map", "static Map map(Map m, List keys) { for (int i = 0; i < keys.size(); i++) { m.put(keys.get(i), i); } return m; }");
        all.put("heap", "static PriorityQueue heap(List l) { PriorityQueue q = new PriorityQueue(); q.addAll(l); return q; }");
        all.put("builder", "static StringBuilder builder(int n) { StringBuilder b = new StringBuilder(); for (int i = 0; i < n; i++) {"
            + " b.append((char) ('a' + i % 26)); } return b; }");
        all.put("bits", "static BitSet bits(int n) { BitSet b = new BitSet(); for (int i = 0; i < n; i += 63) { b.set(i); } return b; }");
        all.put("joiner",
            "static StringJoiner joiner(String d, int n) { StringJoiner j = new StringJoiner(d); for (int i = 0; i < n; i++) {"
            + " j.add(\"x\"); } return j; }");
        all.put("texts", "static String[] texts(int n, String t) { String[] a = new String[n]; for (int i = 0; i < n; i++) { a[i] = t; }"
            + " return a; }");
        StringBuilder filled = new StringBuilder();
        for (String type : List.of("int", "long", "byte", "short", "char", "double", "float")) {
            filled.append("static ").append(type).append("[] filled(").append(type).append("[] a) { for (int i = 0; i < a.length; i++) {"
                + " a[i] = (").append(type).append(") (i * 31); } return a; }\n");
        }
        all.put("filled", filled + "static boolean[] filled(boolean[] a) { return a; }");
        all.put("nested", "static List nested(int d) { List l = List.of(1, \"a\"); for (int i = 0; i < d; i++) { l = List.of(l, l); }"
            + " return l; }");
        all.put("chain", "static Object chain(int d) { Object o = \"x\"; for (int i = 0; i < d; i++) { o = new Chain(o, o); } return o; }");
        all.put("thrown", "static RuntimeException thrown(int d, String m) { return d > 1 ? thrown(d - 1, m)"
            + " : new IllegalStateException(m); }");
        all.put("causes", "static Throwable causes(int n) { Throwable t = null; for (int i = 0; i < n; i++) {"
            + " t = new RuntimeException(\"cause\", t); } return t; }");
        all.put("deep", "static Object deep(int d, Supplier s) { return d <= 0 ? s.get() : deep(d - 1, s); }");
        return all;
    }

    private static String made(String name, String element) {
        return "static List " + name + "(int n) { List l = new ArrayList(); for (int i = 0; i < n; i++) { l.add(" + element
            + "); } return l; }";
    }
}
