package dev.spine.iop;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** How the Java machine of this process was started, where that decides what code of extensions costs. Any thread. */
public final class JavaMachine {
    private static final String OPTION = "OmitStackTraceInFastThrow";
    private static final AtomicBoolean NOTIFIED = new AtomicBoolean();

    private JavaMachine() {}

    /**
     * {@return whether compiled code throws exceptions without stack traces that other code throws with them} What an exception costs then
     * depends on when the compiler has run. A machine that is not HotSpot is believed to do without.
     */
    public static boolean leavesOutStackTraces() {
        try {
            HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return machine != null && Boolean.parseBoolean(machine.getVMOption(OPTION).getValue());
        } catch (IllegalArgumentException | LinkageError e) {
            return false;
        }
    }

    /** Says in one line on standard error, once in a process, that fuel may differ from run to run, where it may. */
    public static void notifyOnce() {
        if (!NOTIFIED.getAndSet(true)) {
            notify(leavesOutStackTraces(), System.err::println);
        }
    }

    static void notify(boolean leavesOut, Consumer<String> text) {
        if (leavesOut) {
            text.accept("spine: fuel of extensions that throw may differ from run to run on this Java machine: start it with -XX:-"
                + OPTION);
        }
    }
}
