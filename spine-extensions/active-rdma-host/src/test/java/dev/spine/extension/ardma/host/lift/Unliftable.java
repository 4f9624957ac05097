package dev.spine.extension.ardma.host.lift;

import java.util.List;

/** Methods that are refused. Behind each line that is, {@link RoutineLifterTest} reads what it is refused for, and nothing else may be. */
final class Unliftable {
    static long counter;
    private static final Long BOXED = 5L;

    private Unliftable() {}

    static long object(long a) {
        Object made = new Object(); // OBJECT
        Object none = null; // OBJECT
        return made == none ? 0 : a;
    }

    static long string(long a) {
        String text = "text"; // CONSTANT
        return a + text.length(); // CALL
    }

    static long joined(long a) {
        return ("a" + a).length(); // DYNAMIC CALL
    }

    static long field(long a) {
        counter += a; // FIELD
        return counter; // FIELD
    }

    static long boxed(long a) {
        return a + BOXED; // FIELD CALL
    }

    static long array(int a) {
        long[] values = new long[4]; // ARRAY
        values[a] = 5; // ARRAY
        return values[0]; // ARRAY
    }

    static long lambda(long a) {
        Runnable nothing = () -> {}; // DYNAMIC
        nothing.run(); // CALL
        return a;
    }

    static long floating(long a) {
        double half = a / 2.0; // FLOATING
        return (long) half; // FLOATING
    }

    static long caught(long a) {
        try {
            return 5 / a; // HANDLER
        } catch (ArithmeticException e) {
            return 0;
        }
    }

    static long atLast(long a) {
        long b = a;
        try {
            b /= a; // HANDLER
        } finally {
            b++;
        }
        return b;
    }

    static long thrown(long a) {
        if (a < 0) {
            throw new IllegalArgumentException("negative"); // THROW
        }
        return a;
    }

    static long asserted(long a) {
        assert a > 0 : "not positive"; // ASSERTION
        return a;
    }

    static synchronized long locked(long a) {
        return a; // SYNCHRONIZED
    }

    static long within(long a) {
        synchronized (Unliftable.class) { // CONSTANT SYNCHRONIZED
            return a;
        }
    }

    static long far(long a) {
        long b = Math.floorMod(a, 5L); // CALL
        return Elsewhere.same(b); // CALL
    }

    static long takes(long[] a, String b) {
        return a.length; // SIGNATURE ARRAY
    }

    static List<Long> returns() {
        return List.of(); // SIGNATURE CALL
    }

    static long tooMany(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m, int n, int o, int p,
        int q) {
        return a; // SIGNATURE
    }

    static long indirect(long a) {
        return deeper(a) + deeper(-a);
    }

    private static long deeper(long a) {
        return a + System.nanoTime(); // CALL
    }

    long ofAnObject(long a) {
        return a; // METHOD
    }

    /** Another class. */
    static final class Elsewhere {
        private Elsewhere() {}

        static long same(long a) {
            return a;
        }
    }
}
