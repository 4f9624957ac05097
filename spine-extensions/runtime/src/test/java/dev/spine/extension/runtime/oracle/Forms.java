package dev.spine.extension.runtime.oracle;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Draws programs that use the language rather than calls: exceptions, switches, concatenations, casts, arrays, numbers, deep stacks. */
final class Forms {
    private static final String EXCEPTIONS = "static final class E extends RuntimeException { E() {} E(String m) { super(m); } }"
        + " static final class E1 extends RuntimeException {} static final class E2 extends RuntimeException {}\n";

    private final Random random;

    Forms(Random random) {
        this.random = random;
    }

    private int any(int... numbers) {
        return numbers[random.nextInt(numbers.length)];
    }

    private String any(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    private static String times(int count, String separator, String text) {
        return IntStream.range(0, count).mapToObj(i -> text.replace("#", String.valueOf(i))).collect(Collectors.joining(separator));
    }

    SubjectSource next(String name) {
        String d = any(List.of("1e308", "1.5", "Double.MAX_VALUE", "1e17"));
        String e = any(List.of("1e-308", "3.0", "Double.MIN_VALUE", "0.1"));
        int n = any(1, 3, 10, 60, 200);
        int depth = any(1, 10, 100, 400);
        int handlers = any(0, 1, 8, 40);
        return switch (random.nextInt(24)) {
            case 0 -> of(name, "exception made deep", "", "at(" + depth + ");", EXCEPTIONS
                + "static Object at(int d) { if (d > 1) { return at(d - 1); }"
                + " Object o = null; for (int i = 0; i < 20; i++) { o = new E(" + any(List.of("", "\"m\"", "\"m\".repeat(2000)"))
                + "); } return o; }");
            case 1 -> of(name, "exception thrown far", "", "try { f(" + depth + "); } catch (E e) { sum++; }", EXCEPTIONS
                + "static int f(int d) { if (d == 0) { throw new E(); } " + PriceList.nested("return f(d - 1) + 1;",
                handlers) + "}");
            case 2 -> of(name, "exception made once thrown far", "E made = new E();", "try { f(" + depth
                + "); } catch (E e) { sum++; }", EXCEPTIONS + "int f(int d) { if (d == 0) { throw made; } " + PriceList.nested(
                "return f(d - 1) + 1;", handlers) + "}");
            case 3 -> of(name, "implicit exception", "int[] a = new int[1]; Object o = \"x\"; int zero;", "g(" + depth + ");",
                "void g(int d) { if (d > 1) { g(d - 1); return; } for (int i = 0; i < 20; i++) { try { " + any(List.of("a[i + 1]++;",
                "zero /= zero;", "o = (Integer) o;", "o = new int[-1 - i];", "((Object[]) new String[1])[0] = this;",
                    "o = ((int[]) null)[i];",
                "o = \"x\".charAt(9);", "o = List.of().get(3);", "o = Integer.parseInt(\"x\");", "o = List.of().iterator().next();",
                "o = Colour.valueOf(\"NONE\");")) + " } catch (RuntimeException e) { zero = 0; } } }\nenum Colour { RED }");
            case 4 -> of(name, "finally", "", "try { f(" + depth + "); } catch (E e) { sum++; }", EXCEPTIONS
                + "int n; int f(int d) { if (d == 0) { throw new E(); } try { return f(d - 1); } finally { n++; } }");
            case 5 -> of(name, "pattern switch", "Object[] o = {1, \"x\", 2L, new T0(), new T" + (n - 1) + "()};", "sum += f(o[r % 5]);",
                times(n, " ", "record T#() {}") + " static int f(Object o) { return switch (o) { " + times(n, " ", "case T# t -> #;")
                + " default -> -1; }; }");
            case 6 -> of(name, "pattern switch with guards", "Object[] o = {1, \"x\", 2L};", "sum += f(o[r % 3]);",
                "static int f(Object o) { return switch (o) { " + times(n, " ", "case Integer i when i == # + 100 -> #;")
                + " case String s -> s.length(); default -> -1; }; }");
            case 7 -> of(name, "string switch", "String[] s = {\"s1\", \"none\", \"s" + (n - 1) + "\", \"s\".repeat(1000)};",
                "switch (s[r & 3]) { " + times(n, " ", "case \"s#\": sum += #; break;") + " default: sum--; }", "");
            case 8 -> of(name, "concatenation", "String s = " + any(List.of("\"a\"", "\"a\".repeat(1000)", "\"\\u4e2d\".repeat(1000)"))
                + "; int i = 7; double x = " + d + "; Object o = " + any(List.of("null", "List.of(1, 2)", "new int[3]",
                "new StringBuilder(\"b\")"))
                + ";", "last = " + times(any(1, 2, 20), " + ", any(List.of("s", "\"<\" + i", "x", "o", "'c' + s"))) + " + \"\";", "");
            case 9 -> of(name, "concatenation sites", "int i = 3;", times(any(10, 100, 200), " ", "last = \"#\" + i;"), "");
            case 10 -> of(name, "lambda sites", "int i = 3;", times(any(10, 100), " ",
                "last = ((IntUnaryOperator) x -> x + # + i).applyAsInt(r);"), "");
            case 11 -> of(name, "method reference sites", "", times(any(10, 60), " ",
                "last = ((Function<Object, String>) String::valueOf).apply(r);"), "");
            case 12 -> of(name, "remainder", "double a = " + d + ", b = " + e + "; float f = 1e38f, g = 1e-38f;",
                any(List.of("sum += (long) ((a - r) % b);",
                "sum += (long) ((f - r) % g);", "sum += (long) op.applyAsDouble(a, b);")), "DoubleBinaryOperator op = (x, y) -> x % y;");
            case 13 -> of(name, "division", "int a = 7; long b = 7;", any(List.of("a = a / (r | 1) + 100003 * r; sum += a;",
                "b = b % (r | 1) + Long.MAX_VALUE / 3; sum += b;", "b = Long.MIN_VALUE / (b | 1); sum += b;")), "");
            case 14 -> of(name, "subtypes", "Object[] o = {new Leaf(), new Other(), \"x\"};",
                "Object p = o[r % 3]; if (p instanceof I0) { sum++; }"
                + " if (p instanceof I" + (any(1, 8, 28) - 1)
                    + ") { sum++; } if (p instanceof Z) { sum++; } if (p instanceof Comparable) { sum++; }",
                times(28, " ", "interface I# {}") + " interface Z {} static class Base implements " + times(28, ", ", "I#")
                    + " {} static class Leaf extends Base {} static class Other extends Base implements Z {}");
            case 15 -> of(name, "checked copies", "Object[] a = new Object[1000]; Object[] b = new " + any(List.of("String", "Comparable",
                "CharSequence", "Object")) + "[1000]; { Arrays.fill(a, \"x\"); }", "System.arraycopy(a, 0, b, 0, " + any(0, 1, 10,
                1000) + ");", "");
            case 16 -> of(name, "arrays of arrays", "", "last = new " + any(List.of("int[3][4]", "int[1][1][1][1][1][1][1][1]",
                "long[100][100]",
                "byte[50][0]", "Object[2][3][4]")) + ";", "");
            case 17 -> of(name, "records", "R a = make(" + any(1, 5, 10) + "), b = make(5);", any(List.of("sum += a.hashCode();",
                "last = a.toString();",
                "sum += a.equals(b) ? 1 : 0;")), "record R(Object l, Object r, int n, String s) {} static R make(int d) { Object o = 1;"
                + " for (int i = 0; i < d; i++) { o = new R(o, o, i, \"s\"); } return (R) o; }");
            case 18 -> of(name, "deep recursion of text", "Link a = make(" + depth + ");", "last = " + any(List.of("a.toString();",
                "a.hashCode();",
                "\"\" + a;", "Objects.hash(a, a);")), "record Link(Object next) {} static Link make(int d) { Link l = new Link(null);"
                + " for (int i = 0; i < d; i++) { l = new Link(l); } return l; }");
            case 19 -> of(name, "interfaces", "Op[] o = {x -> x + 1, x -> x * 3, x -> x ^ 5, x -> x};",
                "int v = r; for (int i = 0; i < 20; i++) {"
                + " v = o[v & 3].of(v); } sum += v;", "interface Op { int of(int x); }");
            case 20 -> of(name, "clone and copies", "int[] a = new int[" + any(0, 1, 100, 20000) + "]; Object[] o = new Object["
                + any(1, 100, 5000)
                + "];", any(List.of("last = a.clone();", "last = Arrays.copyOf(o, 100);", "last = o.clone();", "Arrays.fill(a, r);")), "");
            case 21 -> of(name, "far memory", "int[] a = new int[700000]; int at;",
                "at = a[(at * 31 + r * 7919 & 0x7fffffff) % 700000] + r; sum += at;", "");
            case 22 -> of(name, "classes that are loaded late", "", "switch (r % " + n + ") { " + times(n, " ",
                "case #: sum += new C#().v; break;") + " }", times(n, " ", "static final class C# { int v = #; }"));
            default -> of(name, "enum and bus agents", "Colour[] all = Colour.values();", any(List.of("last = Colour.valueOf(\"GREEN\");",
                "sum += Colour.values().length;", "last = (Object) (r * 1000);", "sum += all[r % 3].hashCode() + all[0].compareTo(all[1]);",
                "switch (all[r % 3]) { case RED -> sum++; case GREEN -> sum--; default -> { } }")), "enum Colour { RED, GREEN, BLUE }");
        };
    }

    private static SubjectSource of(String name, String what, String fields, String body, String helpers) {
        return new SubjectSource(name, "// " + what + "\n" + fields, "", body, helpers);
    }
}
