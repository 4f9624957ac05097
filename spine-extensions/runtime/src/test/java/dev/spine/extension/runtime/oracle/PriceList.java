package dev.spine.extension.runtime.oracle;

import java.util.ArrayList;
import java.util.List;

/** What has a price by measurement: single instructions and leaves with their worst operands. */
final class PriceList {
    /** The program whose round is the measure of all others: a step of an ordinary loop. */
    static final String ORDINARY = "Ordinary";

    private final List<SubjectSource> sources = new ArrayList<>();

    private PriceList() {}

    /** {@return a program for each} */
    static List<SubjectSource> all() {
        PriceList list = new PriceList();
        list.add(ORDINARY, "int[] a = new int[256]; int x = 1;", "x = x * 31 + a[r & 255]; if ((x & 1) == 0) { sum += x; }");
        list.add("Empty", "", "sum += r;");
        list.numbers();
        list.texts();
        list.arrays();
        list.subtypes();
        list.exceptions();
        return List.copyOf(list.sources);
    }

    private void add(String name, String fields, String body) {
        add(name, fields, body, "");
    }

    private void add(String name, String fields, String body, String helpers) {
        sources.add(new SubjectSource(name, fields, "", body, helpers));
    }

    private void numbers() {
        String d = "double a = 1e308, b = 1e-308, x = 1.1; float f = 1e38f, g = 1e-38f; int i = 0x7fffffff, j = 3; long l = -1L, m = 3;";
        add("drem_1e308_1e_308", d, "sum += (long) ((a - r) % b);");
        add("drem_max_min", d, "sum += (long) (Double.MAX_VALUE / (r + 1) % Double.MIN_VALUE);");
        add("drem_5_3", d, "sum += (long) ((5.0 + r) % 3.0);");
        add("frem_1e38_1e_38", d, "sum += (long) ((f - r) % g);");
        add("frem_max_min", d, "sum += (long) (Float.MAX_VALUE / (r + 1) % Float.MIN_VALUE);");
        add("idiv", d, "i = (i ^ r) / j + 1000000007; sum += i;");
        add("irem", d, "i = (i ^ r) % j + 1000000007; sum += i;");
        add("ldiv", d, "l = (l ^ r) / m + Long.MAX_VALUE / 2; sum += l;");
        add("lrem", d, "l = (l ^ r) % m + Long.MAX_VALUE / 2; sum += l;");
        add("ddiv", d, "x = x / 1.0000001 + b; sum += (long) x;");
        add("dmul_denormal", d, "x = (b * (r + 1)) * 1e-10; sum += (long) (x * 1e300);");
        add("d2i_nan", d, "x = r == -1 ? 1 : Double.NaN; sum += (int) x;");
        for (String call : new String[] {"sqrt(a - r)", "sin(a - r)", "cos(a - r)", "tan(a - r)", "asin(1.0 / (r + 1))",
            "acos(1.0 / (r + 1))", "atan(x + r)", "atan2(b * r, a)", "exp(700.1 + (r & 7))", "log(a - r)", "log10(b + r)",
            "pow(1.0000001, a - r)", "pow(x + r, 308.3)", "cbrt(a - r)", "sinh(700.1 - (r & 7))", "cosh(700.1 - (r & 7))", "tanh(x + r)",
            "hypot(a - r, b)", "expm1(700.1 + (r & 7))", "log1p(a - r)", "rint(x + r)", "floor(x - r)", "IEEEremainder(a - r, b)",
            "fma(a, b, x + r)", "ulp(a)", "nextUp(b)", "scalb(x, r)"}) {
            for (String type : new String[] {"Math", "StrictMath"}) {
                add(type + "_" + call.replaceAll("\\W+", "_"), d, "sum += (long) " + type + "." + call + ";");
            }
        }
        for (String call : new String[] {"floorMod(i - r, j)", "floorDiv(i - r, j)", "multiplyExact(r, 2)", "multiplyHigh(l - r, m)",
            "round(x + r)", "abs(i - r)", "max(i, r)"}) {
            add("Math_" + call.replaceAll("\\W+", "_"), d, "sum += (long) Math." + call + ";");
        }
    }

    private void texts() {
        String d = "double x = 1.1; long l = Long.MIN_VALUE; String s = \"-9223372036854775808\"; String ds = \"2.2250738585072011e-308\";"
            + " String half = \"1.\" + \"0\".repeat(15) + \"11102230246251565404\"; String n1000 = \"9\".repeat(1000);"
            + " String n100k = \"9\".repeat(100000); String e100k = \"0.\" + \"0\".repeat(100000) + \"1e100000\";"
            + " String a1k = \"a\".repeat(1000); String b1k = \"a\".repeat(999) + 'b'; String u1k = \"\\u4e2d\".repeat(1000);"
            + " String a100k = \"a\".repeat(100000); String p50 = \"a\".repeat(50) + 'b'; StringBuilder sb = new StringBuilder(4096);";
        add("Integer_toString", d, "sum += Integer.toString(Integer.MIN_VALUE + (r & 1023)).length();");
        add("Long_toString", d, "sum += Long.toString(l + (r & 1023)).length();");
        add("Integer_toString_radix", d, "sum += Integer.toString(Integer.MIN_VALUE + (r & 1023), 2).length();");
        add("Long_toBinaryString", d, "sum += Long.toBinaryString(l + (r & 1023)).length();");
        add("Double_toString_usual", d, "sum += Double.toString(x + (r & 1023)).length();");
        add("Double_toString_max", d, "sum += Double.toString(1.7976931348623157E308 - 1e292 * (r & 1023)).length();");
        add("Double_toString_min", d, "sum += Double.toString(2.2250738585072014E-308 * (1 + (r & 1023))).length();");
        add("Double_toString_subnormal", d, "sum += Double.toString(4.9E-324 * (1 + (r & 1023))).length();");
        add("Float_toString", d, "sum += Float.toString(1.17549435E-38f * (1 + (r & 1023))).length();");
        add("Integer_parseInt", d, "sum += Integer.parseInt(\"-2147483648\");");
        add("Long_parseLong", d, "sum += Long.parseLong(s);");
        add("Double_parse_usual", d, "sum += (long) Double.parseDouble(\"3.14\");");
        add("Double_parse_worst", d, "sum += (long) Double.parseDouble(ds);");
        add("Double_parse_half", d, "sum += (long) Double.parseDouble(half);");
        add("Double_parse_1000_digits", d, "sum += (long) Double.parseDouble(n1000);");
        add("Double_parse_100000_digits", d, "sum += (long) Double.parseDouble(n100k);");
        add("Double_parse_100000_zeros", d, "sum += (long) Double.parseDouble(e100k);");
        add("parseInt_fails", d, "try { sum += Integer.parseInt(\"x\"); } catch (NumberFormatException e) { sum++; }");
        add("parseInt_fails_100k", d, "try { sum += Integer.parseInt(a100k); } catch (NumberFormatException e) { sum++; }");
        add("indexOf_1k_51", d, "sum += a1k.indexOf(p50);");
        add("indexOf_100k_51", d, "sum += a100k.indexOf(p50);");
        add("indexOf_100k_char", d, "sum += a100k.indexOf('b');");
        add("lastIndexOf_1k_51", d, "sum += a1k.lastIndexOf('b' + p50);");
        add("compareTo_1k", d, "sum += a1k.compareTo(b1k);");
        add("compareTo_1k_wide", d, "sum += a1k.compareTo(u1k);");
        add("compareToIgnoreCase_1k", d, "sum += a1k.compareToIgnoreCase(b1k);");
        add("equals_1k", d, "sum += a1k.equals(b1k) ? 1 : 0;");
        add("equalsIgnoreCase_1k", d, "sum += a1k.equalsIgnoreCase(b1k) ? 1 : 0;");
        add("hashCode_new_1k", d, "sum += (a1k + r % 10).hashCode();");
        add("concat_1k", d, "sum += a1k.concat(b1k).length();");
        add("repeat_100k", d, "sum += \"a\".repeat(100000).length();");
        add("repeat_wide_100k", d, "sum += \"\\u4e2d\".repeat(100000).length();");
        add("substring_100k", d, "sum += a100k.substring(1).length();");
        add("strip_100k", d, "sum += a100k.strip().length();");
        add("toCharArray_100k", d, "sum += a100k.toCharArray().length;");
        add("replace_char_1k", d, "sum += a1k.replace('a', 'c').length();");
        add("replace_text_1k", d, "sum += a1k.replace(\"a\", \"bb\").length();");
        add("String_of_chars_100k", d + " char[] c = a100k.toCharArray();", "sum += new String(c).length();");
        add("String_of_wide_chars_100k", d + " char[] c = \"\\u4e2d\".repeat(100000).toCharArray();", "sum += new String(c).length();");
        add("builder_append_int", d, "sb.setLength(0); sb.append(r); sum += sb.length();");
        add("builder_append_double", d, "sb.setLength(0); sb.append(2.2250738585072014E-308 * (1 + (r & 1023))); sum += sb.length();");
        add("builder_append_char", d, "sb.setLength(0); sb.append('c'); sum += sb.length();");
        add("builder_append_1k", d, "sb.setLength(0); sb.append(a1k); sum += sb.length();");
        add("builder_widen_100k", d, "StringBuilder w = new StringBuilder(a100k); w.append('\\u4e2d'); sum += w.length();");
        add("builder_insert_front_100k", d + " StringBuilder big = new StringBuilder(a100k);", "big.insert(0, 'x'); big.deleteCharAt(0);");
        add("builder_reverse_1k", d + " StringBuilder big = new StringBuilder(a1k);", "big.reverse();");
        add("builder_setLength_100k", d + " StringBuilder big = new StringBuilder(200000);", "big.setLength(100000); big.setLength(0);");
    }

    private void arrays() {
        String d = "Object[] o = new Object[1000], p = new Object[1000]; "
                + "String[] s = new String[1000]; Comparable[] c = new Comparable[1000];"
            + " Iface[] w = new Iface[1000]; int[] a = new int[1000], b = new int[1000]; byte[] x = new byte[100000], y = new byte[100000];"
            + " { Arrays.fill(o, \"x\"); Arrays.fill(s, \"x\"); Arrays.fill(p, new Own()); }";
        String own = "interface Iface {} interface I2 {} interface I3 {} static final class Own implements I2, I3, Iface {}";
        add("arraycopy_int_1000", d, "System.arraycopy(a, 0, b, 0, 1000);", own);
        add("arraycopy_int_1", d, "System.arraycopy(a, 0, b, 0, 1);", own);
        add("arraycopy_byte_100000", d, "System.arraycopy(x, 0, y, 0, 100000);", own);
        add("arraycopy_object_same_1000", d, "System.arraycopy(o, 0, p, 0, 1000);", own);
        add("arraycopy_checked_class_1000", d, "System.arraycopy(o, 0, s, 0, 1000);", own);
        add("arraycopy_checked_interface_1000", d, "System.arraycopy(o, 0, c, 0, 1000);", own);
        add("arraycopy_checked_own_interface_1000", d, "System.arraycopy(p, 0, w, 0, 1000);", own);
        add("Arrays_fill_int_1000", d, "Arrays.fill(a, r);", own);
        add("Arrays_equals_byte_100000", d, "sum += Arrays.equals(x, y) ? 1 : 0;", own);
        add("Arrays_copyOf_int_1000", d, "sum += Arrays.copyOf(a, 1000).length;", own);
        add("clone_int_1000", d, "sum += a.clone().length;", own);
        add("new_int_1000", d, "held = new int[1000];", own);
        add("new_int_1", d, "held = new int[1];", own);
        add("new_Object", d, "held = new Object();", own);
        add("aastore_class", d, "s[r & 511] = \"x\"; o[r & 511] = s;", own);
        add("aastore_interface", d, "((Object[]) (r == -1 ? o : w))[r & 511] = p[1];", own);
        add("multianewarray_10_10", d, "held = new int[10][10];", own);
        add("multianewarray_8_dimensions", d, "held = new int[1][1][1][1][1][1][1][1];", own);
    }

    private void subtypes() {
        for (int supertypes : new int[] {1, 8, 32, 220}) {
            StringBuilder helpers = new StringBuilder();
            int groups = (supertypes + 30) / 31;
            int made = 0;
            List<String> roots = new ArrayList<>();
            for (int g = 0; g < groups; g++) {
                StringBuilder names = new StringBuilder();
                int leaves = Math.min(supertypes - made - 1, 30);
                for (int i = 0; i < leaves; i++) {
                    helpers.append("interface I").append(made).append(" {}\n");
                    names.append(i == 0 ? " extends " : ", ").append("I").append(made++);
                }
                helpers.append("interface I").append(made).append(names).append(" {}\n");
                roots.add("I" + made++);
            }
            helpers.append("interface Z1 {} interface Z2 {}\n");
            helpers.append("static class Own implements ").append(String.join(", ",
                roots)).append(" {}\nstatic class Other extends Own {}\n");
            String fields = "Object[] o = {new Own(), new Other()};";
            int last = made - 1;
            add("instanceof_yes_" + supertypes, fields, "if (o[r & 1] instanceof I0) { sum++; } if (o[r & 1] instanceof I" + last
                + ") { sum += 2; }", helpers.toString());
            add("instanceof_no_" + supertypes, fields, "if (o[r & 1] instanceof Z1) { sum++; } if (o[r & 1] instanceof Z2) { sum += 2; }",
                helpers.toString());
            add("checkcast_" + supertypes, fields, "sum += ((I0) o[r & 1]) == null ? 1 : 0; sum += ((I" + last
                + ") o[r & 1]) == null ? 1 : 0;",
                helpers.toString());
            add("invokeinterface_" + supertypes, fields, "sum += ((M) o[r & 1]).m();",
                helpers.toString().replace("static class Own implements ",
                "interface M { int m(); } static class Own implements M, ").replaceFirst("class Own([^{]*)\\{",
                    "class Own$1{ public int m() { return 1; } "));
        }
    }

    private void exceptions() {
        String own = "static final class E extends RuntimeException {} static final class E1 extends RuntimeException {}"
            + " static final class E2 extends RuntimeException {}\n";
        for (int depth : new int[] {1, 100, 600}) {
            add("new_exception_100_at_" + depth, "", "at(" + depth + ");", own
                + "static int at(int d) { if (d > 1) { return at(d - 1) + 1; }"
                + " int n = 0; for (int i = 0; i < 100; i++) { if (new E() != null) { n++; } } return n; }");
            add("implicit_exception_100_at_" + depth, "", "at(" + depth + ", null);", own + "static int at(int d, int[] a) { if (d > 1) {"
                + " return at(d - 1, a) + 1; } int n = 0; for (int i = 0; i < 100; i++) { try { n += a[0]; }"
                + " catch (NullPointerException e) { n++; } } return n; }");
            for (int handlers : new int[] {0, 8, 64, 500}) {
                String f = nested("return f(d - 1) + 1;", handlers);
                add("throw_made_before_through_" + depth + "_of_" + handlers, "", "try { f(" + depth + "); } catch (E e) { sum++; }", own
                    + "static final E MADE = new E(); static int f(int d) { if (d == 0) { throw MADE; } " + f + "}");
                add("return_through_" + depth + "_of_" + handlers, "", "sum += f(" + depth + ");", own
                    + "static int f(int d) { if (d == 0) { return 1; } " + f + "}");
            }
        }
        add("exception_with_cause", "Throwable cause = new RuntimeException();", "held = new RuntimeException(\"x\", cause);");
        add("catch_here", "", "try { throw MADE; } catch (E e) { sum++; }", own + "static final E MADE = new E();");
        add("finally_chain_100", "", "try { f(100); } catch (E e) { sum++; }", own
            + "static final E MADE = new E(); static int f(int d) { if (d == 0) { throw MADE; } int n = 0; try { n = f(d - 1); }"
            + " finally { n++; } return n; }");
    }

    /** Statements within so many handlers of exceptions that do not come. */
    static String nested(String statements, int handlers) {
        StringBuilder text = new StringBuilder();
        text.append("try { ".repeat(handlers)).append(statements);
        for (int i = 0; i < handlers; i++) {
            text.append(" } catch (E").append(1 + i % 2).append(" e) { d++; }");
        }
        return text + (handlers == 0 ? "" : " return d;");
    }
}
