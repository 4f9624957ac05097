package dev.spine.iop.engine;

import java.util.concurrent.Semaphore;

/**
 * A task of the modelled engine: a thread that runs only while it holds the engine's baton.
 *
 * <p>The engine gives the baton in {@link #resume} and stands still until the task pauses or ends, so exactly one thread of the two runs
 * at any time and all that either has written is visible to the other.
 */
final class ModelledTask extends ModelledCaller implements RunningTask {
    private final ModelledEngine engine;
    private final Runnable body;
    private final Thread thread;
    private final Semaphore baton = new Semaphore(0);
    private final Semaphore returned = new Semaphore(0);
    private boolean started;
    private volatile boolean ended;

    ModelledTask(ModelledEngine engine, String name, int endPoint, Runnable body) {
        super(name, endPoint);
        this.engine = engine;
        this.body = body;
        this.thread = Thread.ofPlatform().daemon().name("task " + name).unstarted(this::run);
    }

    boolean isCurrent() {
        return Thread.currentThread().equals(thread);
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
        returned.acquireUninterruptibly();
    }

    private void run() {
        try {
            body.run();
        } catch (Throwable e) {
            engine.taskThrew(this, e);
        } finally {
            ended = true;
            engine.taskEnded(this);
            returned.release();
        }
    }

    @Override
    void goOnAt(long timePs) {
        engine.resumption(this, timePs);
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
