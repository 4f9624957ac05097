package dev.spine.host.testkit.watch;

import java.lang.StackWalker.StackFrame;
import java.util.List;

/** Who did something: the nearest places of the driver under test on the calling stack. */
final class Culprit {
    /** What lies below a driver, and what runs it: never to blame. */
    private static final List<String> INNOCENT = List.of("java.", "jdk.", "sun.", "org.junit.", "dev.spine.i2o.", "dev.spine.iop.",
        "dev.spine.host.driver.", "dev.spine.host.testkit.");
    private static final int PLACES = 2;
    private static final StackWalker WALKER = StackWalker.getInstance();

    private Culprit() {
    }

    /** Says who called, for example {@code MyDriver.read(MyDriver.java:31), called by MyTest.reads(MyTest.java:12)}. */
    static String now() {
        List<String> places = WALKER.walk(frames -> frames.filter(Culprit::isToBlame).map(Culprit::place).distinct().limit(PLACES)
            .toList());
        return places.isEmpty() ? "the host driver itself" : String.join(", called by ", places);
    }

    private static boolean isToBlame(StackFrame frame) {
        String type = frame.getClassName();
        // Tests of this project live in the packages that they test.
        return INNOCENT.stream().noneMatch(type::startsWith) || type.contains("Test") && !type.startsWith("org.junit.")
            && !type.startsWith("dev.spine.host.testkit.TestNode");
    }

    private static String place(StackFrame frame) {
        String type = frame.getClassName();
        String method = frame.getMethodName();
        if (method.startsWith("lambda$")) {
            method = method.substring("lambda$".length(), method.lastIndexOf('$'));
        }
        return type.substring(type.lastIndexOf('.') + 1) + "." + method + "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
    }
}
