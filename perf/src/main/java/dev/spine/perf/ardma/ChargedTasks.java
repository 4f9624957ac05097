package dev.spine.perf.ardma;

import dev.spine.iop.engine.RunningTask;
import dev.spine.iop.engine.Tasks;
import dev.spine.perf.process.HostProcess;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of a program of the host: what it has its card do is a system call, and what it waits for wakes it. A program that looks at what
 * has come has done its part for one unit. The caller's thread.
 */
final class ChargedTasks implements Tasks {
    private final Tasks tasks;
    private final HostProcess process;

    ChargedTasks(Tasks tasks, HostProcess process) {
        this.tasks = tasks;
        this.process = process;
    }

    @Override
    public void await(String what, BooleanSupplier condition) {
        tasks.await(what, condition);
        tasks.run(() -> {
            process.messageArrived();
            process.unit();
        });
    }

    @Override
    public boolean awaitFor(String what, BooleanSupplier condition, long limitNs) {
        return tasks.awaitFor(what, condition, limitNs);
    }

    @Override
    public <T extends @Nullable Object> T call(Supplier<T> onHostAgent) {
        return tasks.call(() -> {
            process.called();
            return onHostAgent.get();
        });
    }

    @Override
    public RunningTask spawn(String name, Runnable task) {
        return tasks.spawn(name, task);
    }
}
