package dev.spine.iop.engine.modelled;

import dev.spine.iop.engine.RunningTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A task of the modelled engine: a thread that runs only while it holds the engine's baton.
 *
 * <p>The engine gives the baton in {@link #resume} and stands still until the task pauses or ends, so exactly one thread of the two runs
 * at any time and all that either has written is visible to the other. A task that blocks elsewhere would stop everything forever: when
 * it is found blocked at several looks in a row, that is a defect which names the call.
 */
final class ModelledTask extends ModelledCaller implements RunningTask {
    /** How many looks in a row find a task blocked before that is a defect. */
    private static final int LOOKS = 5;

    private final ModelledEngine engine;
    private final ModelledNode node;
    private final Runnable body;
    private final Thread thread;
    private final Semaphore baton = new Semaphore(0);
    private final Semaphore returned = new Semaphore(0);
    private boolean started;
    private volatile boolean blocked;
    private volatile boolean ended;

    ModelledTask(ModelledEngine engine, ModelledNode node, String name, int endPoint, Runnable body) {
        super(name, endPoint);
        this.engine = engine;
        this.node = node;
        this.body = body;
        this.thread = Thread.ofPlatform().daemon().name("task " + name).unstarted(this::run);
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    boolean hasStarted() {
        return started;
    }

    /** Lets the task run until it pauses or ends; on the engine's thread. */
    void resume(long timePs) {
        advanceClock(timePs);
        if (started) {
            baton.release();
        } else {
            started = true;
            thread.start();
        }
        awaitBaton();
    }

    private void awaitBaton() {
        long lookEveryMs = engine.blockedTaskLook().toMillis();
        int looksBlocked = 0;
        boolean interrupted = false;
        while (looksBlocked < LOOKS) {
            try {
                if (returned.tryAcquire(lookEveryMs, TimeUnit.MILLISECONDS)) {
                    break;
                }
                looksBlocked = isBlocked(thread.getState()) ? looksBlocked + 1 : 0;
            } catch (InterruptedException e) {
                // The caller outside is interrupted; the task still has to give the baton back.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (looksBlocked == LOOKS) {
            blocked = true;
            engine.taskThrew(this, blockedIn(thread.getStackTrace()));
            thread.interrupt();
        }
    }

    private static boolean isBlocked(Thread.State state) {
        return state == Thread.State.BLOCKED || state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    private static IllegalStateException blockedIn(StackTraceElement[] stack) {
        String call = "an unknown call";
        for (int i = stack.length - 1; i >= 0; i--) {
            // The last call of the task's own code, which is the one to replace.
            if (i + 1 < stack.length && isOfPlatform(stack[i]) && !isOfPlatform(stack[i + 1])) {
                call = stack[i] + " called by " + stack[i + 1];
            }
        }
        IllegalStateException defect = new IllegalStateException(
            "it blocks in " + call + "; tasks wait only in Tasks.await and Tasks.call");
        defect.setStackTrace(stack);
        return defect;
    }

    private static boolean isOfPlatform(StackTraceElement element) {
        return element.getModuleName() != null && element.getModuleName().startsWith("java.");
    }

    /** Whether it was found blocked: its thread is lost. */
    boolean isLost() {
        return blocked;
    }

    private void run() {
        try {
            body.run();
        } catch (Throwable e) {
            if (!blocked) {
                engine.taskThrew(this, e);
            }
        } finally {
            ended = true;
            if (!blocked) {
                engine.taskEnded(this);
            }
            returned.release();
        }
    }

    @Override
    void goOnAt(long timePs) {
        node.effects().resumption(endPoint(), this, timePs);
        engine.pushed(node);
    }

    @Override
    void pause(String what) {
        returned.release();
        baton.acquireUninterruptibly();
        engine.checkRuns(what);
    }

    @Override
    public String name() {
        return super.name();
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }
}
