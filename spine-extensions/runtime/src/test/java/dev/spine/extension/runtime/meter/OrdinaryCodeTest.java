package dev.spine.extension.runtime.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.MeterAccount;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ordinary programs do metered what they do as they are, and take the same fuel on every run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrdinaryCodeTest {
    private static final int FUEL = 50_000_000;
    private static final int RUNS = 50_000;

    private static final Map<String, String> BODIES = bodies();
    private Map<String, byte[]> image = Map.of();

    private static Map<String, String> bodies() {
        Map<String, String> bodies = new LinkedHashMap<>();
        bodies.put("Arithmetic", "long s = 1; for (int i = 1; i < 1000; i++) { s = s * 31 + i; s ^= s >>> 7; } return s;");
        bodies.put("DoWhile", "int i = 0; int n = 27; do { n = n % 2 == 0 ? n / 2 : 3 * n + 1; i++; } while (n != 1); return i;");
        bodies.put("Labels", "int n = 0; outer: for (int i = 0; i < 50; i++) { for (int j = 0; j < 50; j++) { if (j == i) { continue outer; }"
            + " if (i * j > 900) { break outer; } n += i ^ j; } } return n;");
        bodies.put("Arrays1", "int[] a = new int[64]; for (int i = 0; i < a.length; i++) { a[i] = i * 7919 % 64; } Arrays.sort(a);"
            + " return Arrays.toString(a);");
        bodies.put("Arrays2", "int[][] a = new int[5][7]; a[3][4] = 9; int[][][] b = new int[2][3][]; return a[3][4] + b[1].length + \"\""
            + " + (b[1][2] == null);");
        bodies.put("ArrayInitialisers", "String[][] a = {{\"a\", \"b\"}, {\"c\"}}; return a[0][1] + a[1][0] + a.length;");
        bodies.put("ArrayClone", "int[] a = {1, 2, 3}; int[] b = a.clone(); b[0] = 7; return a[0] + \",\" + b[0];");
        bodies.put("NegativeArray", "try { return new int[-1]; } catch (NegativeArraySizeException e) { return e.getMessage(); }");
        bodies.put("OutOfBounds", "int[] a = new int[3]; try { return a[3]; } catch (ArrayIndexOutOfBoundsException e) { return e.getMessage(); }");
        bodies.put("DivisionByZero", "int z = 0; try { return 1 / z; } catch (ArithmeticException e) { return e.getMessage(); }");
        bodies.put("NullPointer", "String s = z(); try { return s.length(); } catch (NullPointerException e) { return \"null\"; } }"
            + " static String z() { return null;");
        bodies.put("Cast", "Object o = \"x\"; try { return (Integer) o; } catch (ClassCastException e) { return \"cast\"; }");
        bodies.put("Finally", "StringBuilder b = new StringBuilder(); for (int i = 0; i < 4; i++) { try { b.append(f(i, b)); } catch ("
            + "IllegalStateException e) { b.append(e.getMessage()); } finally { b.append('|'); } } return b.toString(); } static int f(int i,"
            + " StringBuilder b) { try { if (i == 2) { throw new IllegalStateException(\"two\"); } return i; } finally { b.append('f'); }");
        bodies.put("FinallyOverrides", "return f() + g(); } @SuppressWarnings(\"finally\") static int f() { try { throw new"
            + " RuntimeException(); } finally { return 3; } } static int g() { int x = 1; try { return x; } finally { x = 2; }");
        bodies.put("NestedTry", "int n = 0; for (int i = 0; i < 20; i++) { try { try { n += 10 / (i % 3); } catch (ArithmeticException e) { n +="
            + " 100; if (i % 2 == 0) { throw new IllegalStateException(e); } } finally { n++; } } catch (IllegalStateException e) { n +="
            + " e.getCause() == null ? 0 : 1000; } } return n;");
        bodies.put("MultiCatch", "int n = 0; for (int i = 0; i < 3; i++) { try { if (i == 0) { throw new IllegalArgumentException(); } if (i == 1)"
            + " { throw new UnsupportedOperationException(); } n += 5; } catch (IllegalArgumentException | UnsupportedOperationException e) {"
            + " n += 7; } } return n;");
        bodies.put("TryWithResources", "StringBuilder b = new StringBuilder(); try (R r = new R(b); R q = new R(b)) { b.append(\"in\"); throw new"
            + " IllegalStateException(\"x\"); } catch (IllegalStateException e) { b.append(e.getMessage()); } return b.toString(); } record"
            + " R(StringBuilder b) implements AutoCloseable { public void close() { b.append(\"close\"); }");
        bodies.put("OwnException", "try { throw new Own(7); } catch (Own e) { return e.n; } } static class Own extends Exception { final int n;"
            + " Own(int n) { super(\"own\"); this.n = n; }");
        bodies.put("CatchThrowable", "try { throw new Error(\"e\"); } catch (Throwable t) { return t.getMessage(); }");
        bodies.put("Recursion", "return fib(18); } static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2);");
        bodies.put("DeepRecursion", "return sum(150); } static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1);");
        bodies.put("ThrownThroughFrames", "int n = 0; for (int i = 0; i < 100; i++) { try { down(20); } catch (IllegalStateException e) { n++; } }"
            + " return n; } static int down(int n) { if (n == 0) { throw new IllegalStateException(); } return down(n - 1) + 1;");
        bodies.put("Strings", "String s = \"\"; for (int i = 0; i < 20; i++) { s += i + \",\" + (char) ('a' + i) + i * 0.5 + (i > 3) + (long) i; }"
            + " return s;");
        bodies.put("NullInString", "String s = null; Object o = null; return \"a\" + s + o + 'c' + 1L + 2f + (byte) 3;");
        bodies.put("StringMethods", "String s = \" Hello, World \"; return s.trim().substring(2) + s.indexOf(\"W\") + s.replace('l', 'L') +"
            + " s.contains(\"lo\") + s.strip().length() + \"ab\".repeat(3) + \"x\".compareTo(\"y\") + s.isBlank();");
        bodies.put("Builder", "StringBuilder b = new StringBuilder(); for (int i = 0; i < 30; i++) { b.append(i).append(' ').append(i * 1.5); }"
            + " b.insert(3, \"in\").reverse().setLength(20); return b.toString() + b.length();");
        bodies.put("SwitchInt", "int n = 0; for (int i = 0; i < 10; i++) { switch (i) { case 1: n += 1; case 2: n += 10; break; case 7: n += 100;"
            + " continue; default: n += 1000; } n++; } return n;");
        bodies.put("SwitchString", "int n = 0; for (String s : new String[] {\"a\", \"b\", \"Aa\", \"BB\", \"q\"}) { n = n * 10 + switch (s) {"
            + " case \"a\" -> 1; case \"b\" -> 2; case \"Aa\" -> 3; case \"BB\" -> 4; default -> 5; }; } return n;");
        bodies.put("SwitchEnum", "int n = 0; for (E e : E.values()) { n = n * 10 + switch (e) { case A -> 1; case B -> 2; case C -> 3; }; }"
            + " return n + E.valueOf(\"B\").name() + E.C.ordinal() + E.A.compareTo(E.B); } enum E { A, B, C;");
        bodies.put("SwitchPattern", "StringBuilder b = new StringBuilder(); for (Object o : new Object[] {1, \"two\", 3L, new P(4, \"x\"), null}) {"
            + " b.append(switch (o) { case null -> \"n\"; case Integer i when i > 5 -> \"big\"; case Integer i -> \"i\" + i; case String s -> s;"
            + " case P(int a, String t) -> t + a; default -> \"?\"; }); } return b.toString(); } record P(int a, String s) { static int x() {"
            + " return 1; }");
        bodies.put("EnumBodies", "int n = 0; for (Op o : Op.values()) { n = n * 7 + o.apply(6, 3); } return n + Op.ADD.toString(); } enum Op { ADD {"
            + " int apply(int a, int b) { return a + b; } }, SUB { int apply(int a, int b) { return a - b; } }; abstract int apply(int a, int b);");
        bodies.put("Records", "P p = new P(1, \"x\", 2.5, null); P q = new P(1, \"x\", 2.5, null); return p + \" \" + p.equals(q) + (p.hashCode() =="
            + " q.hashCode()) + p.equals(new P(2, \"x\", 2.5, null)) + p.equals(null) + p.hashCode(); } record P(int a, String s, double d,"
            + " Object o) { static int x() { return 1; }");
        bodies.put("RecordKinds", "K k = new K((byte) 1, (short) 2, 'c', true, 3L, 4f, 5d, List.of(1, 2)); return k + \"\" + k.hashCode() +"
            + " k.equals(new K((byte) 1, (short) 2, 'c', true, 3L, 4f, 5d, List.of(1, 2))); } record K(byte b, short s, char c, boolean z, long j,"
            + " float f, double d, List<Integer> l) { static int x() { return 1; }");
        bodies.put("EmptyRecord", "return new N() + \"\" + new N().equals(new N()) + new N().hashCode(); } record N() { static int x() { return 1; }");
        bodies.put("GenericRecord", "return new Box<>(new Box<>(3)).toString() + new Box<>(1).get(); } record Box<T>(T v) { T get() { return v; }");
        bodies.put("Lambdas", "int k = 5; IntUnaryOperator f = x -> x * k; Supplier<String> s = () -> \"s\" + k; Function<Integer, Integer> g ="
            + " x -> x + 1; return f.applyAsInt(3) + s.get() + g.andThen(g).apply(1);");
        bodies.put("MethodReferences", "Function<String, Integer> f = String::length; BinaryOperator<String> g = String::concat; Supplier<List<"
            + "Integer>> h = ArrayList::new; IntFunction<int[]> a = int[]::new; List<Integer> l = h.get(); Consumer<Integer> add = l::add;"
            + " add.accept(4); UnaryOperator<String> u = MethodReferences::twice; return f.apply(\"four\") + g.apply(\"a\", \"b\") + l +"
            + " a.apply(3).length + u.apply(\"z\"); } static String twice(String s) { return s + s;");
        bodies.put("Collections1", "List<Integer> l = new ArrayList<>(); for (int i = 0; i < 40; i++) { l.add(i * 37 % 41); } Collections.sort(l);"
            + " l.removeIf(x -> x % 2 == 0); l.replaceAll(x -> x + 1); Collections.reverse(l); return l + \" \" + l.indexOf(4) + l.contains(6) +"
            + " l.subList(1, 3) + l.hashCode();");
        bodies.put("Maps", "Map<String, Integer> m = new TreeMap<>(); for (String s : List.of(\"b\", \"a\", \"c\", \"a\")) { m.merge(s, 1,"
            + " Integer::sum); } StringBuilder b = new StringBuilder(); for (Map.Entry<String, Integer> e : m.entrySet()) {"
            + " b.append(e.getKey()).append(e.getValue()); } return b.toString() + m + m.getOrDefault(\"z\", 9) + m.containsKey(\"a\");");
        bodies.put("HashMaps", "Map<K, Integer> m = new HashMap<>(); for (int i = 0; i < 30; i++) { m.merge(new K(i % 7), i, Integer::sum); }"
            + " int n = 0; for (int i = 0; i < 7; i++) { n = n * 3 + m.get(new K(i)); } return n; } record K(int v) { public int hashCode() {"
            + " return v % 3; }");
        bodies.put("Deques", "Deque<Integer> d = new ArrayDeque<>(); for (int i = 0; i < 10; i++) { if (i % 3 == 0) { d.addFirst(i); } else {"
            + " d.addLast(i); } } d.pollFirst(); return d.toString() + d.peekLast() + d.size();");
        bodies.put("PriorityQueues", "PriorityQueue<C> q = new PriorityQueue<>(); for (int i = 0; i < 20; i++) { q.add(new C(i * 7 % 11)); } int n ="
            + " 0; while (!q.isEmpty()) { n = n * 3 + q.poll().v; } return n; } static class C implements Comparable<C> { final int v; C(int v)"
            + " { this.v = v; } public int compareTo(C o) { return Integer.compare(v, o.v); }");
        bodies.put("Comparators", "List<String> l = new ArrayList<>(List.of(\"pear\", \"fig\", \"apple\")); l.sort((a, b) -> a.length() -"
            + " b.length()); return l.toString();");
        bodies.put("Iterators", "int n = 0; for (int i : new Range(3, 8)) { n = n * 10 + i; } return n; } record Range(int a, int b) implements"
            + " Iterable<Integer> { public Iterator<Integer> iterator() { return new Iterator<>() { int at = a; public boolean hasNext() { return"
            + " at < b; } public Integer next() { return at++; } }; }");
        bodies.put("InnerClasses", "InnerClasses o = new InnerClasses(); In i = o.new In(); i.add(3); i.add(4); return o.total; } int total; class"
            + " In { void add(int n) { total += n; }");
        bodies.put("Interfaces", "Shape[] s = {new Sq(2), new Ci(1)}; double d = 0; for (Shape x : s) { d += x.area() + x.twice(); } return d; }"
            + " sealed interface Shape permits Sq, Ci { double area(); default double twice() { return 2 * area(); } } record Sq(double a)"
            + " implements Shape { public double area() { return a * a; } } record Ci(double r) implements Shape { public double area() { return"
            + " 3 * r * r; }");
        bodies.put("Inheritance", "return new B(4).show() + new A(1).show(); } static class A { int v; A(int v) { this.v = v; for (int i = 0; i < 3;"
            + " i++) { this.v += i; } } String show() { return \"A\" + v; } } static class B extends A { B(int v) { super(v > 3 ? v * 2 : v); }"
            + " String show() { return \"B\" + super.show(); }");
        bodies.put("Statics", "return T.SUM + T.NAMES.get(1) + T.TABLE[3]; } static class T { static final int[] TABLE = new int[5]; static final"
            + " int SUM; static final List<String> NAMES = List.of(\"x\", \"y\"); static { int s = 0; for (int i = 0; i < 5; i++) { TABLE[i] = i"
            + " * i; s += i; } SUM = s; }");
        bodies.put("StaticsInLoop", "int n = 0; for (int i = 0; i < 10; i++) { n += i + Late.VALUE[i % 2]; } return n; } static class Late { static"
            + " final int[] VALUE = make(); static int[] make() { int[] a = new int[2]; for (int i = 0; i < 2; i++) { a[i] = i + 5; } return a;"
            + " }");
        bodies.put("Ternaries", "int n = 0; for (int i = 0; i < 30; i++) { n += i % 2 == 0 ? i % 3 == 0 ? 7 : f(i) : i > 20 && i < 25 || i == 3 ? 1 :"
            + " 2; } return n; } static int f(int i) { return i * 2;");
        bodies.put("LongsAndDoubles", "double d = 0; long l = 1; for (long i = 1; i < 60; i++) { d += 1.0 / i; l += l << 1 ^ i; } return d + \" \" + l +"
            + " Math.sqrt(2) + Long.toString(l) + Double.compare(d, 1) + (int) d;");
        bodies.put("Varargs", "return sum() + sum(1) + sum(1, 2, 3); } static int sum(int... a) { int s = 0; for (int i : a) { s += i; } return s;");
        bodies.put("InstanceOfPattern", "Object o = \"abc\"; return o instanceof String s && s.length() == 3 ? s + 1 : \"no\";");
        bodies.put("TextBlock", "return \"\"\"\n  a\n   b\n  \"\"\" + 1;");
        bodies.put("Optionals", "Optional<Integer> o = Optional.of(4); return o.map(x -> x + 1).orElse(0) + o.get() + Optional.<Integer>empty()"
            + ".orElse(3);");
        bodies.put("CopyOf", "int[] a = {3, 1, 2}; int[] b = Arrays.copyOf(a, 5); Arrays.fill(b, 3, 5, 9); return Arrays.toString(b) +"
            + " Arrays.equals(a, b) + Arrays.hashCode(a) + Arrays.asList(1, 2);");
        bodies.put("Sieve", "boolean[] c = new boolean[500]; int n = 0; for (int i = 2; i < c.length; i++) { if (!c[i]) { n++; for (int j = i * i;"
            + " j < c.length; j += i) { c[j] = true; } } } return n;");
        bodies.put("Matrix", "int[][] a = new int[6][6]; for (int i = 0; i < 6; i++) { for (int j = 0; j < 6; j++) { a[i][j] = i * j + 1; } } long t = 0;"
            + " for (int k = 0; k < 6; k++) { int s = 0; for (int i = 0; i < 6; i++) { s += a[i][k] * a[k][i]; } t = t * 31 + s; } return t;");
        bodies.put("Checksum", "byte[] p = new byte[120]; for (int i = 0; i < p.length; i++) { p[i] = (byte) (i * 31); } int s = 0; for (int i = 0; i <"
            + " p.length; i += 2) { s += (p[i] & 255) << 8 | p[i + 1] & 255; } while (s >>> 16 != 0) { s = (s & 65535) + (s >>> 16); } return ~s"
            + " & 65535;");
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
    void aProgramDoesTheSameMetered(String name) throws Throwable {
        MeteredProgram metered = MeteredProgram.metered(image);
        metered.account.refill(FUEL, FUEL, 16_384);
        Object expected = MeteredProgram.plain(image).make(name).call();
        Callable<Object> program = metered.make(name);
        assertEquals(expected, program.call());
        int first = metered.account.usedFuel();
        assertTrue(first > 0);
        assertEquals(first, fuelOf(MeteredProgram.metered(image), name), "in another name space");
    }

    private static int fuelOf(MeteredProgram program, String name) throws Throwable {
        program.account.refill(FUEL, FUEL, 16_384);
        program.make(name).call();
        return program.account.usedFuel();
    }

    @Test
    void theFuelIsTheSameOnEveryRunBeforeAndAfterCompilation() throws Throwable {
        for (String name : new String[] {"Checksum", "Finally", "Records"}) {
            MeteredProgram metered = MeteredProgram.metered(image);
            MeterAccount account = metered.account;
            account.refill(FUEL, FUEL, 16_384);
            Callable<Object> program = metered.make(name);
            Object result = program.call();
            account.refill(FUEL, FUEL, 16_384);
            assertEquals(result, program.call());
            int fuel = account.usedFuel();
            long heap = account.usedHeap();
            for (int i = 0; i < RUNS; i++) {
                account.refill(FUEL, FUEL, 16_384);
                program.call();
                if (fuel != account.usedFuel() || heap != account.usedHeap()) {
                    assertEquals(fuel, account.usedFuel(), name + " in run " + i);
                    assertEquals(heap, account.usedHeap(), name + " in run " + i);
                }
            }
        }
    }

    @Test
    void theStackIsGivenBackHoweverAMethodEnds() throws Throwable {
        for (String name : BODIES.keySet()) {
            MeteredProgram metered = MeteredProgram.metered(image);
            metered.account.refill(FUEL, FUEL, 16_384);
            metered.make(name).call();
            assertEquals(16_384, metered.account.stack(), name);
        }
    }
}
