package dev.spine.system.ending;

import dev.spine.device.os.ExitTimer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntConsumer;

/**
 * The end of a process that is asked to end: by SIGINT, SIGTERM or SIGHUP, whose exit codes are 128 and the signal's number, or by
 * {@code spine stop}.
 *
 * <p>Commands that hold something {@linkplain Interruption#watch watch}, are told, and end in order, for which they have
 * {@link Limits#orderMs}. After that, what must not stay is taken away without them, and the process is halted. A process in which nobody
 * watches ends at once. Nothing that is opened through an {@link Interruption} is opened behind that: who tries waits for the end.
 *
 * <p>All methods may be called by any thread. {@link #begin} makes it the process's; without that, as in tests of commands, nothing is
 * halted.
 */
public final class Ending {
    /** Exit code after SIGINT: 130. */
    static final int INTERRUPTED = 130;
    private static final int TERMINATED = 143;
    private static final int HUNG_UP = 129;
    private static final int FAILED = 1;
    private static final long ACT_MS = 500;

    private static final Ending PROCESS = new Ending(Limits.STANDARD, Runtime.getRuntime()::exit, Runtime.getRuntime()::halt);

    /**
     * How long what may take, together less than the ten seconds that are promised.
     *
     * @param orderMs for ending in order: milliseconds
     * @param lastMs for taking away what must not stay: milliseconds
     * @param timerMs from the request until the operating system ends the process; 0 to leave that out
     */
    record Limits(long orderMs, long lastMs, long timerMs) {
        /** Five seconds, one and a half, and eight: on a machine that has too much to do, all of them take longer. */
        static final Limits STANDARD = new Limits(5_000, 1_500, 8_000);
    }

    private final Limits limits;
    private final IntConsumer exit;
    private final IntConsumer halt;
    /** Whoever opens something shares it until what was opened is in the list; who takes all away keeps it. */
    private final ReentrantReadWriteLock opening = new ReentrantReadWriteLock();
    /** Open when a command watches or the time runs: until then nothing is prepared. */
    private final CountDownLatch needed = new CountDownLatch(1);
    private final CountDownLatch limited = new CountDownLatch(1);
    private final List<Interruption> watching = new ArrayList<>();
    /** What must not stay, the last first. */
    private final Deque<AutoCloseable> left = new ArrayDeque<>();
    private boolean begun;
    private boolean leaving;
    private int code;
    /** With which code the process is halted that does not end in order. */
    private int haltCode;

    Ending(Limits limits, IntConsumer exit, IntConsumer halt) {
        this.limits = limits;
        this.exit = exit;
        this.halt = halt;
    }

    /** {@return that of this process} */
    static Ending ofProcess() {
        return PROCESS;
    }

    /** Takes the signals of this process from now on: the first thing that it does. */
    public static void begin() {
        PROCESS.start();
        Signals.calls("INT", () -> PROCESS.request(INTERRUPTED));
        Signals.calls("TERM", () -> PROCESS.request(TERMINATED));
        Signals.calls(Signals.HANG_UP, () -> PROCESS.request(HUNG_UP));
    }

    /**
     * Has something taken away whenever the process is asked to end and nobody watches, or is halted.
     *
     * @param act needs no agent; may be called twice, by any thread
     */
    public static void atLast(AutoCloseable act) {
        PROCESS.keep(act);
    }

    /** Makes the thread that keeps the time, while there is memory for it. */
    void start() {
        synchronized (this) {
            begun = true;
        }
        Thread.ofPlatform().daemon().name("end of the process").start(this::keepTime);
    }

    /** {@return the exit code of a process that was asked to end, or 0} */
    synchronized int code() {
        return code;
    }

    /** Asks the process to end. A second request changes nothing: the first one's time runs. */
    void request(int exitCode) {
        List<Interruption> notified;
        synchronized (this) {
            if (code != 0) {
                return;
            }
            code = exitCode;
            haltCode = exitCode;
            notified = List.copyOf(watching);
            leaving = notified.isEmpty();
        }
        startTime();
        if (notified.isEmpty()) {
            takeAway();
            exit.accept(exitCode);
        } else {
            notified.forEach(Interruption::announce);
        }
    }

    /** The time for the end runs from now on, though nobody is told: a command ends by itself. */
    void limit() {
        synchronized (this) {
            if (haltCode == 0) {
                haltCode = FAILED;
            }
            if (!begun) {
                return;
            }
        }
        startTime();
    }

    private void startTime() {
        needed.countDown();
        limited.countDown();
    }

    private void keepTime() {
        // By another thread: nobody may be reading.
        String text = "spine: the command did not end in order in " + limits.orderMs
            + " ms; what it held was closed, and its process was halted";
        Thread report = Thread.ofPlatform().daemon().unstarted(() -> System.err.println(text));
        try {
            needed.await();
            prepare();
            limited.await();
            if (limits.timerMs > 0) {
                ExitTimer.arm(limits.timerMs, haltCode());
            }
            // A wait for time by design: it is the limit.
            TimeUnit.MILLISECONDS.sleep(limits.orderMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        report.start();
        takeAway();
        halt.accept(haltCode());
    }

    /** Does once, with nothing, what the end of a hung process does: that process may be one in which no class can be loaded any more. */
    private void prepare() {
        if (limits.timerMs > 0) {
            ExitTimer.prepare();
        }
        Ending nothing = new Ending(limits, exit, halt);
        nothing.keep(() -> { });
        nothing.takeAway();
    }

    private synchronized int haltCode() {
        return haltCode;
    }

    // --- commands

    /** A command begins to watch: {@return whether it is to end already}. Who comes when the process leaves waits for its end. */
    boolean enter(Interruption interruption) {
        boolean gone;
        boolean asked;
        synchronized (this) {
            gone = leaving;
            asked = code != 0;
            if (!gone) {
                watching.add(interruption);
            }
        }
        needed.countDown();
        if (gone) {
            waitForTheEnd();
        }
        return asked;
    }

    synchronized void leave(Interruption interruption) {
        watching.remove(interruption);
    }

    private static void waitForTheEnd() {
        while (true) {
            LockSupport.park();
        }
    }

    /**
     * Opens what must not stay behind the process.
     *
     * @param <T> what is opened; closing it needs no agent, and may be done twice and by any thread
     * @param <E> what may go wrong
     * @param how opens it
     * @return it
     * @throws E as {@code how}
     */
    <T extends AutoCloseable, E extends Exception> T open(Opening<T, E> how) throws E {
        opening.readLock().lock();
        try {
            T opened = how.open();
            keep(opened);
            return opened;
        } finally {
            opening.readLock().unlock();
        }
    }

    /** Has something done when the process is halted or leaves. */
    synchronized void keep(AutoCloseable act) {
        left.push(act);
    }

    /** It is done. */
    synchronized void forget(AutoCloseable act) {
        left.removeFirstOccurrence(act);
    }

    private synchronized List<AutoCloseable> left() {
        return List.copyOf(left);
    }

    /** Closes what must not stay, the last first, and lets nothing be opened any more; an act that hangs is left behind. */
    private void takeAway() {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.lastMs);
        try {
            // Kept forever. Who is just opening something is waited for, unless that hangs.
            boolean alone = opening.writeLock().tryLock(ACT_MS, TimeUnit.MILLISECONDS);
            for (AutoCloseable act : left()) {
                Thread thread = Thread.ofPlatform().daemon().name("end of " + act).start(() -> close(act));
                long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
                thread.join(Math.clamp(leftMs, 1, alone ? ACT_MS : ACT_MS / 2));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What cannot be closed concerns nobody any more. */
    static void close(AutoCloseable act) {
        try {
            act.close();
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
