package dev.spine.iop.engine.live;

import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.RunningTask;
import dev.spine.iop.engine.Tasks;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Blocking code on the live engine: requests to the agent's thread, and virtual threads. */
final class LiveTasks implements Tasks {
    private final LiveEngine engine;
    private final LiveThread thread;

    LiveTasks(LiveEngine engine, LiveThread thread) {
        this.engine = engine;
        this.thread = thread;
    }

    @Override
    public void await(String what, BooleanSupplier condition) {
        perform("await of " + what, new HostRequest.Condition(condition));
    }

    @Override
    public void runAndAwait(String what, Runnable onHostAgent, BooleanSupplier condition) {
        perform("await of " + what, new HostRequest.Begun(onHostAgent, condition));
    }

    @Override
    public boolean awaitFor(String what, BooleanSupplier condition, long limitNs) {
        try {
            return isPerformed("await of " + what, new HostRequest.Condition(condition), Math.min(limitNs, engine.awaitLimitNs()));
        } catch (AwaitFailedException _) {
            return false;
        }
    }

    // The result of a supplier that may return null is null only when T admits it.
    @SuppressWarnings("NullAway")
    @Override
    public <T extends @Nullable Object> T call(Supplier<T> onHostAgent) {
        HostRequest.Call<T> call = new HostRequest.Call<>(onHostAgent);
        perform("call", call);
        return call.result();
    }

    private void perform(String what, HostRequest request) {
        if (!isPerformed(what, request, engine.awaitLimitNs())) {
            throw new AwaitFailedException(what + ": did not come about within " + engine.awaitLimitNs() / 1_000_000_000L + " s");
        }
    }

    /** Hands a request in and waits for its end; false when that does not come in time. */
    private boolean isPerformed(String what, HostRequest request, long limitNs) {
        engine.checkMayWait(what);
        long end = System.nanoTime() + limitNs;
        engine.enter(request);
        try {
            thread.submit(request);
            while (!request.hasEnded()) {
                engine.checkRuns(what);
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                if (Thread.interrupted()) {
                    Thread.currentThread().interrupt();
                    throw new AwaitFailedException(what + ": the waiting thread was interrupted");
                }
                LockSupport.parkNanos(request, left);
            }
        } finally {
            request.withdraw();
            engine.leave(request);
        }
        request.rethrow();
        return true;
    }

    @Override
    public RunningTask spawn(String name, Runnable task) {
        return engine.spawn(name, task);
    }
}
