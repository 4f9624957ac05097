package dev.spine.extension.runtime.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.MeterAccount;
import dev.spine.extension.api.QuotaError;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that tries to run for ever, to use all memory, or to survive the end of its fuel: all of it ends by a quota. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileCodeTest {
    private static final int FUEL = 2_000_000;
    private static final long HEAP = 8 << 20;
    private static final int STACK = 16_384;

    private static final Map<String, String> BODIES = bodies();
    private Map<String, byte[]> image = Map.of();

    private static Map<String, String> bodies() {
        Map<String, String> bodies = new LinkedHashMap<>();
        bodies.put("EmptyLoop", "for (;;) { }");
        bodies.put("CountingLoop", "int x = 0; while (true) { x++; if (x < 0) { x = 1; } }");
        bodies.put("NestedLoops", "long s = 0; for (long i = 0; i < 1L << 40; i++) { for (int j = 0; j < 1000; j++) { s += j; } } return s;");
        bodies.put("SwitchLoop", "int s = 0; for (;;) { switch (s) { case 0: s = 1; continue; case 1: s = 2; continue; default: s = 0; } }");
        bodies.put("Recursion", "return deep(1); } static int deep(int n) { return deep(n + 1) + 1;");
        bodies.put("MutualRecursion", "return a(1); } static int a(int n) { return b(n) + 1; } static int b(int n) { return a(n) + 1;");
        bodies.put("BranchingRecursion", "return f(60); } static int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2);");
        bodies.put("CatchThrowable", "for (;;) { try { for (;;) { } } catch (Throwable t) { t.getMessage(); } }");
        bodies.put("CatchError", "int n = 0; for (;;) { try { n = spin(); } catch (Error e) { n++; } } } static int spin() { for (;;) { }");
        bodies.put("FinallyLoop", "try { for (;;) { } } finally { for (;;) { } }");
        bodies.put("FinallyReturn", "while (true) { f(); } } @SuppressWarnings(\"finally\") static int f() { try { for (;;) { } } finally {"
            + " return 1; }");
        bodies.put("NestedTry", "for (;;) { try { try { spin(); } catch (Throwable t) { try { spin(); } catch (Throwable u) { spin(); } } }"
            + " catch (Throwable t) { spin(); } finally { spin(); } } } static int spin() { int i = 0; while (i >= 0) { i = i + 1 & 7; }"
            + " return i;");
        bodies.put("ThrowCatchLoop", "for (;;) { try { throw new RuntimeException(); } catch (RuntimeException e) { } }");
        bodies.put("ThrowSameLoop", "RuntimeException x = new RuntimeException(); for (;;) { try { throw x; } catch (RuntimeException e) { } }");
        bodies.put("ImplicitThrowLoop", "int[] a = new int[1]; for (;;) { try { a[2]++; } catch (RuntimeException e) { } }");
        bodies.put("RefillByThrowing", "for (;;) { try { work(); } catch (IllegalStateException e) { } } } static void work() {"
            + " for (int i = 0; i < 1000; i++) { } throw new IllegalStateException(\"again\");");
        bodies.put("CatchOverflow", "return f(0); } static int f(int n) { try { return f(n + 1); } catch (StackOverflowError e) {"
            + " return f(n); } finally { f(n);");
        bodies.replace("CatchOverflow", bodies.get("CatchOverflow") + " }");
        bodies.put("RecursionThroughFinally", "return f(0); } static int f(int n) { try { return f(n + 1); } finally { f(n + 1); }");
        bodies.put("BigArray", "return new byte[1 << 30];");
        bodies.put("ManyArrays", "Object[] all = new Object[1000]; for (int i = 0; ; i++) { all[i % 1000] = new byte[100_000]; }");
        bodies.put("ArrayOfArrays", "return new int[30_000][30_000];");
        bodies.put("FlatArrays", "return new long[1 << 20][0][7];");
        bodies.put("ArrayAsList", "Object[] last = null; for (;;) { last = new Object[] {last, last}; }");
        bodies.put("ManyObjects", "Object last = null; for (;;) { last = new Link(last); } } record Link(Object next) { static int x() {"
            + " return 1; }");
        bodies.put("CloneBomb", "int[] a = new int[100_000]; int[][] all = new int[1000][]; for (int i = 0; ; i++) { all[i % 1000] = a.clone(); }");
        bodies.put("StringDoubling", "String s = \"x\"; for (;;) { s = s + s; }");
        bodies.put("ConcatDoubling", "String s = \"x\"; for (;;) { s = s.concat(s); }");
        bodies.put("RepeatBomb", "return \"abc\".repeat(1 << 29);");
        bodies.put("ReplaceBomb", "String s = \"aaaaaaaaaa\"; for (;;) { s = s.replace(\"a\", s); }");
        bodies.put("JoinBomb", "String s = \"aa\"; for (;;) { s = String.join(s, s, s, s); }");
        bodies.put("BuilderGrowth", "StringBuilder b = new StringBuilder(\"x\"); for (;;) { b.append(b.toString()); }");
        bodies.put("BuilderOfItself", "StringBuilder b = new StringBuilder(\"x\"); for (;;) { b.append(b); }");
        bodies.put("BuilderLength", "new StringBuilder().setLength(1 << 30); return 0;");
        bodies.put("BuilderCapacity", "return new StringBuilder(1 << 30).length();");
        bodies.put("ListGrowth", "List<Object> l = new ArrayList<>(); for (;;) { l.add(l); }");
        bodies.put("ListCapacity", "return new ArrayList<Object>(1 << 28).size();");
        bodies.put("MapGrowth", "Map<Integer, Integer> m = new HashMap<>(); for (int i = 0; ; i++) { m.put(i, i); }");
        bodies.put("SetGrowth", "Set<Long> s = new HashSet<>(); for (long i = 0; ; i++) { s.add(i); }");
        bodies.put("DequeGrowth", "Deque<Object> d = new ArrayDeque<>(); for (;;) { d.addLast(d); }");
        bodies.put("AddAllDoubling", "List<Object> l = new ArrayList<>(List.of(1)); for (;;) { l.addAll(new ArrayList<>(l)); }");
        bodies.put("CopyOfBomb", "return Arrays.copyOf(new int[1], 1 << 29);");
        bodies.put("FillLoop", "int[] a = new int[500_000]; for (;;) { Arrays.fill(a, 1); }");
        bodies.put("SortLoop", "int[] a = new int[500_000]; for (;;) { Arrays.sort(a); }");
        bodies.put("IndexOfLoop", "String s = \"a\".repeat(500_000); int n = 0; for (;;) { n += s.indexOf(\"b\"); }");
        bodies.put("LinkedListGet", "List<Integer> l = new LinkedList<>(); for (int i = 0; i < 30_000; i++) { l.add(1); } int n = 0; for (;;) {"
            + " n += l.get(15_000); }");
        bodies.put("NestedListHash", "List<Object> l = List.of(1, 1); for (int i = 0; i < 50; i++) { l = List.of(l, l); } return l.hashCode();");
        bodies.put("NestedListText", "List<Object> l = List.of(1, 1); for (int i = 0; i < 50; i++) { l = List.of(l, l); } return l.toString();");
        bodies.put("NestedListJoined", "List<Object> l = List.of(1, 1); for (int i = 0; i < 50; i++) { l = List.of(l, l); } return \"\" + l;");
        bodies.put("NestedListEquals", "List<Object> l = List.of(1, 1); List<Object> m = List.of(1, 1); for (int i = 0; i < 50; i++) {"
            + " l = List.of(l, l); m = List.of(m, m); } return Objects.equals(l, m);");
        bodies.put("NestedListAsKey", "List<Object> l = List.of(1, 1); for (int i = 0; i < 50; i++) { l = List.of(l, l); }"
            + " return new HashMap<Object, Object>().put(l, 1);");
        bodies.put("NestedRecordText", "Pair p = new Pair(1, 1); for (int i = 0; i < 50; i++) { p = new Pair(p, p); } return p.toString(); }"
            + " record Pair(Object a, Object b) { static int x() { return 1; }");
        bodies.put("NestedRecordHash", "Pair p = new Pair(1, 1); for (int i = 0; i < 50; i++) { p = new Pair(p, p); } return p.hashCode(); }"
            + " record Pair(Object a, Object b) { static int x() { return 1; }");
        bodies.put("SelfContainingList", "List<Object> l = new ArrayList<>(); l.add(l); try { return l.hashCode(); } catch (Throwable t) {"
            + " return 7; }");
        bodies.put("HostileHashCode", "return new HashMap<Object, Object>(Map.of(new Bad(), 1)); } static class Bad { public int hashCode() {"
            + " for (;;) { } }");
        bodies.put("HostileEquals", "return new Bad().equals(1) || List.of(new Bad()).contains(new Bad()); } static class Bad {"
            + " public boolean equals(Object o) { for (;;) { } } public int hashCode() { return 1; }");
        bodies.put("HostileToString", "return \"x\" + List.of(new Bad()); } static class Bad { public String toString() { for (;;) { } }");
        bodies.put("HostileText", "return \"x\" + new Bad(); } static class Bad { public String toString() { return this + \"x\"; }");
        bodies.put("HostileCompareTo", "TreeSet<Bad> s = new TreeSet<>(); s.add(new Bad()); s.add(new Bad()); return s.size(); }"
            + " static class Bad implements Comparable<Bad> { public int compareTo(Bad o) { for (;;) { } }");
        bodies.put("HostileIterator", "return new ArrayList<Integer>().addAll(new Bad()); } static class Bad extends AbstractCollection<Integer> {"
            + " public int size() { return 1; } public Iterator<Integer> iterator() { return new Iterator<Integer>() {"
            + " public boolean hasNext() { return true; } public Integer next() { return 1; } }; }");
        bodies.put("EndlessIterable", "int n = 0; for (int i : (Iterable<Integer>) () -> new Iterator<Integer>() {"
            + " public boolean hasNext() { return true; } public Integer next() { return 1; } }) { n += i; } return n;");
        bodies.put("LambdaLoop", "Supplier<Integer> s = () -> { for (;;) { } }; return s.get();");
        bodies.put("MethodReferenceBomb", "UnaryOperator<String> f = HostileCodeTestTwice::of; String s = \"x\"; for (;;) { s = f.apply(s); } }"
            + " static class HostileCodeTestTwice { static String of(String s) { BinaryOperator<String> g = String::concat;"
            + " return g.apply(s, s); }");
        bodies.put("ConstructorReferenceBomb", "IntFunction<List<Object>> f = ArrayList::new; return f.apply(1 << 28);");
        bodies.put("RemoveIfLoop", "List<Integer> l = new ArrayList<>(); l.add(1); l.removeIf(x -> { for (;;) { } }); return l;");
        bodies.put("InitialiserLoop", "return Bad.x; } static class Bad { static int x = loop(); static int loop() { for (;;) { } }");
        bodies.put("InitialiserAgain", "for (;;) { try { Bad.x++; } catch (Throwable t) { } } } static class Bad { static int x; static {"
            + " if (true) { throw new IllegalStateException(); } }");
        bodies.put("ConstructorLoop", "return new Bad(); } static class Bad { Bad() { for (;;) { } }");
        bodies.put("StreamOfThrowables", "Throwable t = null; for (;;) { t = new RuntimeException(t); }");
        return bodies;
    }

    static Stream<String> names() {
        return BODIES.keySet().stream();
    }

    @BeforeAll
    void compile() {
        image = CompiledImage.of(BODIES.entrySet().stream().map(each -> "import java.util.*; import java.util.function.*;\nclass "
            + each.getKey() + " implements java.util.concurrent.Callable<Object> { public Object call() { return run(); } static Object run() {\n"
            + each.getValue() + " } }").toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("names")
    void hostileCodeEndsByAQuota(String name) throws Throwable {
        int first = endOf(name);
        assertEquals(first, endOf(name), "the fuel of a second run");
    }

    private int endOf(String name) throws Throwable {
        MeteredProgram program = MeteredProgram.metered(image);
        MeterAccount account = program.account;
        account.refill(FUEL, HEAP, STACK);
        Callable<Object> hostile = program.make(name);
        Throwable end = assertThrows(Throwable.class, hostile::call);
        assertNotNull(account.ended(), () -> "not ended, but " + end);
        assertEquals(account.ended(), end);
        assertTrue(end instanceof QuotaError, end::toString);
        assertThrows(QuotaError.class, () -> account.charge(1), "nothing is left");
        return account.usedFuel();
    }

    @Test
    void classesThatNameTheAccountAreRefused() {
        Map<String, byte[]> cheat = CompiledImage.of("class Cheat { static void run(dev.spine.extension.api.MeterAccount a) {"
            + " a.refill(1, 1, 1); } }");
        assertThrows(IllegalArgumentException.class, () -> new ClassMeter(cheat));
    }
}
